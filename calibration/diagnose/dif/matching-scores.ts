import { type DifAnswers, NONE } from './dif-answers.ts';

/** Sums of the answers to the matching items, one entry per examinee. */
export interface MatchingSums {
  readonly isMatching: Uint8Array;
  readonly right: Int32Array;
  readonly answered: Int32Array;
  readonly items: number;
}

export function matchingSums(
  { examinees, items, scores }: DifAnswers,
  isMatching: Uint8Array,
): MatchingSums {
  const right = new Int32Array(examinees);
  const answered = new Int32Array(examinees);
  let count = 0;
  for (let j = 0; j < items; j++) {
    if (isMatching[j] === 0) continue;
    count++;
    for (let i = 0; i < examinees; i++) {
      const u = scores[j * examinees + i];
      if (u === NONE) continue;
      right[i] += u;
      answered[i]++;
    }
  }
  return { isMatching, right, answered, items: count };
}

/**
 * The score by which examinees are matched for one item, written into `into`: the number right among the matching items and the item itself
 * (Holland & Thayer 1988: without the studied item the null hypothesis of a Rasch model would not hold). If examinees left items
 * out, their share right times the number of items. NaN if the examinee did not answer the item.
 *
 * @returns the largest possible score
 */
export function matchingScores(
  { examinees, scores }: DifAnswers,
  sums: MatchingSums,
  item: number,
  into: Float64Array,
): number {
  const isIn = sums.isMatching[item] === 1;
  const full = sums.items + (isIn ? 0 : 1);
  for (let i = 0; i < examinees; i++) {
    const u = scores[item * examinees + i];
    if (u === NONE) {
      into[i] = Number.NaN;
      continue;
    }
    const right = sums.right[i] + (isIn ? 0 : u);
    const answered = sums.answered[i] + (isIn ? 0 : 1);
    into[i] = answered === full ? right : (right * full) / answered;
  }
  return full;
}
