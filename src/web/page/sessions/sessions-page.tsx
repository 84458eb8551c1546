import type { z } from 'zod';
import type { bankList } from '../../../api/banks.ts';
import type { SessionSummary, sessionPage } from '../../../api/sessions.ts';
import { interval, points } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { EmptyNote } from '../../part/empty-note.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Pager } from '../../part/pager.tsx';
import { SearchField } from '../../part/search-field.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { ShortName } from '../../part/short-name.tsx';
import { Link } from '../../router/link.tsx';
import { setQuery } from '../../router/use-place.ts';
import type { PageProps } from '../../shell/page.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { usePages } from '../../state/use-pages.ts';
import { useResource } from '../../state/use-resource.ts';
import { choicesIn } from '../../words/choices.ts';
import { t } from '../../words/t.ts';
import { STATE_WORDS, scoredStanding, stateTone, strategyName } from './session-words.ts';

const SIZE = 50;
/** Sessions whose examinees are offered while typing. */
const NAMES = 200;

/** All tests, newest first, with filters in the address. */
export function SessionsPage({ query }: PageProps) {
  const me = useMe();
  const filter = { bank: query.bank, state: query.state, examinee: query.examinee };
  const pages = usePages<z.output<typeof sessionPage>>(
    '/v1/sessions',
    { ...filter, limit: SIZE },
    ({ type }) => type === 'session',
  );
  // Names to complete while typing: of all banks, and of the examinees tested last.
  const banks = useResource<z.output<typeof bankList>>('/v1/banks');
  const recent = useResource<z.output<typeof sessionPage>>('/v1/sessions', { limit: NAMES });
  return (
    <>
      <PageHead
        title={t('Sessions')}
        lead={t(
          'A session is one test of one model or person. Each question is chosen from a bank by the answers so far.',
        )}
      >
        {mayRun(me) && (
          <Link to={['sessions', 'new']} class="button primary">
            {t('New session')}
          </Link>
        )}
      </PageHead>
      <div class="filters">
        <SearchField
          label={t('Examinee')}
          value={query.examinee ?? ''}
          options={recent.data?.items.map(({ examinee }) => examinee) ?? []}
          onSearch={(examinee) => setQuery({ examinee })}
        />
        <SearchField
          label={t('Bank')}
          value={query.bank ?? ''}
          options={banks.data?.items.map(({ name }) => name) ?? []}
          onSearch={(bank) => setQuery({ bank })}
        />
        <SelectField
          label={t('State')}
          value={query.state ?? ''}
          choices={[{ value: '', name: t('all') }, ...choicesIn(STATE_WORDS)]}
          onChange={(state) => setQuery({ state })}
        />
      </div>
      <Await of={pages.resource} what={t('sessions')}>
        {({ items, total, next }) => (
          <>
            <DataTable<SessionSummary>
              caption={t('Sessions')}
              layout="stacked"
              rows={items}
              keyOf={({ id }) => id}
              empty={
                Object.values(filter).every((one) => one === undefined) ? (
                  <EmptyNote button={t('New session')} to={['sessions', 'new']} shown={mayRun(me)}>
                    {t('No sessions yet. Choose a bank and a model for the first test.')}
                  </EmptyNote>
                ) : (
                  t(
                    'No sessions match. Names must be exact; choose one that is offered while you type.',
                  )
                )
              }
              columns={[
                {
                  name: t('Examinee'),
                  cell: ({ id, examinee }) => (
                    <Link to={['sessions', id]}>
                      <ShortName name={examinee} />
                    </Link>
                  ),
                },
                {
                  name: t('Bank'),
                  look: 'wide-only',
                  cell: ({ bank }) => <ShortName name={bank} />,
                },
                {
                  name: t('Strategy'),
                  look: 'wide-only',
                  cell: ({ strategy }) => strategyName(strategy),
                },
                {
                  name: t('State'),
                  cell: ({ state }) => (
                    <Badge tone={stateTone(state)}>{t(STATE_WORDS[state])}</Badge>
                  ),
                },
                {
                  name: t('Answers'),
                  kind: 'number',
                  cell: ({ answered, length }) =>
                    t('{part} of {whole}', { part: answered, whole: length }),
                },
                {
                  name: t('Score'),
                  kind: 'number',
                  cell: (session) => points(scoredStanding(session)?.score),
                },
                {
                  name: t('90% interval, recorded score'),
                  kind: 'number',
                  cell: (session) => {
                    const standing = scoredStanding(session);
                    return interval(standing?.low, standing?.high);
                  },
                },
                {
                  name: t('Changed'),
                  kind: 'close',
                  look: 'wide-only',
                  cell: ({ changedAt }) => moment(changedAt),
                },
              ]}
            />
            <Pager shown={items.length} total={total} next={next} {...pages.steps} />
          </>
        )}
      </Await>
    </>
  );
}
