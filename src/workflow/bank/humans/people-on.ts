import { type HumanRow, humanBaseline } from '../../../../item-bank/humans/human-baseline.ts';
import type { ScoreTarget } from '../../../cat/robust/score-prediction.ts';
import type { BankHumans } from './read-humans.ts';

/** The accuracy of people on some items, in points, with the 90% interval of a target. */
interface PeopleScore {
  readonly accuracy: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Items that count in it. */
  readonly items: number;
}

/** People on the items of a ranking: a reference beside models, without a rank. */
export interface PeopleOn extends PeopleScore {
  /** Items of the ranking. */
  readonly of: number;
  /** Answers of people; null if not known. */
  readonly respondents: number | null;
  /** Mean number of respondents of an item. */
  readonly perItem: number | null;
  /** Mean accuracy with all items alike. */
  readonly plainMean: number;
  /** By tag and value. */
  readonly tags: Record<string, Record<string, PeopleScore>>;
}

/** Null if none of the items has figures that count. */
export function peopleOn(
  { figures }: BankHumans,
  items: readonly string[],
  target: ScoreTarget,
): PeopleOn | null {
  const covered = new Set(items);
  const own = figures.items.filter(({ item }) => covered.has(item));
  if (own.length === 0) return null;
  const baseline = humanBaseline({ ...figures, items: own, of: items.length });
  const { overall, strata, plainMean } = baseline;
  if (overall.accuracy === null) return null;
  const cell = ({ accuracy, items, [target]: interval }: HumanRow): PeopleScore => ({
    accuracy: accuracy!,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    items,
  });
  return {
    ...cell(overall),
    of: items.length,
    respondents: overall.respondents,
    perItem: overall.respondents === null ? null : overall.respondents / overall.items,
    plainMean,
    tags: Object.fromEntries(
      strata.map(({ tags: [tag], rows }) => [
        tag,
        Object.fromEntries(
          rows.filter(({ accuracy }) => accuracy !== null).map((row) => [row.values[0], cell(row)]),
        ),
      ]),
    ),
  };
}
