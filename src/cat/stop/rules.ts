/**
 * When a session ends. `length` says that a number of items is reached: inside `any` it is a maximum, inside `all` a
 * minimum. `STOP_RULES` says what each rule does.
 *
 * @example a standard error below 0.2, but not before 20 and not after 243 items
 * { rule: 'any', of: [
 *   { rule: 'length', items: 243 },
 *   { rule: 'all', of: [{ rule: 'length', items: 20 }, { rule: 'standard-error', below: 0.2 }] } ] }
 */
export type StopRule =
  | SimpleStopRule
  | { readonly rule: 'any'; readonly of: readonly StopRule[] }
  | { readonly rule: 'all'; readonly of: readonly StopRule[] };

/** A stopping rule that does not combine others. */
export type SimpleStopRule =
  | { readonly rule: 'length'; readonly items: number }
  /** The standard error of the ability is below this. */
  | { readonly rule: 'standard-error'; readonly below: number }
  /** No eligible item has this much information at the current ability. */
  | { readonly rule: 'information-left'; readonly below: number }
  | EstimateChangeRule
  | ConfidenceClassificationRule
  | SprtRule
  | BudgetRule;

/** The estimates before and after each of the `last` answers lie within less than `below` of each other. */
export interface EstimateChangeRule {
  readonly rule: 'estimate-change';
  readonly last: number;
  readonly below: number;
}

/** The confidence interval of the ability contains none of the cuts. */
export interface ConfidenceClassificationRule {
  readonly rule: 'confidence-classification';
  /** Abilities between the classes, ascending. */
  readonly cuts: readonly number[];
  /** Of the two-sided interval, between 0 and 1. */
  readonly confidence: number;
}

/** Wald's sequential probability ratio test decides on which side of the cut the ability lies. */
export interface SprtRule {
  readonly rule: 'sprt';
  readonly cut: number;
  /** Abilities closer to the cut than this may get either decision. */
  readonly indifference: number;
  /** The greatest chance of the decision `above` for an examinee at cut − indifference. */
  readonly alpha: number;
  /** The greatest chance of the decision `below` for an examinee at cut + indifference. */
  readonly beta: number;
}

/** No remaining item fits the budget; the costs are those of the bank. */
export interface BudgetRule {
  readonly rule: 'budget';
  /** Greatest sum of costs, in their unit. */
  readonly most: number;
}

/** What a rule may look at. */
export interface StopState {
  /** Items asked so far. */
  readonly length: number;
  readonly ability: number;
  readonly se: number;
  /** The greatest information of an eligible item; computed only if a rule needs it. */
  readonly informationLeft: () => number;
  /** Greatest minus smallest of the estimates before and after the last answers; Infinity if they are fewer. */
  readonly estimateRange: (last: number) => number;
  /** The log-likelihood of the counted answers at an ability. */
  readonly logLikelihood: (theta: number) => number;
  /** True if some eligible item keeps the sum of costs within `most`, or if no item is left. */
  readonly affords: (most: number) => boolean;
}
