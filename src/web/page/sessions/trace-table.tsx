import { useState } from 'preact/hooks';
import type { Trace } from '../../../api/sessions.ts';
import { ability, fixed, points } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { Link } from '../../router/link.tsx';

/** Every step of the test; made when somebody opens it. */
export function TraceTable({ bank, places }: { bank: string; places: Trace['places'] }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>All steps</summary>
      {open && (
        <DataTable
          caption="Steps of the test"
          rows={places}
          keyOf={({ place }) => place}
          empty="No steps yet."
          columns={[
            { name: 'Place', kind: 'number', cell: ({ place }) => place },
            {
              name: 'Item',
              cell: ({ item, pretest }) => (
                <>
                  <Link to={['banks', bank, 'items', item]}>{item}</Link>
                  {pretest === true && ' (pretest: does not count)'}
                </>
              ),
            },
            {
              name: 'Answer',
              cell: ({ score }) => {
                if (score === null) return 'awaited';
                if (score === 1) return 'right';
                return score === 0 ? 'wrong' : `score ${fixed(score, 2)}`;
              },
            },
            { name: 'Difficulty b', kind: 'number', cell: ({ b }) => ability(b) },
            { name: 'Ability after it', kind: 'number', cell: (row) => ability(row.ability) },
            { name: 'Standard error', kind: 'number', cell: ({ se }) => ability(se) },
            { name: 'Score', kind: 'number', cell: ({ predicted }) => points(predicted) },
          ]}
        />
      )}
    </details>
  );
}
