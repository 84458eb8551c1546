import type { z } from 'zod';
import type { BankSummary, bankList } from '../../../api/banks.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { EmptyNote } from '../../part/empty-note.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import { mayAdminister, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { type Text, t } from '../../words/t.ts';

const SOURCES = {
  builtin: 'built in',
  store: 'database',
  both: 'built in, with text',
} as const satisfies Record<BankSummary['source'], Text>;

/** All banks that the key is good for. */
export function BanksPage() {
  const me = useMe();
  const banks = useResource<z.output<typeof bankList>>(
    '/v1/banks',
    {},
    ({ type }) => type === 'job',
  );
  return (
    <>
      <PageHead
        title={t('Banks')}
        lead={t(
          'A bank is a collection of test questions (items), with recorded answers of models.',
        )}
      />
      <Await of={banks} what={t('banks')}>
        {({ items }) => (
          <DataTable<BankSummary>
            caption={t('Banks')}
            layout="stacked"
            rows={items}
            keyOf={({ name }) => name}
            empty={
              <EmptyNote
                button={t('Import questions')}
                to={['jobs', 'new']}
                shown={mayAdminister(me)}
              >
                {t('No banks are available for your key.')}
              </EmptyNote>
            }
            columns={[
              {
                name: t('Bank'),
                cell: ({ name, title }) => (
                  <>
                    <Link to={['banks', name]}>{name}</Link>
                    {title !== '' && title !== name && <span class="faint"> {title}</span>}
                  </>
                ),
              },
              { name: t('Items'), kind: 'number', cell: ({ items }) => count(items) },
              {
                name: t('Recorded models'),
                kind: 'number',
                cell: ({ examinees }) => count(examinees),
              },
              { name: t('Question text'), cell: ({ hasText }) => (hasText ? t('yes') : t('no')) },
              {
                name: t('Calibrations'),
                look: 'wide-only',
                kind: 'number',
                cell: ({ calibrations }) => count(calibrations),
              },
              {
                name: t('Sessions'),
                kind: 'number',
                look: 'wide-only',
                cell: ({ sessions }) => count(sessions),
              },
              { name: t('Source'), look: 'wide-only', cell: ({ source }) => t(SOURCES[source]) },
              {
                name: t('Changed'),
                kind: 'close',
                look: 'wide-only',
                cell: ({ changedAt }) => moment(changedAt),
              },
            ]}
          />
        )}
      </Await>
    </>
  );
}
