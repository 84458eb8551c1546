import { fail } from '../../src/errors.ts';
import { MEASURES, type Measure, type MeasureName } from './measures.ts';

/** A target: a measure, and the value it must reach. */
export interface Target {
  readonly measure: MeasureName;
  readonly value: number;
}

const PATTERN = /^\s*([A-Za-z0-9-]+)\s*(>=|<=|≥|≤)\s*([0-9]*\.?[0-9]+)\s*$/;
const EXAMPLES = 'such as kendall>=0.95, pairs>=0.99, se<=0.2 or mae<=1';
/** Every target takes its share of the error that the interval may have. */
const MOST_TARGETS = 10;

/**
 * Reads targets such as `kendall>=0.95`, several in one text separated by commas.
 * @throws OPTION_INVALID with what is accepted
 */
export function readTargets(texts: readonly string[]): Target[] {
  const targets = texts.flatMap((text) => text.split(',')).map(readTarget);
  if (targets.length === 0 || targets.length > MOST_TARGETS)
    invalid(`${targets.length} targets`, `1 to ${MOST_TARGETS} of them`);
  return targets;
}

function readTarget(text: string): Target {
  const [, name, sign, number] = PATTERN.exec(text) ?? [];
  if (name === undefined)
    return invalid(`"${text.trim()}"`, `a measure, >= or <=, and a number, ${EXAMPLES}`);
  if (!Object.hasOwn(MEASURES, name))
    return invalid(`measure "${name}"`, Object.keys(MEASURES).join(', '));
  const measure = name as MeasureName;
  const { relation, domain } = MEASURES[measure];
  const [low, high] = domain;
  if (sign.replace('≥', '>=').replace('≤', '<=') !== relation)
    return invalid(`"${text.trim()}"`, `${measure}${relation}${number}`);
  const value = Number(number);
  if (!(value > low && value < high))
    return invalid(
      `"${text.trim()}"`,
      high === Number.POSITIVE_INFINITY
        ? `${measure}${relation} a number above ${low}`
        : `${measure}${relation} a number above ${low} and below ${high}`,
    );
  return { measure, value };
}

/**
 * Checks that a study can measure its targets.
 * @param examinees ranked against each other in one replication
 * @throws OPTION_INVALID, TOO_FEW_EXAMINEES
 */
export function checkTargets(
  targets: readonly Target[],
  kind: 'simulated' | 'recorded',
  examinees: number,
): void {
  for (const { measure } of targets) {
    const entry: Measure = MEASURES[measure];
    if (!entry[kind])
      invalid(
        `${measure} of recorded models, but their true abilities are not known`,
        Object.entries<Measure>(MEASURES)
          .flatMap(([name, of]) => (of[kind] ? [name] : []))
          .join(', '),
      );
    if (entry.ranks && examinees < 2)
      fail('TOO_FEW_EXAMINEES', { found: examinees, needed: 2, purpose: `an order (${measure})` });
  }
}

function invalid(found: string, accepted: string): never {
  return fail('OPTION_INVALID', { option: 'goal', found, accepted });
}

/** A target as it is written. */
export function targetText({ measure, value }: Target): string {
  return `${measure}${MEASURES[measure].relation}${value}`;
}

/** A target in the race: the required range of the mean over replications. */
export interface Goal {
  readonly low: number;
  readonly high: number;
  /**
   * Least variance of a replication under which the mean can be on the border of the goal. If all replications are perfect,
   * their variance is 0 and uninformative: a value on a lattice of this step below 1 with mean `value` has a variance of at
   * least f (1 − f) steps², f = (1 − value) / step, as long as f < 1.
   */
  readonly leastVariance: number;
}

/** The goal of a target, in the units of a replication: for `rmse` the mean square. */
export function goalOf({ measure, value }: Target, examinees: number): Goal {
  const { relation, step }: Measure = MEASURES[measure];
  if (measure === 'bias') return { low: -value, high: value, leastVariance: 0 };
  const border = measure === 'rmse' ? value * value : value;
  if (relation === '<=') return { low: Number.NEGATIVE_INFINITY, high: border, leastVariance: 0 };
  const unit = step(examinees);
  const f = unit > 0 ? (1 - border) / unit : 1;
  return {
    low: border,
    high: Number.POSITIVE_INFINITY,
    leastVariance: f < 1 ? unit * unit * f * (1 - f) : 0,
  };
}

/** From the mean over replications to the value that is shown. */
export function shownValue(measure: MeasureName, mean: number): number {
  if (measure === 'rmse') return Math.sqrt(Math.max(0, mean));
  return measure === 'bias' ? Math.abs(mean) : mean;
}
