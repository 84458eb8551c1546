import type { CatBank } from '../../../src/cat/bank.ts';
import type { SessionConfiguration } from '../../../src/cat/configuration.ts';
import {
  EXPOSURE_RULES,
  type ExposureName,
  type ExposureRule,
  wrongExposureRule,
  wrongRate,
} from '../../../src/cat/exposure/exposure-rules.ts';
import { NORMAL_90 } from '../../../src/statistics/normal-points.ts';
import { findControl } from '../../exposure/find-control.ts';
import type { ExposureSearch } from '../measure/group-sums.ts';
import type { LogTables } from '../run/log-tables.ts';
import { trueAbility } from '../truth/abilities.ts';
import { type NamedRule, oddOption, type Problem, ruleName } from './rules.ts';
import type { StudyDesign } from './study-design.ts';

/** Sympson-Hetter in a design: its target rate and the extent of its search. */
export interface ControlledRule {
  readonly rule: 'sympson-hetter';
  readonly rate: number;
  /** Examinees of each round of the search. */
  readonly examinees: number;
  /** Rounds at most. */
  readonly rounds: number;
  /** By how much the greatest rate may exceed `rate`; by default three standard errors of a rate among these examinees. */
  readonly tolerance?: number;
  readonly block: number;
}

/** A rule for sessions, and the result of the search for its control parameters; null without a search. */
export interface FoundExposure {
  readonly rule: ExposureRule;
  readonly search: ExposureSearch | null;
}

/** A rule of exposure of a design. */
export type StudyExposure = Exclude<ExposureRule, { rule: 'sympson-hetter' }> | ControlledRule;

/**
 * With fewer examinees, chance in the rounds makes control parameters inaccurate: with 500 the greatest rate is a quarter too
 * high.
 */
const CONTROL = { rate: 0.25, examinees: 2000, rounds: 20 };

/** Options of a rule with their default values. */
const optionsOf = (rule: string) => ({
  ...(rule === 'sympson-hetter' ? CONTROL : {}),
  ...EXPOSURE_RULES[rule as ExposureName].options,
});

/** The rule of a design, with defaults from the table of src/cat. */
export function studyExposure({ rule, ...options }: NamedRule): StudyExposure {
  return { rule, ...optionsOf(rule), ...options } as StudyExposure;
}

/** A rule on one line, with its default rate: `maximum-rate rate 0.25`. */
export function exposureName({ rule, ...options }: NamedRule): string {
  return ruleName(
    rule === 'none' ? { rule } : { rule, rate: studyExposure({ rule }).rate, ...options },
  );
}

/** The error of a rule that does not depend on the bank; null if it is valid. */
export function exposureProblem({ rule, ...options }: NamedRule): Problem | null {
  const known = [
    ...Object.keys(optionsOf(rule)),
    ...(rule === 'sympson-hetter' ? ['tolerance'] : []),
  ];
  const odd = oddOption(rule, options, known);
  if (odd !== null) return odd;
  const reason = wrongStudyExposure(
    studyExposure({ rule, ...options }),
    Number.MAX_SAFE_INTEGER,
    1,
  );
  return reason === null ? null : { found: reason, accepted: `${rule} with ${known.join(', ')}` };
}

/** What is wrong with a rule, given the number of items and the greatest test length; null if nothing is. */
export function wrongStudyExposure(
  rule: StudyExposure,
  items: number,
  longest: number,
): string | null {
  return rule.rule === 'sympson-hetter'
    ? wrongRate(rule.rate, items, longest)
    : wrongExposureRule(rule, items, longest);
}

/** Tests of a block that may run out of eligible items, as a share, before the rule is refused. */
const MOST_SHORT = 0.05;

/**
 * What is wrong with a maximum rate for tests that all have `length` items; null if nothing is. In the first block each test
 * has every item with the chance `rate`: of `items` · `rate` eligible ones on average, by chance fewer. If more than one test
 * in twenty has too few of them, those tests end early and do not follow the design.
 */
export function leavesTestsShort(
  rule: StudyExposure,
  items: number,
  length: number,
): string | null {
  if (rule.rule !== 'maximum-rate') return null;
  const suffices = (rate: number) =>
    rate >= 1 || items * rate - NORMAL_90 * Math.sqrt(items * rate * (1 - rate)) >= length - 0.5;
  if (suffices(rule.rate)) return null;
  let least = Math.ceil(100 * rule.rate);
  while (!suffices(least / 100)) least++;
  return `at a rate of ${rule.rate}, more than ${100 * MOST_SHORT}% of the first tests would find fewer than ${length} eligible items among ${items} and end early; use a rate of at least ${least / 100}`;
}

/**
 * The rule as sessions need it. The control parameters of Sympson-Hetter are found for this bank and this kind of test, on
 * examinees with the design's abilities whose answers follow the parameters of the test, as in practice.
 * @param name of the search, for its random numbers
 */
export function exposureRule(
  rule: StudyExposure,
  design: Pick<StudyDesign, 'abilities' | 'seed'>,
  bank: CatBank,
  configuration: SessionConfiguration,
  tables: LogTables,
  name: string,
): FoundExposure {
  if (rule.rule !== 'sympson-hetter') return { rule, search: null };
  const { rate, examinees, rounds, tolerance, block } = rule;
  const seed = `${design.seed}/control/${name}`;
  const search = findControl({
    bank,
    configuration,
    rate,
    examinees,
    rounds,
    tolerance,
    seed,
    tables,
    abilityOf: (round, examinee) =>
      trueAbility({ abilities: design.abilities, seed }, round, examinee),
  });
  let step = search.next();
  while (!step.done) step = search.next();
  const { control, converged, greatestRates, round } = step.value;
  return {
    rule: { rule: 'sympson-hetter', control, block },
    search: { converged, rounds: greatestRates.length, greatest: greatestRates[round - 1] },
  };
}
