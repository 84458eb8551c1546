import type { z } from 'zod';
import type { CalibrationSummary } from '../../../api/banks.ts';
import type { calibrationList } from '../../../api/refreshes.ts';
import { methodWords, modelName } from '../../format/calibration.ts';
import { count, NONE } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';

/** The kept calibrations of one bank, newest first. */
export function CalibrationTable({ bank }: { bank: string }) {
  const calibrations = useResource<z.output<typeof calibrationList>>(
    `/v1/banks/${encodeURIComponent(bank)}/calibrations`,
    {},
    ({ type }) => type === 'job',
  );
  return (
    <section>
      <h2>
        <Link to={['banks', bank]}>{bank}</Link>
      </h2>
      <Await of={calibrations} what={t('calibrations of {bank}', { bank })}>
        {({ items }) => (
          <DataTable<CalibrationSummary>
            caption={t('Calibrations of {bank}', { bank })}
            layout="stacked"
            rows={items}
            keyOf={({ id }) => id}
            empty={t('No kept calibrations. Tests use a calibration on the recorded answers.')}
            columns={[
              {
                name: t('Number'),
                cell: ({ id }) => (
                  <Link to={['calibrations', `${id}`]}>
                    {t('Calibration {id}', { id: `${id}` })}
                  </Link>
                ),
              },
              { name: t('Response model'), cell: ({ model }) => modelName(model) ?? NONE },
              { name: t('Method'), cell: ({ method }) => methodWords(method) },
              { name: t('Models'), kind: 'number', cell: ({ examinees }) => count(examinees) },
              { name: t('Items'), kind: 'number', cell: ({ items }) => count(items) },
              { name: t('Created'), kind: 'close', cell: ({ createdAt }) => moment(createdAt) },
              {
                name: t('Warnings'),
                cell: ({ warnings }) =>
                  warnings.length > 0 && <Badge tone="warn">{count(warnings.length)}</Badge>,
              },
            ]}
          />
        )}
      </Await>
    </section>
  );
}
