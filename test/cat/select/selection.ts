import type { CatBank } from '../../../src/cat/bank.ts';
import type { Selection } from '../../../src/cat/select/selector.ts';
import { STANDARD_NORMAL } from '../../../src/irt/estimate/estimate.ts';
import { gridOf, type LikelihoodGrid } from '../../../src/irt/likelihood-grid.ts';
import { randomStream } from '../../../src/random.ts';

/** What a selector sees after these answers (positions and scores); all other items are eligible. */
export function selectionOf(
  bank: CatBank,
  answered: readonly number[],
  scores: readonly number[],
  change: Partial<Selection> = {},
  gridStep = bank.gridStep,
): Selection {
  const answers = {
    items: bank.items,
    index: Int32Array.from(answered),
    scores: Float64Array.from(scores),
    count: answered.length,
  };
  const grid: LikelihoodGrid = gridOf(answers, ...bank.bounds, gridStep);
  const used = new Set(answered);
  return {
    bank,
    ability: 0,
    eligible: (j) => !used.has(j),
    chance: () => randomStream('test', 'select', answered.length + 1),
    answers,
    grid,
    estimator: 'eap',
    unmixed: 'eap',
    prior: STANDARD_NORMAL,
    place: answered.length + 1,
    longest: 20,
    ...change,
  };
}
