import type { Factor } from '../../../sim/monte-carlo/cells.ts';
import type { CellResult, MonteCarloReport } from '../../../sim/monte-carlo/study.ts';
import { plural } from '../numbers.ts';
import type { PageTable } from '../study-page/table.ts';
import { labelledFigure, measureLabel } from './measure-labels.ts';
import {
  type CellGroup,
  type Criterion,
  cellGroups,
  choices,
  type Ranking,
  ranking,
} from './study-comparison.ts';
import { cellName, varied } from './study-text.ts';

/** What a study answers. */
export interface StudyAnswer {
  /** In a sentence or two. */
  readonly lead: string;
  readonly paragraphs: readonly string[];
  /** The best of each condition; none where there is nothing to choose. */
  readonly table?: PageTable;
}

/** Cells that cannot be told from the best are named up to here. */
const NAMED = 3;

/** Which choice is best, and what the study cannot tell. */
export function studyAnswer(report: MonteCarloReport): StudyAnswer {
  const groups = cellGroups(report);
  const factors = choices(report);
  if (report.cells.length === 1) return { lead: oneCell(report.cells[0]), paragraphs: [] };
  if (factors.length === 0) return conditionsOnly(report);
  const own = groups.map((group) => ({
    group,
    rmse: ranking(group.cells, 'rmse'),
    kendall: ranking(group.cells, 'kendall'),
  }));
  return {
    lead: [sentence(own, 'rmse', factors), sentence(own, 'kendall', factors)].join(' '),
    paragraphs: [
      'A cell is clearly ahead of another where they differ by more than twice the Monte Carlo error of the difference, and level with it elsewhere. All cells have the same examinees: the error of a difference is less than is reckoned here, as if they had not. So what is clear is clear, and more replications might tell some of the others apart.',
    ],
    table: {
      caption: 'The best of each condition',
      columns: [
        { name: groups[0].condition.length === 0 ? 'condition' : conditionHead(groups[0]) },
        { name: 'least RMSE' },
        { name: 'RMSE', unit: 'SD', numeric: true },
        {
          name: 'level with it',
          help: 'Cells that may be as good, for all the study shows.',
        },
        { name: 'highest τ-b' },
        { name: 'τ-b', numeric: true },
        { name: 'level with it (τ-b)' },
      ],
      rows: own.map(({ group, rmse, kendall }) => [
        conditionName(group),
        ...columnsOf(rmse, 'rmse', factors),
        ...columnsOf(kendall, 'kendall', factors),
      ]),
    },
  };
}

type Ranked = { readonly group: CellGroup } & { readonly [by in Criterion]: Ranking | null };

function sentence(ranked: readonly Ranked[], by: Criterion, factors: readonly Factor[]): string {
  const known = ranked.flatMap((own) => {
    const found = own[by];
    return found === null ? [] : [{ group: own.group, found }];
  });
  const what = by === 'rmse' ? 'Least RMSE' : 'Best order (τ-b)';
  if (known.length === 0) return `${what}: not defined here.`;
  const wins = new Map<string, number>();
  for (const { found } of known) {
    const name = cellName(found.best, factors);
    wins.set(name, (wins.get(name) ?? 0) + 1);
  }
  const [winner, won] = [...wins].sort(([, x], [, y]) => y - x)[0];
  if (known.length === 1) {
    const { best, alike, others } = known[0].found;
    return `${what}: ${winner}, ${labelledFigure(best[by], measureLabel(by))}, ${told(alike, others.length, factors)}.`;
  }
  const alone = known.filter(
    ({ found }) => cellName(found.best, factors) === winner && found.alike.length === 0,
  ).length;
  const places = `${what} in ${won} of ${plural(known.length, 'condition')}: ${winner}`;
  if (alone === won) return `${places}, each time clearly ahead of all others.`;
  return `${places}, clearly ahead of all others in ${alone === 0 ? 'none' : alone} of them.`;
}

function told(alike: readonly CellResult[], others: number, factors: readonly Factor[]): string {
  if (alike.length === 0)
    return others === 1 ? 'clearly ahead of the other' : `clearly ahead of all ${others} others`;
  return `level with ${names(alike, factors)}`;
}

function names(cells: readonly CellResult[], factors: readonly Factor[]): string {
  const first = cells.slice(0, NAMED).map((cell) => cellName(cell, factors));
  const more = cells.length - first.length;
  return `${first.join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function columnsOf(
  found: Ranking | null,
  by: Criterion,
  factors: readonly Factor[],
): (string | null)[] {
  if (found === null) return [null, null, null];
  const { best, alike } = found;
  return [
    cellName(best, factors),
    labelledFigure(best[by], measureLabel(by)),
    alike.length === 0 ? 'none' : names(alike, factors),
  ];
}

function conditionHead({ condition }: CellGroup): string {
  return condition.map(([name]) => name).join(', ');
}

function conditionName({ condition }: CellGroup): string {
  if (condition.length === 0) return 'all cells';
  return condition
    .map(([name, value]) => (name === 'length' ? `${value} items` : String(value)))
    .join(', ');
}

/** Nothing to choose between: what the conditions do. */
function conditionsOnly(report: MonteCarloReport): StudyAnswer {
  const found = ranking(report.cells, 'rmse');
  if (found === null || found.others.length === 0)
    return { lead: 'RMSE is not defined in any cell.', paragraphs: [] };
  const factors = varied(report.cells);
  const worst = found.others[found.others.length - 1].cell;
  const text = (cell: CellResult) =>
    `${labelledFigure(cell.rmse, measureLabel('rmse'))} (${cellName(cell, factors)})`;
  return {
    lead: `RMSE goes from ${text(found.best)} to ${text(worst)}.`,
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
  return `${cellName(cell, [])}: ${own.join(', ')}.`;
}
