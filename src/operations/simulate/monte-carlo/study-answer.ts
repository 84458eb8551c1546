import { FACTORS } from '../../../../sim/monte-carlo/design/cells.ts';
import {
  type CellRanking,
  type ConditionComparison,
  choices,
  LEAST_CLUSTERS,
} from '../../../../sim/monte-carlo/measure/condition-comparison.ts';
import type { Criterion } from '../../../../sim/monte-carlo/measure/paired-differences.ts';
import type { CellResult, MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { decimal, plural } from '../../../numbers.ts';
import type { Table } from '../../../report/document.ts';
import { labelledFigure, measureLabel } from './measure-labels.ts';
import { cellName, varied } from './words.ts';

/** The answer of a study. */
export interface StudyAnswer {
  /** In a sentence or two. */
  readonly lead: string;
  readonly paragraphs: readonly string[];
  /** The best of each condition; none if no strategies are compared. */
  readonly table?: Table;
}

/** Most cells that are named as level with the best. */
const NAMED = 3;
/** Factors that usually cost precision: their cost is reported, compared with doing without. */
const PRICED = ['constraint', 'exposure'] as const;

/** Which choice is best, and what the study cannot tell. */
export function studyAnswer(report: MonteCarloReport): StudyAnswer {
  const { cells, comparisons, clusters, clusterCount } = report;
  const factors = choices(cells);
  if (cells.length === 1) return { lead: oneCell(cells[0]), paragraphs: [] };
  if (factors.length === 0) return conditionsOnly(cells);
  const name = (position: number) => cellName(cells[position], factors);
  const found = (by: Criterion) => comparisons.map((own) => own[by]);
  const head = Object.keys(comparisons[0].condition).join(', ');
  return {
    lead: [
      sentence('rmse', found('rmse'), cells, name),
      sentence('kendall', found('kendall'), cells, name),
      ...costs(cells),
    ].join(' '),
    paragraphs: [
      `A choice is clearly ahead of another if, for equal choices, chance alone would make so great a difference in less than 5% of studies, over all pairs of a condition together. Otherwise the two are level, which does not mean that they are equal. Both choices have the same examinees, so their difference is more certain than the two figures are.${clusterCount < LEAST_CLUSTERS ? ` ${plural(clusterCount, clusters.slice(0, -1))} are too few to decide: at least ${LEAST_CLUSTERS} are needed.` : ''}`,
    ],
    table: {
      caption: 'The best of each condition',
      columns: [
        { name: head === '' ? 'condition' : head, words: true },
        { name: 'least RMSE', words: true },
        { name: 'RMSE', unit: 'SD', numeric: true },
        {
          name: 'level with it',
          words: true,
          help: 'Choices that are not clearly worse in this study.',
        },
        { name: 'highest τ-b', words: true },
        { name: 'τ-b', numeric: true },
        { name: 'level with it (τ-b)', words: true },
      ],
      rows: comparisons.map(({ condition, rmse, kendall }) => [
        conditionName(condition),
        ...columnsOf(rmse, 'rmse', cells, name),
        ...columnsOf(kendall, 'kendall', cells, name),
      ]),
    },
  };
}

type Name = (position: number) => string;

function sentence(
  by: Criterion,
  rankings: readonly (CellRanking | null)[],
  cells: readonly CellResult[],
  name: Name,
): string {
  const known = rankings.filter((own) => own !== null);
  const what = by === 'rmse' ? 'least RMSE' : 'best order (τ-b)';
  if (known.length === 0) return `The ${what} is not defined in this study.`;
  const figure = (best: number) => labelledFigure(cells[best][by], measureLabel(by));
  const [first] = known;
  if (known.length === 1) {
    const rest =
      first.others.length === 0 ? '' : `; it is ${told(level(first), first.others.length, name)}`;
    return `${name(first.best)} has the ${what}, ${figure(first.best)}${rest}.`;
  }
  const winners = new Map<string, CellRanking[]>();
  for (const own of known)
    winners.set(name(own.best), [...(winners.get(name(own.best)) ?? []), own]);
  const ranked = [...winners].sort(([, x], [, y]) => y.length - x.length);
  const of = `of ${plural(known.length, 'condition')}`;
  const each = ranked.slice(0, NAMED).map(([winner, won], k) => {
    const alone = won.filter((own) => level(own).length === 0).length;
    const share =
      won.length === known.length
        ? known.length === 2
          ? 'both conditions'
          : `all ${known.length} conditions`
        : `${won.length} ${of}`;
    return `${winner} ${k === 0 ? `has the ${what} ` : ''}in ${share} (clearly ahead of all others in ${alone === 0 ? 'none' : alone})`;
  });
  const more = ranked.length - each.length;
  const values = known
    .map(({ best }) => best)
    .sort((i, j) => cells[i][by].value! - cells[j][by].value!);
  const list = [...each, ...(more > 0 ? [`${more} more in the others`] : [])];
  return `${listed(list)}. The ${what} is ${figure(values[0])} to ${figure(values[values.length - 1])}.`;
}

/** `a`, `a and b`, `a, b and c`. */
function listed(parts: readonly string[]): string {
  if (parts.length === 1) return parts[0];
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** The cost of constraints and rules of exposure: RMSE compared with that of the cell without them that is otherwise the same. */
function costs(cells: readonly CellResult[]): string[] {
  return PRICED.flatMap((factor) => {
    const rest = (cell: CellResult) => JSON.stringify(FACTORS.map((f) => f === factor || cell[f]));
    const without = new Map(
      cells.flatMap((cell) => (cell[factor] === 'none' ? [[rest(cell), cell] as const] : [])),
    );
    return [...new Set(cells.map((cell) => cell[factor]))].flatMap((level) => {
      const changes = cells
        .filter((cell) => level !== 'none' && cell[factor] === level)
        .flatMap((cell) => {
          const [own, other] = [cell.rmse.value, without.get(rest(cell))?.rmse.value ?? null];
          return own === null || other === null || other === 0 ? [] : [100 * (own / other - 1)];
        });
      if (changes.length === 0) return [];
      const [low, high] = [signed(Math.min(...changes)), signed(Math.max(...changes))];
      return [
        `${level} instead of ${factor} none: RMSE ${low}${low === high ? '' : ` to ${high}`}.`,
      ];
    });
  });
}

const signed = (percent: number) => `${percent < 0 ? '−' : '+'}${decimal(Math.abs(percent), 0)}%`;

/** Positions of cells that the best is not clearly ahead of. */
function level({ others }: CellRanking): number[] {
  return others.flatMap(({ cell, isClear }) => (isClear ? [] : [cell]));
}

function told(alike: readonly number[], others: number, name: Name): string {
  if (alike.length === 0)
    return others === 1 ? 'clearly ahead of the other' : `clearly ahead of all ${others} others`;
  return `level with ${names(alike, name)}`;
}

function names(cells: readonly number[], name: Name): string {
  const first = cells.slice(0, NAMED).map(name);
  const more = cells.length - first.length;
  return `${first.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function columnsOf(
  found: CellRanking | null,
  by: Criterion,
  cells: readonly CellResult[],
  name: Name,
): (string | null)[] {
  if (found === null) return [null, null, null];
  const alike = level(found);
  return [
    name(found.best),
    labelledFigure(cells[found.best][by], measureLabel(by)),
    alike.length === 0 ? 'none' : names(alike, name),
  ];
}

function conditionName(condition: ConditionComparison['condition']): string {
  const parts = Object.entries(condition);
  if (parts.length === 0) return 'all cells';
  return parts
    .map(([factor, value]) => {
      if (factor === 'length') return `${value} items`;
      return value === 'none' ? `${factor} none` : String(value);
    })
    .join(', ');
}

/** Nothing to choose between: what the conditions do. */
function conditionsOnly(cells: readonly CellResult[]): StudyAnswer {
  const ranked = cells
    .filter(({ rmse }) => rmse.value !== null)
    .sort((x, y) => x.rmse.value! - y.rmse.value!);
  if (ranked.length === 0) return { lead: 'RMSE is not defined in any cell.', paragraphs: [] };
  const factors = varied(cells);
  const text = (cell: CellResult) =>
    `${labelledFigure(cell.rmse, measureLabel('rmse'))} (${cellName(cell, factors)})`;
  return {
    lead: [
      `RMSE ranges from ${text(ranked[0])} to ${text(ranked[ranked.length - 1])}.`,
      ...costs(cells),
    ].join(' '),
    paragraphs: [],
  };
}

function oneCell(cell: CellResult): string {
  const own = (['rmse', 'bias', 'coverage', 'kendall'] as const)
    .filter((name) => cell[name].value !== null)
    .map((name) => {
      const label = measureLabel(name);
      return `${label.name} ${labelledFigure(cell[name], label)}${label.unit === '%' ? '%' : ''}`;
    });
  return `The tests of this study have ${listed(own)}.`;
}
