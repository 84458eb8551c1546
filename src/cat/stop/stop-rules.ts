import { isClassified } from './classification.ts';
import type { SimpleStopRule, StopRule, StopState } from './rules.ts';
import { sprtDecision } from './sprt.ts';

export type StopName = SimpleStopRule['rule'];

/** One stopping rule, under its name. */
export interface StopEntry<R extends SimpleStopRule = SimpleStopRule> {
  /** What ends the test, in one line. */
  readonly summary: string;
  /** Its options with their default values; required options are missing. */
  readonly options: Partial<Omit<R, 'rule'>>;
  /** Why the test ends, in words; null if it goes on. */
  readonly reason: (rule: R, state: StopState) => string | null;
  /** What is wrong with its options, in words; null if nothing is. */
  readonly wrong: (rule: R) => string | null;
}

const isPositive = (x: number) => x > 0 && x < Number.POSITIVE_INFINITY;
const isWhole = (n: number, least: number) => Number.isSafeInteger(n) && n >= least;

function wrongBelow({ rule, below }: { rule: string; below: number }): string | null {
  return isPositive(below)
    ? null
    : `stopping rule ${rule}: below is ${below}; accepted: a number above 0`;
}

/** Every simple stopping rule by its name: the one place where commands and studies look them up. */
export const STOP_RULES: {
  readonly [N in StopName]: StopEntry<Extract<SimpleStopRule, { readonly rule: N }>>;
} = {
  length: {
    summary: '`items` are asked',
    options: {},
    reason: ({ items }, { length }) => (length >= items ? `${items} items` : null),
    wrong: ({ items }) =>
      isWhole(items, 0) ? null : `stop after ${items} items; accepted: a whole number`,
  },
  'standard-error': {
    summary: 'the standard error of the ability is below `below`',
    options: { below: 0.3 },
    reason: ({ below }, { se }) => (se < below ? `standard error below ${below}` : null),
    wrong: wrongBelow,
  },
  'information-left': {
    summary: 'no eligible item has the information `below` at the current ability',
    options: {},
    reason: ({ below }, state) =>
      state.informationLeft() < below ? `no item left with information ${below}` : null,
    wrong: wrongBelow,
  },
  'estimate-change': {
    summary: 'the last `last` answers changed the ability by less than `below`',
    options: { last: 5, below: 0.05 },
    reason: ({ last, below }, state) =>
      state.estimateRange(last) < below
        ? `ability within ${below} over the last ${last} answers`
        : null,
    wrong: (rule) =>
      isWhole(rule.last, 1)
        ? wrongBelow(rule)
        : `stop when the estimate has changed little over ${rule.last} answers; accepted: a whole number from 1`,
  },
  'confidence-classification': {
    summary: 'the confidence interval of the ability contains none of `cuts`',
    options: { confidence: 0.95 },
    reason: (rule, state) =>
      isClassified(rule, state)
        ? `class settled at ${rule.cuts.join(', ')} with confidence ${rule.confidence}`
        : null,
    wrong: ({ cuts, confidence }) => {
      if (!Array.isArray(cuts) || cuts.length === 0)
        return 'classification has no cuts; add at least one';
      if (!cuts.every((cut, k) => Number.isFinite(cut) && (k === 0 || cut > cuts[k - 1])))
        return `classification at the cuts ${cuts.join(', ')}; accepted: finite abilities, ascending`;
      return confidence > 0 && confidence < 1
        ? null
        : `classification with confidence ${confidence}; accepted: above 0 and below 1`;
    },
  },
  sprt: {
    summary: 'a sequential probability ratio test decides on which side of `cut` the ability lies',
    options: { indifference: 0.2, alpha: 0.05, beta: 0.05 },
    reason: (rule, state) => {
      const side = sprtDecision(rule, state);
      return side === null ? null : `${side} the cut ${rule.cut} by the ratio test`;
    },
    wrong: ({ cut, indifference, alpha, beta }) => {
      if (!Number.isFinite(cut)) return `ratio test at the cut ${cut}; accepted: a finite ability`;
      if (!isPositive(indifference))
        return `ratio test with indifference ${indifference}; accepted: a number above 0`;
      return alpha > 0 && beta > 0 && alpha + beta < 1
        ? null
        : `ratio test with error rates ${alpha} and ${beta}; accepted: above 0, together below 1`;
    },
  },
  budget: {
    summary: 'every remaining item would raise the total cost above `most`',
    options: {},
    reason: ({ most }, state) => (state.affords(most) ? null : `budget of ${most} used up`),
    wrong: ({ most }) =>
      isPositive(most) ? null : `budget of ${most}; accepted: a number above 0`,
  },
};

/** Why a test ended although its rule would have continued. */
export const NO_ITEM_LEFT = 'no eligible item left';

export const STOP_NAMES = Object.keys(STOP_RULES) as StopName[];

/** The entry of a rule, found by its name, with options of that rule's type. */
const entryOf = (rule: SimpleStopRule) => STOP_RULES[rule.rule] as unknown as StopEntry;

/** Why a session ended, in words; null if the rule is not met. */
export function stopReason(rule: StopRule, state: StopState): string | null {
  if (rule.rule === 'any') {
    for (const part of rule.of) {
      const reason = stopReason(part, state);
      if (reason !== null) return reason;
    }
    return null;
  }
  if (rule.rule === 'all') {
    const reasons = rule.of.map((part) => stopReason(part, state));
    return reasons.length > 0 && reasons.every((reason) => reason !== null)
      ? reasons.join(' and ')
      : null;
  }
  return entryOf(rule).reason(rule, state);
}

/** The number of items after which the rule is met for any answers; Infinity if there is none. */
export const longestTest = (rule: StopRule): number =>
  greatest(rule, (simple) => (simple.rule === 'length' ? simple.items : Number.POSITIVE_INFINITY));

/** The sum of costs that a test under this rule must not exceed; Infinity if there is none. */
export const greatestCost = (rule: StopRule): number =>
  greatest(rule, (simple) => (simple.rule === 'budget' ? simple.most : Number.POSITIVE_INFINITY));

/** True if the rule, or a part of it, is the one of this name. */
export const usesRule = (rule: StopRule, name: StopName): boolean =>
  rule.rule === 'any' || rule.rule === 'all'
    ? rule.of.some((part) => usesRule(part, name))
    : rule.rule === name;

/** The bound of a whole rule: `any` has the smallest of its parts, `all` the greatest. */
function greatest(rule: StopRule, of: (simple: SimpleStopRule) => number): number {
  if (rule.rule === 'any')
    return Math.min(Number.POSITIVE_INFINITY, ...rule.of.map((part) => greatest(part, of)));
  if (rule.rule === 'all')
    return rule.of.length === 0
      ? Number.POSITIVE_INFINITY
      : Math.max(...rule.of.map((part) => greatest(part, of)));
  return of(rule);
}

/** What is wrong with a stopping rule, in words; null if nothing is. */
export function wrongStopRule(rule: StopRule): string | null {
  if (rule.rule === 'any' || rule.rule === 'all') {
    if (rule.of.length === 0) return `stop rule "${rule.rule}" has no parts`;
    for (const part of rule.of) {
      const wrong = wrongStopRule(part);
      if (wrong !== null) return wrong;
    }
    return null;
  }
  if (!Object.hasOwn(STOP_RULES, rule.rule))
    return `unknown stopping rule "${(rule as { rule: unknown }).rule}"; accepted: ${STOP_NAMES.join(', ')}, any, all`;
  return entryOf(rule).wrong(rule);
}
