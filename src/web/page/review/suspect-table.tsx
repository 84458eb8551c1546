import type { ReviewSuspect } from '../../../api/review.ts';
import { percent } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { decisionWords } from './review-words.ts';

/** The queue: one suspected item a row, most suspicious first. */
export function SuspectTable({
  rows,
  current,
  onChoose,
}: {
  rows: readonly ReviewSuspect[];
  current: string | undefined;
  onChoose: (row: ReviewSuspect) => void;
}) {
  return (
    <DataTable
      caption="Suspected items, most suspicious first"
      layout="stacked"
      rows={rows}
      keyOf={({ item }) => item}
      chosen={({ item }) => item === current}
      empty="No suspected items here."
      columns={[
        {
          name: 'Item',
          kind: 'name',
          cell: (row) => (
            <button
              type="button"
              class="plain"
              aria-current={row.item === current ? 'true' : undefined}
              onClick={() => onChoose(row)}
            >
              {row.item}
            </button>
          ),
        },
        // Only keys that may see right answers see it.
        ...(rows.some(({ probability }) => probability !== undefined)
          ? [
              {
                name: 'Probability of a fault',
                kind: 'number' as const,
                cell: ({ probability }: ReviewSuspect) => percent(probability),
              },
            ]
          : []),
        { name: 'Reason', cell: ({ reasons }) => reasons[0]?.text ?? '–' },
        {
          name: 'Decision',
          cell: ({ decision }) => (decision === null ? '' : decisionWords(decision)),
        },
      ]}
    />
  );
}
