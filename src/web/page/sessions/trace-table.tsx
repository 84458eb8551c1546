import { useState } from 'preact/hooks';
import type { Trace } from '../../../api/sessions.ts';
import { ability, fixed, points } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { Link } from '../../router/link.tsx';
import { t } from '../../words/t.ts';

/** Every step of the test; made when somebody opens it. */
export function TraceTable({ bank, places }: { bank: string; places: Trace['places'] }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('All steps')}</summary>
      {open && (
        <DataTable
          caption={t('Steps of the test')}
          rows={places}
          keyOf={({ place }) => place}
          empty={t('No steps yet.')}
          columns={[
            { name: t('Place'), kind: 'number', cell: ({ place }) => place },
            {
              name: t('Item'),
              cell: ({ item, pretest }) => (
                <>
                  <Link to={['banks', bank, 'items', item]}>{item}</Link>
                  {pretest === true && ` ${t('(pretest: does not count)')}`}
                </>
              ),
            },
            {
              name: t('Answer'),
              cell: ({ score }) => {
                if (score === null) return t('awaited||an answer');
                if (score === 1) return t('right||an answer');
                return score === 0
                  ? t('wrong||an answer')
                  : t('score {score}', { score: fixed(score, 2) });
              },
            },
            { name: t('Difficulty b'), kind: 'number', cell: ({ b }) => ability(b) },
            { name: t('Ability after it'), kind: 'number', cell: (row) => ability(row.ability) },
            { name: t('Standard error'), kind: 'number', cell: ({ se }) => ability(se) },
            { name: t('Score'), kind: 'number', cell: ({ predicted }) => points(predicted) },
          ]}
        />
      )}
    </details>
  );
}
