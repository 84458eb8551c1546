import { scoreLetters } from '../../scoring/score-letters.ts';
import type { ReviewedItem, ReviewedItems } from '../review/reviewed-items.ts';
import type { KeptResponses, StoredResponses } from '../store.ts';
import type { LetterAnswer } from './pack-letters.ts';

/** An answer, and how its score came about. */
export interface GivenAnswer {
  /** NaN if the item was not asked. */
  readonly score: number;
  readonly letters: LetterAnswer;
  /** The key the score was given by; undefined if it is the one the item was imported with. */
  readonly scoredBy?: string | undefined;
}

/**
 * The score of an answer to an item that a review has changed. To a retired item there is none (NaN). By another key than the
 * score was given by, the letters decide. Where they are not known, the answer counts as missing (NaN), although who was right by the
 * earlier key is wrong now: with these alone known, every known answer would be wrong.
 */
export function rescoreAnswer(
  { imported, current }: ReviewedItem,
  { score, letters, scoredBy }: GivenAnswer,
): number {
  if (current.status === 'retired' || Number.isNaN(score)) return Number.NaN;
  if (!('options' in current) || !('options' in imported)) return score;
  const from = scoredBy ?? imported.key.join('');
  if (from === current.key.join('')) return score;
  if (letters === undefined) return Number.NaN;
  return scoreLetters(current.type, letters, current.key);
}

/** Recorded answers as the review of their bank leaves them. What is kept does not change, so that an undo restores it exactly. */
export function rescoreResponses(
  { matrix, families, standIns, absent, letters, scoredBy }: Omit<KeptResponses, 'origins'>,
  reviewed: ReviewedItems,
): StoredResponses {
  const about = {
    families,
    ...(standIns !== undefined && { standIns }),
    ...(absent !== undefined && { absent }),
  };
  if (reviewed.size === 0) return { matrix, ...about };
  const { items, examinees } = matrix;
  const width = items.length;
  const scores = matrix.scores.slice();
  for (const [j, item] of items.entries()) {
    const change = reviewed.get(item);
    if (change === undefined) continue;
    for (const i of examinees.keys()) {
      const at = i * width + j;
      const by = scoredBy[i][item];
      scores[at] = rescoreAnswer(change, {
        score: scores[at],
        letters: letters[i]?.[j],
        scoredBy: by,
      });
    }
  }
  return { matrix: { examinees, items, scores }, ...about };
}
