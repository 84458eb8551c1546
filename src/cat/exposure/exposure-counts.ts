import { fail } from '../../errors.ts';
import { barredAt } from '../constrain/barred.ts';
import type { AdaptiveSession } from '../session.ts';

/**
 * How often items were asked in past sessions: the state of the rules of exposure. Plain data that callers pass in and get
 * back. All sessions of a block start from the same history; the block's counts are added when it is done. Sums of whole
 * numbers do not depend on their order, so results do not depend on the number of workers.
 */
export interface ExposureCounts {
  sessions: number;
  /** One per level of ability of the rule. */
  readonly levels: {
    /** Sessions in which an item was chosen at this level. */
    visited: number;
    /** Of these, how many asked the item there; one entry per item. */
    readonly asked: number[];
    /** Of these, in how many it was not barred there. */
    readonly eligible: number[];
  }[];
}

export function emptyCounts(items: number, levels = 1): ExposureCounts {
  const zeros = () => new Array<number>(items).fill(0);
  return {
    sessions: 0,
    levels: Array.from({ length: levels }, () => ({
      visited: 0,
      asked: zeros(),
      eligible: zeros(),
    })),
  };
}

/** Adds a session that has ended. Its levels are those of its barred items, or one level if it has none. */
export function countSession(counts: ExposureCounts, session: AdaptiveSession): void {
  const { barred } = session.configuration;
  const isBarred = barred === undefined ? null : barredAt(session.bank, barred);
  countChoices(counts, session.choices(), isBarred, session.bank.items.count);
}

/**
 * As `countSession`, from the items a session asked and the level of ability at which each was chosen.
 * @param isBarred by level one entry per item, 1 if it was barred; null if none was
 * @param count items of the bank
 */
export function countChoices(
  counts: ExposureCounts,
  choices: readonly { readonly index: number; readonly level: number }[],
  isBarred: readonly Uint8Array[] | null,
  count: number,
): void {
  const levels = isBarred?.length ?? 1;
  if (counts.levels.length !== levels || counts.levels[0].asked.length !== count)
    fail('SESSION_INVALID', {
      reason: `counts of exposure for ${counts.levels.length} levels of ${counts.levels[0]?.asked.length ?? 0} items; the session has ${levels} of ${count}`,
    });
  counts.sessions++;
  const visited = new Uint8Array(levels);
  for (const { index, level } of choices) {
    visited[level] = 1;
    counts.levels[level].asked[index]++;
  }
  counts.levels.forEach((own, level) => {
    if (visited[level] === 0) return;
    own.visited++;
    for (let j = 0; j < count; j++) own.eligible[j] += isBarred?.[level][j] === 1 ? 0 : 1;
  });
}

/** Adds the counts of other sessions, such as another worker's share of a block. */
export function addCounts(counts: ExposureCounts, others: ExposureCounts): void {
  counts.sessions += others.sessions;
  counts.levels.forEach((own, level) => {
    const other = others.levels[level];
    own.visited += other.visited;
    for (let j = 0; j < own.asked.length; j++) {
      own.asked[j] += other.asked[j];
      own.eligible[j] += other.eligible[j];
    }
  });
}

/** The history that rules of exposure use for a block. */
export interface ExposureHistory {
  /** Of all sessions. */
  readonly total: ExposureCounts;
  /** The same with older sessions counting less, for rules that adapt. */
  readonly recent: ExposureCounts;
}

export function emptyHistory(items: number, levels = 1): ExposureHistory {
  return { total: emptyCounts(items, levels), recent: emptyCounts(items, levels) };
}

/**
 * Adds a whole block. Earlier counts of `recent` are multiplied by `fading` for each session that reached the level: with a
 * fading of w, about the last 1/(1 − w) sessions count.
 */
export function addBlock(history: ExposureHistory, block: ExposureCounts, fading: number): void {
  addCounts(history.total, block);
  history.recent.levels.forEach((own, level) => {
    const kept = fading ** block.levels[level].visited;
    own.visited *= kept;
    for (let j = 0; j < own.asked.length; j++) {
      own.asked[j] *= kept;
      own.eligible[j] *= kept;
    }
  });
  addCounts(history.recent, block);
}

/** The share of all sessions that asked each item. */
export function exposureRates({ sessions, levels }: ExposureCounts): Float64Array {
  const rates = new Float64Array(levels[0].asked.length);
  for (const { asked } of levels)
    for (let j = 0; j < rates.length; j++) rates[j] += asked[j] / Math.max(1, sessions);
  return rates;
}
