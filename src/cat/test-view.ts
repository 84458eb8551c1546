import type { Answers } from '../irt/answers.ts';
import { information } from '../irt/information.ts';
import type { LikelihoodGrid } from '../irt/likelihood-grid.ts';
import { logLikelihood } from '../irt/log-likelihood.ts';
import { randomStream } from '../random.ts';
import type { CatBank } from './bank.ts';
import type { SessionConfiguration } from './configuration.ts';
import type { EligibleItems } from './constrain/eligible-items.ts';
import type { EstimateSoFar } from './estimate-so-far.ts';
import type { Selection } from './select/selector.ts';
import { estimateRange } from './stop/estimate-range.ts';
import type { StopState } from './stop/rules.ts';

/** The part of a test in progress that selectors and stopping rules may use. */
export interface TestInProgress {
  readonly bank: CatBank;
  readonly configuration: SessionConfiguration;
  readonly items: EligibleItems;
  /** Root of the test's random streams. */
  readonly seed: string;
  /** Items of the longest test that the stopping rules and the bank allow. */
  readonly longest: number;
  /** Items asked so far. */
  readonly length: number;
  /** The answers that are counted so far: one object whose count grows. */
  readonly answers: Answers;
  /** Their log-likelihood. */
  readonly grid: LikelihoodGrid;
  /** The estimate from the counted answers; before the first answer, the start. */
  readonly estimate: EstimateSoFar;
  /** The abilities estimated after 1, 2, … answers; null if no stopping rule looks at them. */
  readonly path: Float64Array | null;
}

/** The view of a test for selectors. One object per test is enough, because its properties change with the test. */
export function selectionOf(test: TestInProgress): Selection {
  const { bank, configuration, items, longest, answers, grid } = test;
  const { estimator, unmixed = 'eap', prior } = configuration;
  return {
    bank,
    get ability() {
      return test.estimate.ability;
    },
    eligible: items.isEligible,
    chance: () => randomStream(test.seed, 'select', test.length + 1),
    answers,
    grid,
    estimator,
    unmixed,
    prior,
    get place() {
      return test.length + 1;
    },
    longest,
  };
}

/** The view of a test for stopping rules. One object per test is enough, because its properties change with the test. */
export function stopStateOf(test: TestInProgress): StopState {
  const { bank, items, answers, path } = test;
  const best = new Int32Array(1);
  return {
    get length() {
      return test.length;
    },
    get ability() {
      return test.estimate.ability;
    },
    get se() {
      return test.estimate.se;
    },
    informationLeft: () => {
      const { ability } = test.estimate;
      if (bank.index.find(ability, items.isEligible, best) === 0) return 0;
      const { a, b, c, d } = bank.items;
      const j = best[0];
      return information(ability, a[j], b[j], c[j], d[j]);
    },
    estimateRange: (last) =>
      path === null ? Number.POSITIVE_INFINITY : estimateRange(path, answers.count, last),
    logLikelihood: (theta) => logLikelihood(theta, answers),
    affords: (most) => items.affords(most),
  };
}
