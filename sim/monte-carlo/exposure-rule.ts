import type { CatBank } from '../../src/cat/bank.ts';
import type { SessionConfiguration } from '../../src/cat/configuration.ts';
import {
  EXPOSURE_RULES,
  type ExposureName,
  type ExposureRule,
  wrongExposureRule,
  wrongRate,
} from '../../src/cat/exposure/exposure-rules.ts';
import { findControl } from '../exposure/find-control.ts';
import { trueAbility } from './abilities.ts';
import type { Design } from './design.ts';
import type { LogTables } from './log-tables.ts';
import { type NamedRule, oddOption, type Problem } from './rules.ts';

/** Sympson-Hetter as a design names it: what its control parameters are found for, and by how much simulation. */
export interface ControlledRule {
  readonly rule: 'sympson-hetter';
  readonly rate: number;
  /** Examinees of each round of the search. */
  readonly examinees: number;
  /** Rounds at most. */
  readonly rounds: number;
  readonly block: number;
}

/** A rule of exposure of a design. */
export type StudyExposure = Exclude<ExposureRule, { rule: 'sympson-hetter' }> | ControlledRule;

const CONTROL = { rate: 0.25, examinees: 500, rounds: 10 };

/** Options of a rule, with the values that serve where none are given. */
const optionsOf = (rule: string) => ({
  ...(rule === 'sympson-hetter' ? CONTROL : {}),
  ...EXPOSURE_RULES[rule as ExposureName].options,
});

/** The rule that a design names: the options of the table of src/cat where it does not say otherwise. */
export function studyExposure({ rule, ...options }: NamedRule): StudyExposure {
  return { rule, ...optionsOf(rule), ...options } as StudyExposure;
}

/** What is wrong with a rule whatever the bank; null where nothing is. */
export function exposureProblem({ rule, ...options }: NamedRule): Problem | null {
  const known = Object.keys(optionsOf(rule));
  const odd = oddOption(rule, options, known);
  if (odd !== null) return odd;
  const reason = wrongStudyExposure(
    studyExposure({ rule, ...options }),
    Number.MAX_SAFE_INTEGER,
    1,
  );
  return reason === null ? null : { found: reason, accepted: `${rule} with ${known.join(', ')}` };
}

/** What is wrong with a rule for a bank of so many items and tests of at most so many; null where nothing is. */
export function wrongStudyExposure(
  rule: StudyExposure,
  items: number,
  longest: number,
): string | null {
  return rule.rule === 'sympson-hetter'
    ? wrongRate(rule.rate, items, longest)
    : wrongExposureRule(rule, items, longest);
}

/**
 * The rule as sessions need it. The control parameters of Sympson-Hetter are found for this bank and this kind of test, on examinees
 * of the design's abilities that answer by the parameters that the test uses, as who sets up a test would do it.
 * @param name of the search: its random numbers
 */
export function exposureRule(
  rule: StudyExposure,
  design: Pick<Design, 'abilities' | 'seed'>,
  bank: CatBank,
  configuration: SessionConfiguration,
  tables: LogTables,
  name: string,
): ExposureRule {
  if (rule.rule !== 'sympson-hetter') return rule;
  const { rate, examinees, rounds, block } = rule;
  const seed = `${design.seed}/control/${name}`;
  const search = findControl({
    ...{ bank, configuration, rate, examinees, rounds, seed, tables },
    abilityOf: (round, examinee) =>
      trueAbility({ abilities: design.abilities, seed }, round, examinee),
  });
  let step = search.next();
  while (!step.done) step = search.next();
  return { rule: 'sympson-hetter', control: step.value.control, block };
}
