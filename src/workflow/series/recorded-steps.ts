import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';

/** A checkpoint whose answers are recorded: one score per item of the bank, NaN if there is none. */
export interface RecordedStep {
  readonly name: string;
  readonly step: number;
  readonly scores: Float32Array;
}

/** What `--step-from` takes by default: the last number of a name. */
export const LAST_NUMBER = '(\\d+(?:\\.\\d+)?)\\D*$';

/** The pattern that finds the step in a name. @throws OPTION_INVALID without one group */
export function stepPattern(text: string): RegExp {
  let found = '';
  try {
    const pattern = new RegExp(text);
    const groups = new RegExp(`${text}|`).exec('')!.length - 1;
    if (groups === 1) return pattern;
    found = `"${text}" with ${groups} groups`;
  } catch {
    found = `"${text}", which is not a regular expression`;
  }
  return fail('OPTION_INVALID', {
    option: 'stepFrom',
    found,
    accepted: 'a regular expression with one group, the step, such as "my-run-step-([0-9]+)"',
  });
}

function stepOf(name: string, pattern: RegExp): number | null {
  const step = Number(pattern.exec(name)?.[1] ?? Number.NaN);
  return Number.isFinite(step) ? step : null;
}

/** The rows whose names have no step, so that they are no checkpoints. */
export function rowsWithoutStep({ examinees }: ResponseMatrix, pattern: RegExp): string[] {
  return examinees.filter((name) => stepOf(name, pattern) === null);
}

/**
 * The rows whose names have a step, by step.
 *
 * @param where the rows are, for errors
 * @throws ITEM_UNKNOWN, OPTION_INVALID if no row has a step, or two have the same
 */
export function recordedSteps(
  { examinees, items, scores }: ResponseMatrix,
  bankItems: readonly string[],
  pattern: RegExp,
  where: string,
): RecordedStep[] {
  const positions = new Map(bankItems.map((id, j) => [id, j]));
  const places = items.map((item) => {
    const j = positions.get(item);
    if (j === undefined) fail('ITEM_UNKNOWN', { item, where: `the bank that ${where} is about` });
    return j!;
  });
  const steps = examinees.flatMap((name, i): RecordedStep[] => {
    const step = stepOf(name, pattern);
    if (step === null) return [];
    const own = new Float32Array(bankItems.length).fill(Number.NaN);
    places.forEach((j, k) => {
      own[j] = scores[i * items.length + k];
    });
    return [{ name, step, scores: own }];
  });
  if (steps.length === 0)
    fail('OPTION_INVALID', {
      option: 'stepFrom',
      found: `no step in the names of ${where} by ${pattern}; the first name is "${examinees[0]}"`,
      accepted: 'a regular expression with one group, the step, such as "my-run-step-([0-9]+)"',
    });
  steps.sort((x, y) => x.step - y.step);
  steps.forEach(({ step, name }, t) => {
    if (t > 0 && steps[t - 1].step === step)
      fail('OPTION_INVALID', {
        option: 'stepFrom',
        found: `step ${step} twice in ${where}: "${steps[t - 1].name}" and "${name}"`,
        accepted: 'a pattern that finds each step once, such as one with the name of the run',
      });
  });
  return steps;
}
