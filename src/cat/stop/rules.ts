/**
 * When a session ends. `length` says that a number of items is reached: inside `any` it is a maximum, inside `all` a
 * minimum.
 *
 * @example a standard error below 0.2, but not before 20 and not after 243 items
 * { rule: 'any', of: [
 *   { rule: 'length', items: 243 },
 *   { rule: 'all', of: [{ rule: 'length', items: 20 }, { rule: 'standard-error', below: 0.2 }] } ] }
 */
export type StopRule =
  | { readonly rule: 'length'; readonly items: number }
  /** The standard error of the ability is below this. */
  | { readonly rule: 'standard-error'; readonly below: number }
  /** No eligible item has this much information at the current ability. */
  | { readonly rule: 'information-left'; readonly below: number }
  | { readonly rule: 'any'; readonly of: readonly StopRule[] }
  | { readonly rule: 'all'; readonly of: readonly StopRule[] };

/** What a rule may look at. */
export interface StopState {
  /** Items asked so far. */
  readonly length: number;
  readonly se: number;
  /** The greatest information of an eligible item; computed only where a rule asks. */
  readonly informationLeft: () => number;
}

/** Why a session ended, in words; null where the rule is not met. */
export function stopReason(rule: StopRule, state: StopState): string | null {
  switch (rule.rule) {
    case 'length':
      return state.length >= rule.items ? `${rule.items} items` : null;
    case 'standard-error':
      return state.se < rule.below ? `standard error below ${rule.below}` : null;
    case 'information-left':
      return state.informationLeft() < rule.below
        ? `no item left with information ${rule.below}`
        : null;
    case 'any':
      for (const part of rule.of) {
        const reason = stopReason(part, state);
        if (reason !== null) return reason;
      }
      return null;
    case 'all': {
      const reasons = rule.of.map((part) => stopReason(part, state));
      return reasons.length > 0 && reasons.every((reason) => reason !== null)
        ? reasons.join(' and ')
        : null;
    }
  }
}

/** The number of items after which the rule is met whatever the answers; Infinity where there is none. */
export function longestTest(rule: StopRule): number {
  switch (rule.rule) {
    case 'length':
      return rule.items;
    case 'standard-error':
    case 'information-left':
      return Number.POSITIVE_INFINITY;
    case 'any':
      return Math.min(Number.POSITIVE_INFINITY, ...rule.of.map(longestTest));
    case 'all':
      return rule.of.length === 0
        ? Number.POSITIVE_INFINITY
        : Math.max(...rule.of.map(longestTest));
  }
}
