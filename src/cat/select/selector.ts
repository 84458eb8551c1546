import type { Answers } from '../../irt/answers.ts';
import type { EstimatorName, NormalPrior } from '../../irt/estimate/estimate.ts';
import type { LikelihoodGrid } from '../../irt/likelihood-grid.ts';
import type { RandomStream } from '../../random.ts';
import type { CatBank } from '../bank.ts';
import type { Unmixed } from '../estimate-so-far.ts';

/** How the next item is chosen among the eligible ones; `SELECTORS` says what each rule does. */
export type SelectRule =
  | { readonly rule: 'maximum-information' }
  | { readonly rule: 'randomesque'; readonly best: number }
  | { readonly rule: 'random' }
  | { readonly rule: 'likelihood-weighted-information' }
  | { readonly rule: 'posterior-weighted-information' }
  | { readonly rule: 'expected-information' }
  | { readonly rule: 'expected-posterior-variance' }
  | { readonly rule: 'kullback-leibler' }
  | { readonly rule: 'posterior-kullback-leibler' }
  | { readonly rule: 'global-discrimination' }
  | { readonly rule: 'posterior-global-discrimination' }
  | { readonly rule: 'closest-difficulty' }
  | { readonly rule: 'closest-peak' }
  | { readonly rule: 'progressive'; readonly acceleration: number }
  | { readonly rule: 'proportional'; readonly acceleration: number }
  | { readonly rule: 'a-stratified'; readonly strata: number; readonly blocked: boolean };

/** What a selector may look at. */
export interface Selection {
  readonly bank: CatBank;
  /** The current estimate; before the first answer the ability that the test starts from. */
  readonly ability: number;
  readonly eligible: (j: number) => boolean;
  /** The random stream of this position; created only if needed. */
  readonly chance: () => RandomStream;
  /** The answers counted so far. */
  readonly answers: Answers;
  /** Their log-likelihood at abilities within the bank's bounds. */
  readonly grid: LikelihoodGrid;
  readonly estimator: EstimatorName;
  readonly unmixed: Unmixed;
  readonly prior: NormalPrior;
  /** The place in the test that is to be filled, from 1. */
  readonly place: number;
  /** Items of the longest test that the stopping rules and the bank allow. */
  readonly longest: number;
}

/** Chooses an item: its position in the bank, or −1 if none is eligible. */
export type Selector = (selection: Selection) => number;
