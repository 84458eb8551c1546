import type { z } from 'zod';
import { describeProblem, pathText } from '../../calibration/synthesize/configuration-problem.ts';
import type { Quota } from '../../src/cat/constrain/quotas.ts';
import type { SelectRule } from '../../src/cat/select/selector.ts';
import type { StopRule } from '../../src/cat/stop/rules.ts';
import { fail } from '../../src/errors.ts';
import type { EstimatorName } from '../../src/irt/estimate/estimate.ts';
import { BOUNDS, designSchema } from './design-schema.ts';
import {
  type NamedRule,
  quotasName,
  ruleName,
  STOPS,
  selectProblem,
  selectRule,
  stopProblem,
} from './rules.ts';

type Parsed = z.output<typeof designSchema>;

/** One condition of a study: everything about the test that is varied. */
export interface Cell {
  readonly estimator: EstimatorName;
  readonly selector: string;
  readonly constraint: string;
  readonly stopping: string;
  readonly lag: number;
  readonly length: number;
  readonly select: SelectRule;
  readonly quotas: readonly Quota[];
  readonly stop: StopRule;
}

/** A study with nothing left open: what was read from a design file, and its cells. */
export interface Design
  extends Omit<
    Parsed,
    'estimators' | 'selectors' | 'constraints' | 'stopping' | 'lags' | 'lengths' | 'only'
  > {
  readonly cells: readonly Cell[];
}

/**
 * Checks a design as it was read from a file, and fills in what was left open.
 * @throws FILE_INVALID with the first field that is not right
 */
export function readDesign(value: unknown, file: string): Design {
  const parsed = designSchema.safeParse(value);
  if (!parsed.success)
    return fail('FILE_INVALID', {
      file,
      ...describeProblem(value, parsed.error, {
        schema: designSchema,
        file: 'docs/monte-carlo.schema.json',
      }),
    });
  const design = parsed.data;
  checkRanges(design, file);
  const { estimators, selectors, constraints, stopping, lags, lengths, only, ...rest } = design;
  const rules = {
    selectors: rulesOf(selectors, selectProblem, 'selectors', file),
    stopping: rulesOf(stopping, stopProblem, 'stopping', file),
  };
  const cells = cellsOf(design, rules, file);
  return { ...rest, cells };
}

function rulesOf(
  list: readonly (string | NamedRule)[],
  problemOf: typeof selectProblem,
  field: string,
  file: string,
): NamedRule[] {
  return list.map((one, k) => {
    const rule = typeof one === 'string' ? { rule: one } : one;
    const problem = problemOf(rule);
    if (problem !== null) invalid(file, [field, k], problem.found, problem.accepted);
    return rule;
  });
}

function cellsOf(
  { estimators, constraints, lags, lengths, only }: Parsed,
  { selectors, stopping }: { selectors: readonly NamedRule[]; stopping: readonly NamedRule[] },
  file: string,
): Cell[] {
  const cells: Cell[] = [];
  const used = new Set<number>();
  const wanted = (place: Readonly<Record<string, unknown>>) => {
    if (only === undefined) return true;
    let isWanted = false;
    for (const [k, part] of only.entries()) {
      if (!Object.entries(part).every(([field, v]) => place[field] === v)) continue;
      used.add(k);
      isWanted = true;
    }
    return isWanted;
  };
  for (const estimator of estimators)
    for (const [s, selector] of selectors.entries())
      for (const [c, constraint] of constraints.entries())
        for (const [t, stop] of stopping.entries())
          for (const lag of lags)
            for (const length of lengths) {
              const place = { estimator, selector: s + 1, constraint: c + 1, stopping: t + 1 };
              if (!wanted({ ...place, lag, length })) continue;
              const { rule: stopRule, ...stopOptions } = stop;
              const quotas = constraint === 'none' ? [] : constraint.quotas;
              cells.push({
                estimator,
                selector: ruleName(selector),
                constraint: quotasName(quotas),
                stopping: ruleName(stop),
                lag,
                length,
                select: selectRule(selector),
                quotas,
                stop: STOPS[stopRule].of(stopOptions as Record<string, number>, length),
              });
              if (cells.length > BOUNDS.cells)
                invalid(
                  file,
                  ['lengths'],
                  `more than ${BOUNDS.cells} cells`,
                  `at most ${BOUNDS.cells}: shorter lists, or only:`,
                );
            }
  const unused = only?.findIndex((_, k) => !used.has(k)) ?? -1;
  if (unused >= 0)
    invalid(
      file,
      ['only', unused],
      'a combination that the lists do not have',
      'values, and places in the lists, that are there',
    );
  return cells;
}

/** Pairs of numbers of which the first must be below the second, and what a schema cannot say of them. */
function checkRanges({ bank, abilities, bounds, bins }: Parsed, file: string): void {
  const ascending = (path: (string | number)[], low: number, high: number) => {
    if (!(low < high)) invalid(file, path, `${low} to ${high}`, 'the lower number first');
  };
  ascending(['bounds'], bounds[0], bounds[1]);
  ascending(['bins'], bins.low, bins.high);
  const drawn = bank.generate;
  for (const field of ['a', 'b', 'c', 'd'] as const) {
    const of = drawn?.[field];
    if (typeof of === 'object' && of.uniform !== undefined)
      ascending(['bank', 'generate', field, 'uniform'], of.uniform.low, of.uniform.high);
  }
  if (drawn !== undefined) checkAsymptotes(drawn, file);
  for (const [tag, values] of Object.entries(drawn?.tags ?? {})) {
    const sum = Object.values(values).reduce((total, one) => total + one, 0);
    if (Math.abs(sum - 1) > 1e-6)
      invalid(file, ['bank', 'generate', 'tags', tag], `shares that add up to ${sum}`, '1');
  }
  if (abilities.uniform !== undefined)
    ascending(['abilities', 'uniform'], abilities.uniform.low, abilities.uniform.high);
  if (abilities.grid !== undefined) {
    const { low, high, step, each } = abilities.grid;
    ascending(['abilities', 'grid'], low, high);
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

/** Guessing must stay below the upper asymptote, whatever is drawn. */
function checkAsymptotes({ c, d }: NonNullable<Parsed['bank']['generate']>, file: string): void {
  const most = typeof c === 'number' ? c : (c.uniform?.high ?? null);
  const least = typeof d === 'number' ? d : (d.uniform?.low ?? 1);
  const at = ['bank', 'generate', 'd'];
  if (most !== null && most >= least)
    invalid(file, at, `${least} with guessing up to ${most}`, 'd above every c');
  if (most === null && least < 1)
    invalid(file, at, `${least} with guessing of a beta distribution, which may be above it`, '1');
}

function invalid(
  file: string,
  path: readonly PropertyKey[],
  found: string,
  accepted: string,
): never {
  return fail('FILE_INVALID', { file, where: pathText(path), found, accepted });
}
