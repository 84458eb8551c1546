import type { BarredItems } from '../constrain/barred.ts';
import { drawBars } from './draw-bars.ts';
import { eligibilityChances } from './eligibility.ts';
import type { ExposureHistory } from './exposure-counts.ts';
import { maximumRateBars } from './maximum-rate.ts';

/** How often items may be asked over sessions; `EXPOSURE_RULES` says what each rule does. */
export type ExposureRule =
  | { readonly rule: 'maximum-rate'; readonly rate: number; readonly block: number }
  | {
      readonly rule: 'sympson-hetter';
      /** By item of the bank: the chance, in (0, 1], that it is asked once it is chosen: see `sympsonHetter`. */
      readonly control: readonly number[];
      readonly block: number;
    }
  | {
      readonly rule: 'eligibility';
      readonly rate: number;
      /** Abilities between the levels, ascending; with an empty list the rule applies to all sessions together. */
      readonly cuts: readonly number[];
      /** Factor on the counts of a session at each later session, above 0, at most 1. */
      readonly fading: number;
      readonly block: number;
    };

export type ExposureName = ExposureRule['rule'];

/** One rule of exposure by its name. */
export interface ExposureEntry<R extends ExposureRule = ExposureRule> {
  /** What it does, in one line. */
  readonly summary: string;
  /** Its options with their default values; required options are missing. */
  readonly options: Partial<Omit<R, 'rule'>>;
  /** The items that each session of the next block may not ask. */
  readonly bars: (rule: R, history: ExposureHistory, seed: string) => BarredItems[];
  /** What is wrong with the options, in words, given the number of items of the bank and the greatest test length. */
  readonly wrong: (rule: R, items: number, longest: number) => string | null;
}

const BLOCK = 100;

/** The error in a bound on exposure rates, given the number of items and the greatest test length; null if it is valid. */
export function wrongRate(rate: number, items: number, longest: number): string | null {
  if (!(rate > 0 && rate <= 1)) return `exposure rate ${rate}; accepted: above 0, at most 1`;
  return rate * items >= longest
    ? null
    : `with a rate of ${rate}, ${items} items are too few for tests of ${longest}; the rate must be at least ${longest / items}`;
}

const isBlock = (block: number) => Number.isSafeInteger(block) && block >= 1 && block <= 100_000;
const wrongBlock = (block: number) =>
  isBlock(block) ? null : `blocks of ${block} sessions; accepted: a whole number from 1 to 100000`;

/** The bars of a block of sessions, each drawn from its own stream. */
const drawBlock = (
  chances: readonly ArrayLike<number>[],
  cuts: readonly number[],
  block: number,
  { total }: ExposureHistory,
  seed: string,
) => Array.from({ length: block }, (_, s) => drawBars(chances, cuts, seed, total.sessions + s));

/**
 * Every rule of exposure over sessions by its name: the one place where commands and studies look them up.
 *
 * Sessions run in fixed blocks. All sessions of a block start from the same history, on any worker; the block's counts are
 * added when all have ended. The size of a block is part of the rule; the number of workers is not.
 */
export const EXPOSURE_RULES: {
  readonly [N in ExposureName]: ExposureEntry<Extract<ExposureRule, { readonly rule: N }>>;
} = {
  'maximum-rate': {
    summary: 'at the end of each block, no item was asked in more than `rate` of the sessions',
    options: { rate: 0.25, block: BLOCK },
    bars: ({ rate, block }, { total }, seed) => maximumRateBars(total, rate, block, seed),
    wrong: ({ rate, block }, items, longest) =>
      wrongRate(rate, items, longest) ??
      wrongBlock(block) ??
      (rate * block >= 1
        ? null
        : `in blocks of ${block} sessions a rate of ${rate} is less than one session; use blocks of ${Math.ceil(1 / rate)}`),
  },
  'sympson-hetter': {
    summary: 'a chosen item is asked with its own probability, found by simulation beforehand',
    options: { block: BLOCK },
    bars: ({ control, block }, history, seed) => drawBlock([control], [], block, history, seed),
    wrong: ({ control, block }, items) => {
      if (control.length !== items)
        return `control parameters for ${control.length} items; the bank has ${items}`;
      const odd = control.find((k) => !(k > 0 && k <= 1));
      return odd === undefined
        ? wrongBlock(block)
        : `a control parameter of ${odd}; accepted: above 0, at most 1`;
    },
  },
  eligibility: {
    summary:
      'the probability of being eligible adapts, so that no item is asked in more than about `rate` of the sessions',
    options: { rate: 0.25, cuts: [], fading: 0.99, block: 10 },
    bars: ({ rate, cuts, block }, history, seed) =>
      drawBlock(eligibilityChances(history.recent, rate), cuts, block, history, seed),
    wrong: ({ rate, cuts, fading, block }, items, longest) =>
      wrongRate(rate, items, longest) ??
      wrongBlock(block) ??
      (cuts.every((cut, k) => Number.isFinite(cut) && (k === 0 || cut > cuts[k - 1]))
        ? fading > 0 && fading <= 1
          ? null
          : `fading is ${fading}; accepted: above 0, at most 1`
        : `exposure cuts ${cuts.join(', ')}; accepted: finite abilities, ascending`),
  },
};

export const EXPOSURE_NAMES = Object.keys(EXPOSURE_RULES) as ExposureName[];

/** The entry of a rule, found by its name, with options of that rule's type. */
const entryOf = (rule: ExposureRule) => EXPOSURE_RULES[rule.rule] as unknown as ExposureEntry;

/** The levels of ability that a rule distinguishes, for which it needs counts. */
export const levelsOf = (rule: ExposureRule): number =>
  rule.rule === 'eligibility' ? rule.cuts.length + 1 : 1;

/** The fading of the rule: see `addBlock`. */
export const fadingOf = (rule: ExposureRule): number =>
  rule.rule === 'eligibility' ? rule.fading : 1;

/** The items that each session of the next block may not ask, given the history of all earlier sessions. */
export function barsOfBlock(
  rule: ExposureRule,
  history: ExposureHistory,
  seed: string,
): BarredItems[] {
  return entryOf(rule).bars(rule, history, seed);
}

/** What is wrong with a rule of exposure, in words; null if nothing is. */
export function wrongExposureRule(
  rule: ExposureRule,
  items: number,
  longest: number,
): string | null {
  return Object.hasOwn(EXPOSURE_RULES, rule.rule)
    ? entryOf(rule).wrong(rule, items, longest)
    : `unknown rule of exposure "${(rule as { rule: unknown }).rule}"; accepted: ${EXPOSURE_NAMES.join(', ')}`;
}
