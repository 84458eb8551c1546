import type { NormalPrior } from '../../../src/irt/estimate/estimate.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { testInformation } from '../../../src/irt/test-information.ts';
import { priorGrid } from './prior-grid.ts';

/**
 * The reliability of abilities for examinees drawn from the prior, ∫ I / (I + 1/sd²) over it, in [0, 1): the share of the
 * prior variance that answers to all items explain.
 *
 * @see Green, Bock, Humphreys, Linn & Reckase (1984), Journal of Educational Measurement 21, 347–360; Chalmers (2012), Journal
 *   of Statistical Software 48(6), for this form
 */
export function marginalReliability(items: ItemParameters, prior: NormalPrior): number {
  const { nodes, weights } = priorGrid(items, prior);
  let sum = 0;
  nodes.forEach((theta, q) => {
    const information = testInformation(theta, items);
    sum += (weights[q] * information) / (information + prior.sd ** -2);
  });
  return sum;
}
