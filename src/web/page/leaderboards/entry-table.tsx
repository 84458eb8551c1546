import { useMemo, useState } from 'preact/hooks';
import type { LeaderboardEntry } from '../../../api/leaderboards.ts';
import { roundScale } from '../../../charts/scale.ts';
import { RangeBar } from '../../chart/range-bar.tsx';
import { RangeScale } from '../../chart/range-scale.tsx';
import { ability, count, dollars, interval, measured, points } from '../../format/number.ts';
import { rankRange } from '../../format/words.ts';
import { type Column, DataTable, type Sorting } from '../../part/data-table.tsx';
import { Link } from '../../router/link.tsx';
import { t } from '../../words/t.ts';
import type { BoardRow } from './board-rows.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryLegend, EntryMarks } from './entry-marks.tsx';
import { entryDescription, examineeColumn } from './entry-words.ts';

/** The rows of a leaderboard as a forest plot; two of those that were tested here can be chosen. */
export function EntryTable({
  rows,
  all,
  chosen,
  sorting,
  extra,
  reference,
  onChoose,
}: {
  rows: readonly BoardRow[];
  all: readonly LeaderboardEntry[];
  chosen: readonly string[];
  sorting: Sorting;
  /** With ability, answers and cost. */
  extra: boolean;
  /** The accuracy of people; null where it is not known. */
  reference: number | null;
  onChoose: (session: string) => void;
}) {
  const [shown, setShown] = useState<LeaderboardEntry | null>(null);
  const scale = useMemo(
    () =>
      roundScale(
        [...all.flatMap(({ score, low, high }) => [score, low, high]), reference],
        [0, 100],
      ),
    [all, reference],
  );
  const more: Column<LeaderboardEntry>[] = [
    {
      name: t('Ability ± SE'),
      kind: 'number',
      sort: 'ability',
      look: 'extra ability',
      cell: (row) => (row.ability === null ? ability(null) : measured(row.ability, row.se)),
    },
    {
      name: t('Answered'),
      kind: 'number',
      sort: 'items',
      look: 'extra',
      cell: ({ items }) => count(items),
    },
    {
      name: t('Cost'),
      kind: 'number',
      sort: 'cost',
      look: 'extra',
      cell: ({ cost }) => dollars(cost),
    },
  ];
  return (
    <>
      <EntryLegend rows={all} />
      <DataTable
        caption={t('Examinees with their scores')}
        layout="board"
        rows={rows.map(({ row }) => row)}
        keyOf={({ id }) => id}
        empty={t('No names match. Clear the filters to see all.')}
        chosen={({ session }) => session !== null && chosen.includes(session)}
        sorting={sorting}
        columns={[
          {
            name: t('Rank'),
            kind: 'number',
            sort: 'rank',
            look: 'rank',
            cell: ({ rank, bestRank, worstRank }) => (
              <span
                title={t('Possible ranks: {range}', {
                  range: rankRange(bestRank, worstRank),
                })}
              >
                {rank} <span class="faint ranks">{rankRange(bestRank, worstRank)}</span>
              </span>
            ),
          },
          {
            name: <span class="hidden">{t('Compare')}</span>,
            look: 'pick',
            cell: ({ session, examinee }) =>
              session !== null && (
                <input
                  type="checkbox"
                  aria-label={t('Compare {examinee}', { examinee })}
                  checked={chosen.includes(session)}
                  onChange={() => onChoose(session)}
                />
              ),
          },
          {
            name: examineeColumn(all),
            namesRow: true,
            sort: 'model',
            look: extra ? 'model tight' : 'model',
            cell: (row) => (
              <span class="one-line">
                <span class={row.kind === 'recorded' ? 'cut faint' : 'cut'} title={row.examinee}>
                  {row.session === null ? (
                    row.examinee
                  ) : (
                    <Link to={['sessions', row.session]}>{row.examinee}</Link>
                  )}
                </span>
                <EntryMarks entry={row} />
              </span>
            ),
          },
          {
            name: <RangeScale scale={scale} />,
            kind: 'range',
            cell: (row) => (
              <RangeBar
                value={row.score}
                low={row.low}
                high={row.high}
                scale={scale}
                quiet={row.kind === 'recorded'}
                reference={reference}
                description={entryDescription(row)}
              />
            ),
          },
          { name: t('Score'), kind: 'number', look: 'score', cell: ({ score }) => points(score) },
          {
            name: t('90% interval'),
            kind: 'number',
            sort: 'width',
            look: 'ends',
            cell: ({ low, high }) => (
              <span class="faint">{low === null ? t('exact') : interval(low, high)}</span>
            ),
          },
          ...(extra ? more : []),
          {
            name: t('Tied'),
            kind: 'number',
            look: 'ties',
            cell: (row) => (
              <button
                type="button"
                class="plain"
                aria-label={t('{model}: tied with {n}, show details', {
                  model: row.examinee,
                  n: row.worstRank - row.bestRank,
                })}
                onClick={() => setShown(row)}
              >
                {row.worstRank - row.bestRank}
              </button>
            ),
          },
        ]}
      />
      {shown !== null && <EntryDialog entry={shown} all={all} onClose={() => setShown(null)} />}
    </>
  );
}
