import { describeProblem, invalid } from '../../../calibration/synthesize/configuration-problem.ts';
import { fail } from '../../../src/errors.ts';
import { cutsOf } from '../measure/classification.ts';
import { measureNames, measureProblem } from '../measure/named-measures.ts';
import { BOUNDS, DRAWN } from './bounds.ts';
import { type Cell, cellsOf } from './cells.ts';
import { exposureProblem } from './exposure-rule.ts';
import { type NamedRule, selectProblem, stopProblem } from './rules.ts';
import {
  type Calibration,
  designSchema,
  type ParsedStudyDesign,
  type Truth,
} from './study-design-schema.ts';

/** A complete study design from a file, with its cells. */
export interface StudyDesign
  extends Omit<
    ParsedStudyDesign,
    | 'truth'
    | 'calibration'
    | 'estimators'
    | 'selectors'
    | 'constraints'
    | 'exposure'
    | 'stopping'
    | 'lags'
    | 'lengths'
    | 'only'
  > {
  readonly truths: readonly Truth[];
  readonly calibrations: readonly Calibration[];
  readonly cells: readonly Cell[];
}

/**
 * Checks a design from a file, and fills in defaults.
 * @throws FILE_INVALID with the first invalid field
 */
export function readDesign(value: unknown, file: string): StudyDesign {
  const parsed = designSchema.safeParse(value);
  if (!parsed.success)
    return fail('FILE_INVALID', {
      file,
      ...describeProblem(value, parsed.error, {
        schema: designSchema,
        file: 'docs/schema/monte-carlo.schema.json',
      }),
    });
  const design = parsed.data;
  checkRanges(design, file);
  const cells = cellsOf(
    design,
    {
      selectors: rulesOf(design.selectors, selectProblem, 'selectors', file),
      exposure: rulesOf(design.exposure, exposureProblem, 'exposure', file),
      stopping: rulesOf(design.stopping, stopProblem, 'stopping', file),
    },
    file,
  );
  const { truth: truths, calibration: calibrations, ...fixed } = design;
  const { estimators, selectors, constraints, exposure, stopping, lags, lengths, only, ...rest } =
    fixed;
  const top = ascending(rest.top);
  const cuts = ascending([...rest.cuts, ...cells.flatMap(({ stop }) => cutsOf(stop))]);
  const known = measureNames(top, cuts);
  const odd = measureProblem(Object.keys(rest.precision), known);
  if (odd !== null)
    invalid(
      file,
      ['precision'],
      `"${odd.name}"`,
      `${odd.nearest.join(', ')}; all measures: ${known.join(', ')}`,
    );
  return { ...rest, top, cuts, truths, calibrations, cells };
}

/** In ascending order, each once. */
const ascending = (list: readonly number[]) => [...new Set(list)].sort((x, y) => x - y);

function rulesOf(
  list: readonly (string | NamedRule)[],
  problemOf: typeof selectProblem,
  field: string,
  file: string,
): NamedRule[] {
  return list.map((one, k) => {
    const rule = typeof one === 'string' ? { rule: one } : one;
    const problem = rule.rule === 'none' ? null : problemOf(rule);
    if (problem !== null) invalid(file, [field, k], problem.found, problem.accepted);
    return rule;
  });
}

/** Pairs of numbers in which the first must be below the second, which a schema cannot express. */
function checkRanges({ bank, abilities, bounds, bins }: ParsedStudyDesign, file: string): void {
  const inOrder = (path: (string | number)[], low: number, high: number) => {
    if (!(low < high)) invalid(file, path, `${low} to ${high}`, 'the lower number first');
  };
  inOrder(['bounds'], bounds[0], bounds[1]);
  inOrder(['bins'], bins.low, bins.high);
  const drawn = bank.generate;
  for (const field of ['a', 'b', 'c', 'd', 'cost'] as const) {
    const of = drawn?.[field];
    if (typeof of === 'object' && of.uniform !== undefined)
      inOrder(['bank', 'generate', field, 'uniform'], of.uniform.low, of.uniform.high);
  }
  if (drawn !== undefined) checkAsymptotes(drawn, file);
  for (const [tag, values] of Object.entries(drawn?.tags ?? {})) {
    if ('neighbours' in values && values.neighbours > 1) continue;
    const sum = Object.values(values).reduce((total, one) => total + one, 0);
    if (Math.abs(sum - 1) > 1e-6)
      invalid(file, ['bank', 'generate', 'tags', tag], `shares that add up to ${sum}`, '1');
  }
  if (abilities.uniform !== undefined)
    inOrder(['abilities', 'uniform'], abilities.uniform.low, abilities.uniform.high);
  if (abilities.grid !== undefined) {
    const { low, high, step, each } = abilities.grid;
    inOrder(['abilities', 'grid'], low, high);
    const points = Math.floor((high - low) / step + 1e-9) + 1;
    if (points * each > BOUNDS.examinees)
      invalid(
        file,
        ['abilities', 'grid'],
        `${points * each} examinees`,
        `at most ${BOUNDS.examinees}`,
      );
  }
}

/** Guessing must stay below the upper asymptote for every draw. */
function checkAsymptotes(
  { c = DRAWN.c, d = DRAWN.d }: NonNullable<ParsedStudyDesign['bank']['generate']>,
  file: string,
): void {
  const most = typeof c === 'number' ? c : (c.uniform?.high ?? null);
  const least = typeof d === 'number' ? d : (d.uniform?.low ?? 1);
  const at = ['bank', 'generate', 'd'];
  if (most !== null && most >= least)
    invalid(file, at, `${least} with guessing up to ${most}`, 'd above every c');
  if (most === null && least < 1)
    invalid(file, at, `${least} with guessing of a beta distribution, which may be above it`, '1');
}
