import { aStratified } from './a-stratified.ts';
import { byCriterion } from './by-criterion.ts';
import { closestDifficulty, closestPeak } from './closest.ts';
import { expectedInformation } from './expected-information.ts';
import { expectedPosteriorVariance } from './expected-posterior-variance.ts';
import { globalDiscrimination } from './global-discrimination.ts';
import { kullbackLeibler } from './kullback-leibler.ts';
import { maximumInformation } from './maximum-information.ts';
import { progressive } from './progressive.ts';
import { proportional } from './proportional.ts';
import { random } from './random.ts';
import type { Selector, SelectRule } from './selector.ts';
import { weightedInformation } from './weighted-information.ts';

export type SelectName = SelectRule['rule'];
type Options<R extends SelectRule> = Omit<R, 'rule'>;

/** One rule of selection, under its name. */
export interface SelectorEntry<R extends SelectRule = SelectRule> {
  /** The criterion, in one line. */
  readonly summary: string;
  /** Its name in catR, where it has one. */
  readonly catr: string | null;
  /** Its options with their default values. */
  readonly options: Options<R>;
  /** True if it needs to know how long the test can get. */
  readonly needsLength: boolean;
  readonly make: (rule: R) => Selector;
  /** What is wrong with its options, in words. */
  readonly wrong: (rule: R) => string | null;
}

const never = () => null;
const plain = { options: {}, needsLength: false, wrong: never } as const;
const wholeFrom = (least: number, n: number): boolean => Number.isSafeInteger(n) && n >= least;

function wrongAcceleration(rule: { rule: string; acceleration: number }): string | null {
  const { acceleration } = rule;
  return acceleration >= 0 && acceleration <= 100
    ? null
    : `${rule.rule}: acceleration is ${acceleration}; accepted: 0 to 100`;
}

/** Every rule of selection by its name: the one place where commands and studies look them up. */
export const SELECTORS: {
  readonly [N in SelectName]: SelectorEntry<Extract<SelectRule, { readonly rule: N }>>;
} = {
  'maximum-information': {
    ...plain,
    summary: 'the greatest Fisher information at the current ability',
    catr: 'MFI',
    make: () => maximumInformation(1),
  },
  randomesque: {
    summary: 'one of the `best` most informative, each equally likely',
    catr: null,
    options: { best: 5 },
    needsLength: false,
    make: ({ best }) => maximumInformation(best),
    wrong: ({ best }) =>
      wholeFrom(1, best) ? null : `randomesque: best is ${best}; accepted: a whole number from 1`,
  },
  random: {
    ...plain,
    summary: 'any item, each equally likely',
    catr: 'random',
    make: () => random,
  },
  'likelihood-weighted-information': {
    ...plain,
    summary: 'the greatest information averaged over the likelihood of the answers',
    catr: 'MLWI',
    make: () => byCriterion(weightedInformation(false)),
  },
  'posterior-weighted-information': {
    ...plain,
    summary: 'the greatest information averaged over the posterior of ability',
    catr: 'MPWI',
    make: () => byCriterion(weightedInformation(true)),
  },
  'expected-information': {
    ...plain,
    summary: 'the greatest expected observed information after the answer (slow)',
    catr: 'MEI',
    make: () => byCriterion(expectedInformation()),
  },
  'expected-posterior-variance': {
    ...plain,
    summary: 'the smallest expected posterior variance after the answer',
    catr: 'MEPV',
    make: () => byCriterion(expectedPosteriorVariance()),
  },
  'kullback-leibler': {
    ...plain,
    summary:
      'the greatest Kullback-Leibler information at the current ability, weighted by the likelihood',
    catr: 'KL',
    make: () => byCriterion(kullbackLeibler(false)),
  },
  'posterior-kullback-leibler': {
    ...plain,
    summary:
      'the greatest Kullback-Leibler information at the current ability, weighted by the posterior',
    catr: 'KLP',
    make: () => byCriterion(kullbackLeibler(true)),
  },
  'global-discrimination': {
    ...plain,
    summary: 'the probability that varies most over the likelihood of the answers',
    catr: 'GDI',
    make: () => byCriterion(globalDiscrimination(false)),
  },
  'posterior-global-discrimination': {
    ...plain,
    summary: 'the probability that varies most over the posterior of ability',
    catr: 'GDIP',
    make: () => byCriterion(globalDiscrimination(true)),
  },
  'closest-difficulty': {
    ...plain,
    summary: 'the difficulty closest to the current ability',
    catr: 'bOpt',
    make: () => byCriterion(closestDifficulty),
  },
  'closest-peak': {
    ...plain,
    summary: 'the peak of information closest to the current ability',
    catr: 'thOpt',
    make: () => byCriterion(closestPeak),
  },
  progressive: {
    summary: 'random at first, increasingly by information towards the end',
    catr: 'progressive',
    options: { acceleration: 1 },
    needsLength: true,
    make: ({ acceleration }) => progressive(acceleration),
    wrong: wrongAcceleration,
  },
  proportional: {
    summary: 'drawn in proportion to a growing power of information',
    catr: 'proportional',
    options: { acceleration: 1 },
    needsLength: true,
    make: ({ acceleration }) => proportional(acceleration),
    wrong: wrongAcceleration,
  },
  'a-stratified': {
    summary: 'the closest difficulty, from strata of growing discrimination',
    catr: null,
    options: { strata: 4, blocked: false },
    needsLength: true,
    make: ({ strata, blocked }) => aStratified(strata, blocked),
    wrong: ({ strata, blocked }) =>
      !wholeFrom(1, strata)
        ? `a-stratified: strata is ${strata}; accepted: a whole number from 1`
        : typeof blocked !== 'boolean'
          ? `a-stratified: blocked is ${blocked}; accepted: true or false`
          : null,
  },
};

export const SELECT_NAMES = Object.keys(SELECTORS) as SelectName[];

/** The entry of a rule, found by its name, with options of that rule's type. */
const entryOf = (rule: SelectRule) => SELECTORS[rule.rule] as unknown as SelectorEntry;

/** The selector of a rule. */
export function selectorOf(rule: SelectRule): Selector {
  return entryOf(rule).make(rule);
}

/** What is wrong with a rule of selection in a test of at most `longest` items, in words; null if nothing is. */
export function wrongSelectRule(rule: SelectRule, longest: number): string | null {
  if (!Object.hasOwn(SELECTORS, rule.rule))
    return `unknown rule of selection "${rule.rule}"; accepted: ${SELECT_NAMES.join(', ')}`;
  const entry = entryOf(rule);
  if (entry.needsLength && !Number.isFinite(longest))
    return `${rule.rule} needs the test's greatest length; add a length rule to the stopping rules`;
  return entry.wrong(rule);
}
