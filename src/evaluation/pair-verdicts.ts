import {
  combineOrders,
  type PositionBias,
  positionBias,
  type Shown,
} from '../scoring/judges/combine-orders.ts';
import { type Comparisons, type DavidsonFit, davidson } from '../statistics/davidson.ts';

/** What one judge said of two models' answers to one question, in both orders; null where it gave no verdict that can be read. */
export interface PairVerdict {
  /** Models, by position: of the pair the first one was shown first in `forward`. */
  readonly first: number;
  readonly second: number;
  readonly item: number;
  readonly judge: number;
  readonly forward: Shown;
  readonly backward: Shown;
  /** Whether judges were asked; not about an empty answer. */
  readonly isAsked: boolean;
}

/** Wins of the first of two models against the second, by question, condition and judge. */
export interface PairCounts extends Comparisons {
  /** Comparisons without a verdict in both orders. */
  readonly missing: number;
}

/** How models compare by the verdicts of judges. */
export interface PairAnalysis {
  readonly pairs: readonly PairCounts[];
  /** Their strengths with 90% intervals over items like these; or which models cannot be compared. */
  readonly fit: DavidsonFit;
  /** Position bias by judge, of what they were asked. */
  readonly bias: readonly PositionBias[];
}

/**
 * Wins, ties and losses, and Davidson's strengths. Verdicts about one item are not independent, so the errors of strengths come from
 * the items (`davidson`).
 * @param pairs the models compared, by position
 */
export function analysePairs(
  models: number,
  pairs: readonly (readonly [number, number])[],
  judges: number,
  verdicts: readonly PairVerdict[],
): PairAnalysis {
  const counted = new Map(pairs.map((pair) => [pair.join(), noCounts(pair)]));
  const byItem = new Map<number, Map<string, Tally>>();
  for (const { first, second, item, forward, backward } of verdicts) {
    const key = [first, second].join();
    const outcome = combineOrders(forward, backward);
    note(counted.get(key)!, outcome);
    if (outcome === null) continue;
    const own = byItem.get(item) ?? new Map<string, Tally>();
    byItem.set(item, own);
    const sum = own.get(key) ?? noCounts([first, second]);
    own.set(key, sum);
    note(sum, outcome);
  }
  const sums = [...counted.values()];
  return {
    pairs: sums,
    fit: davidson(
      models,
      sums,
      [...byItem.values()].map((own) => [...own.values()]),
    ),
    bias: Array.from({ length: judges }, (_, judge) =>
      positionBias(verdicts.filter((one) => one.judge === judge && one.isAsked)),
    ),
  };
}

interface Tally {
  readonly first: number;
  readonly second: number;
  wins: number;
  losses: number;
  ties: number;
  missing: number;
}

function noCounts([first, second]: readonly [number, number]): Tally {
  return { first, second, wins: 0, losses: 0, ties: 0, missing: 0 };
}

function note(tally: Tally, outcome: ReturnType<typeof combineOrders>): void {
  if (outcome === 'one') tally.wins++;
  else if (outcome === 'other') tally.losses++;
  else if (outcome === 'tie') tally.ties++;
  else tally.missing++;
}

/** The pairs of models that judges compare: every two, or each with one of them. @param against by position */
export function comparedPairs(
  models: number,
  against: number | null,
): (readonly [number, number])[] {
  const all = Array.from({ length: models }, (_, first) =>
    Array.from({ length: models - first - 1 }, (__, k) => [first, first + 1 + k] as const),
  ).flat();
  return against === null ? all : all.filter((pair) => pair.includes(against));
}

/**
 * What a model of a strength can expect against one of strength 0, which is the mean of the models: 1 for a win, ½ for a tie.
 * @param logTie of the fit
 */
export function expectedShare(strength: number, logTie: number | null): number {
  const tie = logTie === null ? 0 : Math.exp(-Math.abs(strength) / 2 + logTie);
  const [won, lost] = strength > 0 ? [1, Math.exp(-strength)] : [Math.exp(strength), 1];
  return (won + tie / 2) / (won + tie + lost);
}
