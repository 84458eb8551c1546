import type { Answers } from './answers.ts';
import { logComplement, logProbability } from './log-probability.ts';
import { probability } from './probability.ts';

/**
 * The standardised log-likelihood l_z of the answers at an ability: (log L − E log L) / SD(log L). About N(0, 1) if the answers
 * follow the model; far below 0 if easy items are wrong and hard ones right, for example because items are mapped wrongly or
 * the parser is broken. At an estimated ability its spread is somewhat below 1. Null if no answer could vary.
 *
 * @see Drasgow, Levine & Williams (1985), British Journal of Mathematical and Statistical Psychology 38, 67–86
 */
export function personFit(theta: number, answers: Answers): number | null {
  const { a, b, c, d } = answers.items;
  let distance = 0;
  let variance = 0;
  for (let k = 0; k < answers.count; k++) {
    const j = answers.index[k];
    const p = probability(theta, a[j], b[j], c[j], d[j]);
    const right = logProbability(theta, a[j], b[j], c[j], d[j]);
    const wrong = logComplement(theta, a[j], b[j], c[j], d[j]);
    // A right answer with P = 1 is no surprise: (u − P) · logit P has the limit 0.
    if (!(p > 0 && p < 1)) continue;
    distance += (answers.scores[k] - p) * (right - wrong);
    variance += p * (1 - p) * (right - wrong) ** 2;
  }
  return variance > 0 ? distance / Math.sqrt(variance) : null;
}
