import type { SelectRule } from '../../../src/cat/select/selector.ts';
import { SELECTORS, type SelectName, wrongSelectRule } from '../../../src/cat/select/selectors.ts';
import type { StopRule } from '../../../src/cat/stop/rules.ts';
import { wrongStopRule } from '../../../src/cat/stop/stop-rules.ts';

/** A rule in a design file: its name and its options. */
export interface NamedRule {
  readonly rule: string;
  readonly [option: string]: unknown;
}

/** The selection of a design, with defaults from the table of src/cat. */
export function selectRule({ rule, ...options }: NamedRule): SelectRule {
  const { options: known } = SELECTORS[rule as SelectName];
  return { rule, ...known, ...options } as SelectRule;
}

/** A rule of selection on one line, with its default options: `randomesque best 5`. */
export function selectName(rule: NamedRule): string {
  const all = Object.entries(selectRule(rule)).filter(([, value]) => value !== false);
  return ruleName(Object.fromEntries(all) as NamedRule);
}

/** What is wrong with a rule of selection; null if nothing is. */
export function selectProblem({ rule, ...options }: NamedRule): Problem | null {
  const known = Object.keys(SELECTORS[rule as SelectName].options);
  const odd = oddOption(rule, options, known);
  if (odd !== null) return odd;
  const reason = wrongSelectRule(selectRule({ rule, ...options }), Number.MAX_SAFE_INTEGER);
  return reason === null ? null : { found: reason, accepted: optionsText(rule, known) };
}

/** What is wrong with a rule of a design. */
export interface Problem {
  readonly found: string;
  readonly accepted: string;
}

/** The error in the options of a rule that accepts those in `known`; null if they are valid. */
export function oddOption(rule: string, options: object, known: readonly string[]): Problem | null {
  const odd = Object.keys(options).find((name) => !known.includes(name));
  return odd === undefined
    ? null
    : { found: `${rule} with ${odd}`, accepted: optionsText(rule, known) };
}

function optionsText(rule: string, known: readonly string[]): string {
  return `${rule}${known.length === 0 ? ' without options' : ` with ${known.join(', ')}`}`;
}

/** The options of a stopping rule, and the corresponding rule of src/cat. */
interface StopEntry {
  /** Required options. */
  readonly needs: readonly string[];
  /** Optional options. */
  readonly takes: readonly string[];
  of(options: Readonly<Record<string, number>>, length: number): StopRule;
}

/** Rules of stopping by name, each within a greatest length. */
export const STOPS: Readonly<Record<string, StopEntry>> = {
  length: { needs: [], takes: [], of: (_, length) => ({ rule: 'length', items: length }) },
  'standard-error': {
    needs: ['below'],
    takes: ['least'],
    of: ({ below, least }, length) => within(length, least, { rule: 'standard-error', below }),
  },
  'information-left': {
    needs: ['below'],
    takes: ['least'],
    of: ({ below, least }, length) => within(length, least, { rule: 'information-left', below }),
  },
  'estimate-change': {
    needs: ['last', 'below'],
    takes: ['least'],
    of: ({ last, below, least }, length) =>
      within(length, least, { rule: 'estimate-change', last, below }),
  },
  'confidence-classification': {
    needs: ['cut', 'confidence'],
    takes: ['least'],
    of: ({ cut, confidence, least }, length) =>
      within(length, least, { rule: 'confidence-classification', cuts: [cut], confidence }),
  },
  budget: {
    needs: ['most'],
    takes: [],
    of: ({ most }, length) => within(length, undefined, { rule: 'budget', most }),
  },
  sprt: {
    needs: ['cut', 'indifference', 'alpha', 'beta'],
    takes: ['least'],
    of: ({ cut, indifference, alpha, beta, least }, length) =>
      within(length, least, { rule: 'sprt', cut, indifference, alpha, beta }),
  },
};

/** `rule`, but not before `least` and not after `length` items. */
function within(length: number, least: number | undefined, rule: StopRule): StopRule {
  const late: StopRule =
    least === undefined ? rule : { rule: 'all', of: [{ rule: 'length', items: least }, rule] };
  return { rule: 'any', of: [{ rule: 'length', items: length }, late] };
}

/** What is wrong with a rule of stopping; null if nothing is. */
export function stopProblem({ rule, ...options }: NamedRule): Problem | null {
  const { needs, takes } = STOPS[rule];
  const known = [...needs, ...takes];
  const missing = needs.find((name) => options[name] === undefined);
  if (missing !== undefined)
    return { found: `${rule} without ${missing}`, accepted: optionsText(rule, known) };
  const odd = oddOption(rule, options, known);
  if (odd !== null) return odd;
  const numbers = options as Record<string, number>;
  const reason = wrongStopRule(STOPS[rule].of(numbers, Number.MAX_SAFE_INTEGER));
  return reason === null ? null : { found: reason, accepted: optionsText(rule, known) };
}

/** A rule on one line: `randomesque best 5`. */
export function ruleName({ rule, ...options }: NamedRule): string {
  return [rule, ...Object.entries(options).map(([name, value]) => `${name} ${value}`)].join(' ');
}
