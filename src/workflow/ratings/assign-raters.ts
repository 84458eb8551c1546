import { designOf, participantsOfItem } from '../../../calibration/synthesize/synthesis-design.ts';
import { type RandomStream, randomStream, shuffle } from '../../random.ts';

/**
 * Who rates which answers: `common` random ones by all raters, each other by `perAnswer`. Raters have the same number of answers, give or
 * take one, and each pair of raters has about the same number in common (the design of syntheses).
 * @returns the answers of each rater, ascending
 */
export function assignRaters(
  answers: number,
  raters: number,
  { perAnswer, common, seed }: { perAnswer: number; common: number; seed: number },
): number[][] {
  const order = shuffle(
    Array.from({ length: answers }, (_, k) => k),
    randomStream(seed, 'ratings', 'common'),
  );
  const shared = order.slice(0, common);
  const others = order.slice(common);
  const of: number[][] = Array.from({ length: raters }, () => [...shared]);
  if (others.length > 0 && perAnswer === 1)
    for (const [k, answer] of others.entries()) of[k % raters].push(answer);
  else if (others.length > 0) {
    const rule = perAnswer >= raters ? 'complete' : { participantsPerItem: perAnswer };
    const design = designOf(rule, raters, others.length, `${seed} ratings`);
    for (const [k, answer] of others.entries())
      for (const rater of participantsOfItem(design, k)) of[rater].push(answer);
  }
  return of.map((own) => own.sort((x, y) => x - y));
}

/**
 * The answers of a rater who comes later, without a change for the others: the common ones of all raters, then those with the fewest raters, and of these
 * such whose raters share the fewest answers with the new one.
 * @param assigned the answers of each earlier rater
 * @param count how many in all; at least the common ones
 */
export function assignLater(
  assigned: readonly (readonly number[])[],
  answers: number,
  count: number,
  random: RandomStream,
): number[] {
  const raters: number[][] = Array.from({ length: answers }, () => []);
  for (const [rater, own] of assigned.entries())
    for (const answer of own) raters[answer].push(rater);
  const isCommon = (answer: number) =>
    assigned.length > 1 && raters[answer].length === assigned.length;
  const order = shuffle(
    Array.from({ length: answers }, (_, k) => k),
    random,
  );
  // If everybody rates everything, all is common; then the number asked for counts.
  const areAllCommon = order.every(isCommon);
  const chosen = areAllCommon ? [] : order.filter(isCommon);
  const left = new Set(order.filter((answer) => areAllCommon || !isCommon(answer)));
  const shared = assigned.map(() => chosen.length);
  while (chosen.length < count && left.size > 0) {
    let best = -1;
    let bestCost = [Infinity, Infinity];
    for (const answer of left) {
      const own = raters[answer];
      const overlap = own.reduce((sum, rater) => sum + shared[rater], 0) / Math.max(1, own.length);
      const cost = [own.length, overlap];
      if (cost[0] < bestCost[0] || (cost[0] === bestCost[0] && cost[1] < bestCost[1]))
        [best, bestCost] = [answer, cost];
    }
    left.delete(best);
    chosen.push(best);
    for (const rater of raters[best]) shared[rater]++;
  }
  return chosen.sort((x, y) => x - y);
}
