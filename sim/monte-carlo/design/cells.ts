import type { AssemblyRule } from '../../../src/cat/assemble/assembly-rule.ts';
import type { Quota } from '../../../src/cat/constrain/quotas.ts';
import type { SelectRule } from '../../../src/cat/select/selector.ts';
import type { StopRule } from '../../../src/cat/stop/rules.ts';
import { fail } from '../../../src/errors.ts';
import type { EstimatorName } from '../../../src/irt/estimate/estimate.ts';
import { BOUNDS } from './bounds.ts';
import type { Enemies } from './enemies.ts';
import { exposureName, type StudyExposure, studyExposure } from './exposure-rule.ts';
import { conditionName, constraintName } from './names.ts';
import { type NamedRule, ruleName, STOPS, selectName, selectRule } from './rules.ts';
import type { ParsedStudyDesign } from './study-design-schema.ts';

/** The factors of a design, in the order of the cells: the last changes fastest. */
export const FACTORS = [
  'truth',
  'calibration',
  'estimator',
  'selector',
  'constraint',
  'exposure',
  'stopping',
  'lag',
  'length',
] as const;

export type Factor = (typeof FACTORS)[number];

/** Factors that `only` names by value; all others by their places. */
const BY_VALUE: readonly Factor[] = ['estimator', 'lag', 'length'];

/** One condition of a study: the name of each factor's value, and the rules of these names. */
export interface Cell {
  readonly truth: string;
  readonly calibration: string;
  readonly estimator: EstimatorName;
  readonly selector: string;
  readonly constraint: string;
  readonly exposure: string;
  readonly stopping: string;
  readonly lag: number;
  readonly length: number;
  /** Places in the lists of the design, from 0. */
  readonly truthAt: number;
  readonly calibrationAt: number;
  readonly select: SelectRule;
  readonly quotas: readonly Quota[];
  readonly enemies: Enemies | null;
  readonly assembly: AssemblyRule | undefined;
  /** Null if exposure is not bounded. */
  readonly exposed: StudyExposure | null;
  readonly stop: StopRule;
}

/** A value of a factor: its name in `only`, its name in results, and the part of a cell that it sets. */
interface Level {
  readonly place: string | number;
  readonly name: string | number;
  readonly part: Partial<Cell>;
}

/** The checked rules of a design. */
export interface CheckedRules {
  readonly selectors: readonly NamedRule[];
  readonly exposure: readonly NamedRule[];
  readonly stopping: readonly NamedRule[];
}

/** All combinations of the lists of a design, or those that `only` names. @throws FILE_INVALID */
export function cellsOf(design: ParsedStudyDesign, rules: CheckedRules, file: string): Cell[] {
  const levels = levelsOf(design, rules);
  const { only } = design;
  const invalid = (where: string, found: string, accepted: string) =>
    fail('FILE_INVALID', { file, where, found, accepted });
  const all = FACTORS.reduce((product, factor) => product * levels[factor].length, 1);
  if (all > (only === undefined ? BOUNDS.cells : BOUNDS.combinations))
    invalid(
      'lengths',
      `more than ${only === undefined ? `${BOUNDS.cells} cells` : `${BOUNDS.combinations} combinations`}`,
      'shorter lists, or only some of the combinations, with only:',
    );
  const cells: Cell[] = [];
  const used = new Set<number>();
  const isWanted = (at: Readonly<Record<Factor, Level>>): boolean => {
    if (only === undefined) return true;
    const matching = only.flatMap((part, k) =>
      Object.entries(part).every(([factor, value]) => at[factor as Factor].place === value)
        ? [k]
        : [],
    );
    for (const k of matching) used.add(k);
    return matching.length > 0;
  };
  for (let k = 0; k < all; k++) {
    const at = combination(levels, k);
    if (!isWanted(at)) continue;
    if (cells.length === BOUNDS.cells)
      invalid('only', `more than ${BOUNDS.cells} cells`, `at most ${BOUNDS.cells}`);
    cells.push(cellAt(at, rules.stopping));
  }
  const unused = only?.findIndex((_, k) => !used.has(k)) ?? -1;
  if (unused >= 0) {
    // If every value occurs in the lists, every combination is a cell; so one of these values does not occur.
    const [factor, value] = Object.entries(only![unused]).find(
      ([name, place]) => !levels[name as Factor].some((level) => level.place === place),
    ) as [Factor, string | number];
    invalid(`only[${unused}].${factor}`, String(value), placesText(factor, levels[factor]));
  }
  return cells;
}

/** What `only` may name of a factor: the values of its list, or places in it. */
function placesText(factor: Factor, levels: readonly Level[]): string {
  if (BY_VALUE.includes(factor)) return levels.map(({ place }) => place).join(', ');
  const names = levels.map(({ place, name }) => `${place} (${name})`).join(', ');
  return `a place in the list: ${names}`;
}

function levelsOf(
  design: ParsedStudyDesign,
  { selectors, exposure, stopping }: CheckedRules,
): Readonly<Record<Factor, readonly Level[]>> {
  const listed = <T>(
    list: readonly T[],
    name: (of: T) => string,
    part: (of: T, k: number) => object,
  ) => list.map((one, k) => ({ place: k + 1, name: name(one), part: part(one, k) }));
  const values = (list: readonly (string | number)[]) =>
    list.map((value) => ({ place: value, name: value, part: {} }));
  return {
    truth: listed(design.truth, conditionName, (_, truthAt) => ({ truthAt })),
    calibration: listed(design.calibration, conditionName, (_, calibrationAt) => ({
      calibrationAt,
    })),
    estimator: values(design.estimators),
    selector: listed(selectors, selectName, (rule) => ({ select: selectRule(rule) })),
    constraint: listed(
      design.constraints.map((one) => (one === 'none' ? {} : one)),
      ({ quotas = [], enemies = null, assembly }) => constraintName(quotas, enemies, assembly),
      ({ quotas = [], enemies = null, assembly }) => ({
        quotas,
        enemies,
        assembly: typeof assembly === 'string' ? { rule: assembly } : assembly,
      }),
    ),
    exposure: listed(exposure, exposureName, (rule) => ({
      exposed: rule.rule === 'none' ? null : studyExposure(rule),
    })),
    stopping: listed(stopping, ruleName, () => ({})),
    lag: values(design.lags),
    length: values(design.lengths),
  };
}

/** The k-th combination, from 0: the last factor changes fastest. */
function combination(
  levels: Readonly<Record<Factor, readonly Level[]>>,
  k: number,
): Record<Factor, Level> {
  let left = k;
  const entries = FACTORS.toReversed().map((factor): [Factor, Level] => {
    const list = levels[factor];
    const level = list[left % list.length];
    left = Math.floor(left / list.length);
    return [factor, level];
  });
  return Object.fromEntries(entries.toReversed()) as Record<Factor, Level>;
}

function cellAt(at: Readonly<Record<Factor, Level>>, stopping: readonly NamedRule[]): Cell {
  const { rule, ...options } = stopping[(at.stopping.place as number) - 1];
  const length = at.length.name as number;
  const names = Object.fromEntries(FACTORS.map((factor) => [factor, at[factor].name]));
  const parts = FACTORS.map((factor) => at[factor].part);
  const stop = STOPS[rule].of(options as Record<string, number>, length);
  return Object.assign({}, names, ...parts, { stop }) as Cell;
}
