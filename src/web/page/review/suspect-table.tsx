import type { ReviewSuspect } from '../../../api/review.ts';
import { NONE, percent } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { t } from '../../words/t.ts';
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
      caption={t('Suspected items, most suspicious first')}
      layout="stacked"
      rows={rows}
      keyOf={({ item }) => item}
      chosen={({ item }) => item === current}
      empty={t('No suspected items here.')}
      columns={[
        {
          name: t('Item'),
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
                name: t('Probability of a fault'),
                kind: 'number' as const,
                cell: ({ probability }: ReviewSuspect) => percent(probability),
              },
            ]
          : []),
        {
          name: t('Reason'),
          cell: ({ reasons }) => <ServiceWords text={reasons[0]?.text ?? NONE} />,
        },
        {
          name: t('Decision'),
          cell: ({ decision }) => (decision === null ? '' : decisionWords(decision)),
        },
      ]}
    />
  );
}
