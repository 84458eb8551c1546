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
      <Await of={calibrations} what={`calibrations of ${bank}`}>
        {({ items }) => (
          <DataTable<CalibrationSummary>
            caption={`Calibrations of ${bank}`}
            layout="stacked"
            rows={items}
            keyOf={({ id }) => id}
            empty="No kept calibrations. Tests use a calibration on the recorded answers."
            columns={[
              {
                name: 'Number',
                cell: ({ id }) => <Link to={['calibrations', `${id}`]}>Calibration {id}</Link>,
              },
              { name: 'Response model', cell: ({ model }) => modelName(model) ?? NONE },
              { name: 'Method', cell: ({ method }) => methodWords(method) },
              { name: 'Models', kind: 'number', cell: ({ examinees }) => count(examinees) },
              { name: 'Items', kind: 'number', cell: ({ items }) => count(items) },
              { name: 'Created', kind: 'close', cell: ({ createdAt }) => moment(createdAt) },
              {
                name: 'Warnings',
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
