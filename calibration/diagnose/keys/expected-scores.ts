import { type CurveNodes, curveNodes } from './curve-nodes.ts';
import { type LearnedCurves, nodePosterior } from './learn-curves.ts';

/**
 * The probability of a right answer of every examinee to an item: its curve averaged over the posterior of its slope and
 * difficulty, given all answers to it.
 * @param answers to the item: 1, 0 or −1 for none
 */
export function expectedScores(
  answers: Int8Array,
  { table, logWeights }: LearnedCurves,
  nodes: CurveNodes = curveNodes(),
): Float64Array {
  const posterior = new Float64Array(nodes.count);
  nodePosterior(answers, table, logWeights, posterior);
  const width = answers.length;
  const expected = new Float64Array(width);
  for (let k = 0; k < nodes.count; k++)
    for (let m = 0; m < width; m++)
      expected[m] += posterior[k] * Math.exp(table.right[k * width + m]);
  return expected;
}
