import { type HumanRow, humanBaseline } from '../../../item-bank/humans/human-baseline.ts';
import type { BoardHumans } from '../../api/humans.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { MOST_STRATA } from '../../workflow/bank/humans/baseline-of.ts';
import type { BankHumans } from '../../workflow/bank/humans/read-humans.ts';

/** The reference of a leaderboard: people on its items. Null if none of them has figures that count. */
export function boardHumansOf(
  { figures }: BankHumans,
  items: readonly string[],
  target: ScoreTarget,
): BoardHumans {
  const covered = new Set(items);
  const own = figures.items.filter(({ item }) => covered.has(item));
  if (own.length === 0) return null;
  const baseline = humanBaseline({ ...figures, items: own, of: items.length });
  const { overall, strata, perItem, plainMean } = baseline;
  if (overall.accuracy === null) return null;
  const cell = ({ accuracy, items, [target]: interval }: HumanRow) => ({
    accuracy: accuracy!,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    items,
  });
  return {
    ...cell(overall),
    of: items.length,
    respondents: overall.respondents,
    perItem: perItem?.median ?? null,
    plainMean,
    tags: Object.fromEntries(
      strata
        .filter(({ rows }) => rows.length <= MOST_STRATA)
        .map(({ tags: [tag], rows }) => [
          tag,
          Object.fromEntries(
            rows
              .filter(({ accuracy }) => accuracy !== null)
              .map((row) => [row.values[0], cell(row)]),
          ),
        ]),
    ),
  };
}
