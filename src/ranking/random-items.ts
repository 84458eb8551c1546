import type { ScoreTarget } from '../cat/robust/score-prediction.ts';
import { type RandomStream, shuffle } from '../random.ts';
import { type SampleScore, sampleScore } from './design-interval.ts';
import type { RecordedExaminee } from './recorded-test.ts';

/** The stratum of each item for random draws: a single one if the score is the mean over items. */
export interface Strata {
  readonly count: number;
  readonly of: ArrayLike<number>;
}

/**
 * Puts the answered items into a random order in which every initial part is a fair sample for the score. With one stratum it
 * is a simple random order. With several, it takes one item of each stratum in turn (strata in random order), so that the mean
 * of stratum means has the same number of items from each.
 */
export function randomOrder(
  examinee: RecordedExaminee,
  strata: Strata,
  random: RandomStream,
): Int32Array {
  const members: number[][] = Array.from({ length: strata.count }, () => []);
  let total = 0;
  examinee.scores.forEach((u, j) => {
    if (Number.isNaN(u)) return;
    members[strata.of[j]].push(j);
    total++;
  });
  for (const list of members) shuffle(list, random);
  const order = new Int32Array(total);
  for (let round = 0, count = 0; count < total; round++) {
    const turn = members.filter((list) => round < list.length);
    if (strata.count > 1) shuffle(turn, random);
    for (const list of turn) order[count++] = list[round];
  }
  return order;
}

/** The plain score of the first `length` items of a random order, with its design-based interval. */
export function plainScore(
  examinee: RecordedExaminee,
  strata: Strata,
  order: Int32Array,
  length: number,
  target: ScoreTarget = 'recorded',
): SampleScore {
  const parts = Array.from({ length: strata.count }, () => ({
    weight: 0,
    size: 0,
    drawn: 0,
    sum: 0,
    squares: 0,
  }));
  for (let j = 0; j < examinee.scores.length; j++) {
    if (Number.isNaN(examinee.scores[j])) continue;
    parts[strata.of[j]].weight += examinee.weights[j];
    parts[strata.of[j]].size++;
  }
  for (let k = 0; k < Math.min(length, order.length); k++) {
    const part = parts[strata.of[order[k]]];
    const u = examinee.scores[order[k]];
    part.drawn++;
    part.sum += u;
    part.squares += u * u;
  }
  return sampleScore(
    parts.filter((part) => part.size > 0),
    target,
  );
}
