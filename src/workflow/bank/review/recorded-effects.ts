import { pickItems, type ResponseMatrix } from '../../../irt/responses.ts';
import { rescoreResponses } from '../../../store/responses/rescore-responses.ts';
import type { ReviewedItems } from '../../../store/review/reviewed-items.ts';
import type { KeptResponses } from '../../../store/store.ts';
import { type DifferingItem, differenceOf } from './differing-items.ts';

/** What decisions do to recorded answers. */
export interface RecordedEffects {
  /** Recorded answers to the items whose key changes. */
  readonly answers: number;
  /** Those of them that are scored again by their letters, or by a score that was given by this key. */
  readonly rescored: number;
  /** Those whose score is another one then. */
  readonly changed: number;
  /** Those scored again that counted as missing before. */
  readonly returned: number;
  /** Those that count as missing, because their letters are not known. */
  readonly missing: number;
  /** Answers to retired items, which no longer count; negative for items that are used again. */
  readonly leftOut: number;
}

/** A recorded model whose score on the whole bank, or whose rank, changes. */
export interface ModelMove {
  readonly model: string;
  /** Share of right answers, 0 to 1; null if no answer counts. */
  readonly before: Place;
  readonly after: Place;
}

export interface Place {
  readonly score: number | null;
  /** From 1; equal scores share the best rank. Null without a score. */
  readonly rank: number | null;
}

/**
 * Counts the recorded answers that two states of a review score differently, and the models that this moves.
 * @param pretest items that do not count, as they were imported or by the kept log; none by default
 */
export function recordedEffects(
  kept: KeptResponses,
  [before, after]: readonly [ReviewedItems, ReviewedItems],
  differing: readonly DifferingItem[],
  pretest: ReadonlySet<string> = new Set(),
): { readonly recorded: RecordedEffects; readonly ranking: ModelMove[] } {
  const [was, is] = [before, after].map((state) => rescoreResponses(kept, state).matrix);
  const columnOf = new Map(kept.matrix.items.map((item, j) => [item, j]));
  const width = kept.matrix.items.length;
  const recorded = { answers: 0, rescored: 0, changed: 0, returned: 0, missing: 0, leftOut: 0 };
  for (const item of differing) {
    const j = columnOf.get(item.id);
    if (j === undefined) continue;
    const difference = differenceOf(item);
    for (const i of kept.matrix.examinees.keys()) {
      const at = i * width + j;
      if (Number.isNaN(kept.matrix.scores[at])) continue;
      const [old, now] = [was.scores[at], is.scores[at]];
      if (difference === 'promoted') continue;
      if (difference !== 'corrected') recorded.leftOut += difference === 'retired' ? 1 : -1;
      else {
        recorded.answers++;
        if (Number.isNaN(now)) recorded.missing++;
        else {
          recorded.rescored++;
          if (Number.isNaN(old)) recorded.returned++;
          else if (old !== now) recorded.changed++;
        }
      }
    }
  }
  return {
    recorded,
    ranking: moves(counted(was, before, pretest), counted(is, after, pretest)),
  };
}

/** Recorded answers without those to pretest items, which no score counts. */
function counted(
  matrix: ResponseMatrix,
  state: ReviewedItems,
  pretest: ReadonlySet<string>,
): ResponseMatrix {
  const isPretest = (item: string) =>
    (state.get(item)?.current.status ?? (pretest.has(item) ? 'pretest' : '')) === 'pretest';
  const used = matrix.items.flatMap((item, j) => (isPretest(item) ? [] : [j]));
  return used.length === matrix.items.length ? matrix : pickItems(matrix, used);
}

/** Models whose score or rank differs, by their rank afterwards. */
function moves(was: ResponseMatrix, is: ResponseMatrix): ModelMove[] {
  const [before, after] = [places(was), places(is)];
  return is.examinees
    .map((model, i) => ({ model, before: before[i], after: after[i] }))
    .filter(
      (move) => move.before.score !== move.after.score || move.before.rank !== move.after.rank,
    )
    .sort((x, y) => (x.after.rank ?? Infinity) - (y.after.rank ?? Infinity));
}

function places({ examinees, items, scores }: ResponseMatrix): Place[] {
  const width = items.length;
  const shares = examinees.map((_, i) => {
    let [sum, count] = [0, 0];
    for (const score of scores.subarray(i * width, (i + 1) * width))
      if (!Number.isNaN(score)) {
        sum += score;
        count++;
      }
    return count === 0 ? null : sum / count;
  });
  return shares.map((score) => ({
    score,
    rank:
      score === null ? null : 1 + shares.filter((other) => other !== null && other > score).length,
  }));
}
