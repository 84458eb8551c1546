import type { BankSummary } from '../../../api/banks.ts';
import { listed, withNote } from '../../format/marks.ts';
import { count } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { Facts } from '../../part/facts.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { BankInformationChart } from './bank-information-chart.tsx';
import { ItemBrowser } from './item-browser.tsx';
import { PeopleSection } from './people-section.tsx';

/** One bank: what it is, where it can measure, and its items. */
export function BankPage({ params, query }: PageProps) {
  const { bank } = params;
  const me = useMe();
  const summary = useResource<BankSummary>(
    `/v1/banks/${encodeURIComponent(bank)}`,
    {},
    ({ type }) => type === 'job',
  );
  return (
    <>
      <PageHead
        title={bank}
        lead={t(
          'The questions of this bank: how hard they are, and how well each distinguishes strong models from weak ones.',
        )}
        crumb={<Link to={['banks']}>{t('Banks')}</Link>}
      >
        {mayRun(me) && (
          <Link to={['sessions', 'new']} query={{ bank }} class="button primary">
            {t('New session')}
          </Link>
        )}
        <Link to={['banks', bank, 'calibrations']} class="button">
          {t('Calibrations')}
        </Link>
        <Link to={['banks', bank, 'review']} class="button">
          {t('Review')}
        </Link>
        {mayRun(me) && (
          <Link to={['jobs', 'new']} query={{ bank }} class="button">
            {t('Import or calibrate')}
          </Link>
        )}
      </PageHead>
      <Await of={summary} what={t('the bank')}>
        {(data) => (
          <>
            <Facts
              of={[
                { name: t('Items'), value: count(data.items), main: true },
                { name: t('Recorded models'), value: count(data.examinees), main: true },
                { name: t('Sessions'), value: count(data.sessions), main: true },
                ...(data.title === '' || data.title === bank
                  ? []
                  : [{ name: t('Title'), value: data.title }]),
                { name: t('Question text'), value: data.hasText ? t('yes') : t('no') },
                {
                  name: t('Tags'),
                  value:
                    data.tags.length === 0
                      ? t('none')
                      : listed(data.tags.map(({ name, values }) => withNote(name, count(values)))),
                },
              ]}
            />
            {(data.examinees > 0 || query.calibration !== undefined) && (
              <BankInformationChart bank={bank} calibration={query.calibration} />
            )}
            {data.source !== 'builtin' && <PeopleSection bank={bank} />}
            <ItemBrowser bank={bank} query={query} />
          </>
        )}
      </Await>
    </>
  );
}
