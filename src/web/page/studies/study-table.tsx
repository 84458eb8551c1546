import type { Study } from '../../../api/jobs.ts';
import { compact, NONE } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { t } from '../../words/t.ts';

/** The cells of a study: conditions and what was measured there. */
export function StudyTable({ study: { columns, rows } }: { study: Study }) {
  const numeric = columns.map((_, k) => rows.every((row) => typeof row[k] !== 'string'));
  return (
    <>
      <h2>{t('All cells')}</h2>
      <DataTable
        caption={t('Cells of the study')}
        rows={rows.map((cells, index) => ({ cells, index }))}
        keyOf={({ index }) => index}
        empty={t('No finished cells yet.')}
        columns={columns.map((name, k) => ({
          name,
          kind: numeric[k] && k > 0 ? ('number' as const) : ('text' as const),
          cell: ({ cells }: { cells: (typeof rows)[number] }) => {
            const value = cells[k];
            return typeof value === 'number' ? compact(value) : (value ?? NONE);
          },
        }))}
      />
    </>
  );
}
