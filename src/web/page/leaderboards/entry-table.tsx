import type { LeaderboardEntry } from '../../../api/leaderboards.ts';
import { RangeBar } from '../../chart/range-bar.tsx';
import { RangeScale } from '../../chart/range-scale.tsx';
import { roundScale } from '../../chart/scale.ts';
import { ability, count, dollars, interval, NONE, points } from '../../format/number.ts';
import { counted, rankRange } from '../../format/words.ts';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { Link } from '../../router/link.tsx';
import { entryDescription, entryMarks } from './entry-words.ts';

/** The rows of a leaderboard; two of those that were tested here can be chosen. */
export function EntryTable({
  rows,
  all,
  chosen,
  onChoose,
}: {
  rows: readonly { readonly row: LeaderboardEntry; readonly index: number }[];
  all: readonly LeaderboardEntry[];
  chosen: readonly string[];
  onChoose: (session: string) => void;
}) {
  const scale = roundScale(
    all.flatMap(({ score, low, high }) => [score, low, high]),
    [0, 100],
  );
  return (
    <DataTable
      caption="Models in the order of their scores"
      rows={rows.map(({ row }) => row)}
      keyOf={({ examinee, session }) => session ?? `recorded ${examinee}`}
      empty="No models match."
      chosen={({ session }) => session !== null && chosen.includes(session)}
      columns={[
        { name: 'Rank', kind: 'number', cell: ({ rank }) => rank },
        {
          name: <span class="wide-only">Compare</span>,
          cell: ({ session, examinee }) =>
            session === null ? (
              ''
            ) : (
              <input
                type="checkbox"
                aria-label={`Compare ${examinee}`}
                checked={chosen.includes(session)}
                onChange={() => onChoose(session)}
              />
            ),
        },
        {
          name: 'Model',
          namesRow: true,
          kind: 'name',
          cell: ({ examinee, session, ...entry }) => (
            <>
              {session === null ? examinee : <Link to={['sessions', session]}>{examinee}</Link>}{' '}
              {entryMarks(entry).map(({ text, tone }) => (
                <span key={text}>
                  <Badge tone={tone}>{text}</Badge>{' '}
                </span>
              ))}
            </>
          ),
        },
        { name: 'Score', kind: 'number', cell: ({ score }) => points(score) },
        { name: '90% interval', kind: 'number', cell: ({ low, high }) => interval(low, high) },
        {
          name: <RangeScale scale={scale} />,
          kind: 'range',
          cell: (row) => (
            <RangeBar
              value={row.score}
              low={row.low}
              high={row.high}
              scale={scale}
              hollow={row.kind === 'recorded'}
              description={entryDescription(row)}
            />
          ),
        },
        {
          name: 'Possible ranks',
          kind: 'number',
          cell: ({ bestRank, worstRank }) => rankRange(bestRank, worstRank),
        },
        {
          name: 'Ability ± SE',
          kind: 'number',
          cell: ({ ability: value, se }) =>
            value === null ? NONE : `${ability(value)} ± ${ability(se)}`,
        },
        { name: 'Answered', kind: 'number', cell: ({ items }) => count(items) },
        ...(all.some(({ cost }) => cost !== null && cost > 0)
          ? [{ name: 'Cost', kind: 'number' as const, cell: dollarsOf }]
          : []),
        { name: 'Tied with', kind: 'close', cell: ({ tiedWith }) => <Ties names={tiedWith} /> },
      ]}
    />
  );
}

/** How many, with the names behind it. */
function Ties({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <>none</>;
  return (
    <details>
      <summary>{counted(names.length, 'model')}</summary>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

const dollarsOf = ({ cost }: LeaderboardEntry) => dollars(cost);
