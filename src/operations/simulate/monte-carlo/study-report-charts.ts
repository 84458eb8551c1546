import { FACTORS } from '../../../../sim/monte-carlo/design/cells.ts';
import { namedMeasures } from '../../../../sim/monte-carlo/measure/named-measures.ts';
import { type Figure, reach95 } from '../../../../sim/monte-carlo/measure/ratio.ts';
import type { CellResult, MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import type { Words } from '../../../languages/words.ts';
import { decimal } from '../../../numbers.ts';
import type { Chart, Section } from '../../../report/document.ts';
import { measureLabel } from './measure-labels.ts';
import { type FigureLine, type FigureOptions, lineFigure, MOST_LINES } from './study-figures.ts';
import { tellingCells } from './telling-cells.ts';
import { cellName, varied } from './words.ts';

/** Of fewer tests a mean says little, and its band hides the others; in a small study, a share of the fullest bin. */
const LEAST_SESSIONS = 30;
const LEAST_SHARE = 0.25;
const ABILITY_AXIS = 'true ability (SD)';

/** The charts of a study, section by section; a section without any is left out. */
export function chartSections({ cells, clusterCount }: MonteCarloReport, t: Words): Section[] {
  const shown = tellingCells(cells, MOST_LINES);
  const factors = varied(cells);
  const reach = reach95(clusterCount);
  const name = (cell: CellResult) => cellName(cell, factors);
  const leftOut =
    shown.length === cells.length
      ? []
      : [
          `The charts show ${shown.length} of ${cells.length} cells: the cell with the least RMSE, those that differ from it in one factor, and some from the whole range. The tables at the end have all cells.`,
        ];
  const sections: Section[] = [
    {
      heading: 'By true ability',
      paragraphs: [
        ...leftOut,
        `Bands are 95% intervals, ± ${decimal(reach, 2)} Monte Carlo standard errors. Each point is at the middle of its bin of abilities; bins with few tests are only in by-ability.csv.`,
      ],
      charts: abilityCharts(shown, name, reach, t),
    },
    {
      heading: 'Are the standard errors right?',
      paragraphs: [
        'Where the mean standard error is below the RMSE, tests report too small an error.',
      ],
      charts: calibrationCharts(shown, name, reach, t),
    },
    {
      heading: 'What more items bring',
      charts: lengthCharts(cells, reach, t),
    },
    {
      heading: 'How long the tests are',
      charts: distributionCharts(cells, name, reach, t),
    },
    {
      heading: 'How often items are used',
      charts: exposureCharts(shown, name, reach, t),
    },
  ];
  return sections.filter(({ charts = [] }) => charts.length > 0);
}

type Name = (cell: CellResult) => string;
type AbilityMeasure = 'bias' | 'rmse' | 'meanSe' | 'coverage';

function byAbility(cell: CellResult, measure: AbilityMeasure): FigureLine['points'] {
  const most = Math.max(...cell.byAbility.map(({ sessions }) => sessions));
  const least = Math.min(LEAST_SESSIONS, LEAST_SHARE * most);
  return cell.byAbility
    .filter(({ sessions }) => sessions >= least)
    .map((bin) => ({ x: bin.middle, y: bin[measure] }));
}

function abilityCharts(cells: readonly CellResult[], name: Name, reach: number, t: Words): Chart[] {
  const chart = (
    measure: AbilityMeasure,
    rest: Omit<FigureOptions, 'xTitle' | 'lines' | 'reach' | 't'>,
  ) =>
    lineFigure({
      ...rest,
      reach,
      t,
      xTitle: ABILITY_AXIS,
      lines: cells.map((cell) => ({ name: name(cell), points: byAbility(cell, measure) })),
    });
  return [
    ...chart('bias', {
      title: 'Bias by ability',
      yTitle: 'estimate − true ability (SD)',
      format: '.2~f',
      reference: 0,
      caption: 'Dotted line: no bias.',
    }),
    ...chart('rmse', {
      title: 'RMSE by ability',
      yTitle: 'root mean square error (SD)',
      format: '.2~f',
      fromZero: true,
      least: 0,
    }),
    ...chart('coverage', {
      title: 'Coverage of 95% intervals by ability',
      yTitle: 'coverage (%)',
      format: '.0%',
      reference: 0.95,
      least: 0,
      most: 1,
      caption: 'Dotted line: the nominal 95%.',
    }),
  ];
}

function calibrationCharts(
  cells: readonly CellResult[],
  name: Name,
  reach: number,
  t: Words,
): Chart[] {
  const charts: Chart[] = [];
  for (const cell of cells)
    charts.push(
      ...lineFigure({
        title: name(cell),
        reach,
        t,
        xTitle: ABILITY_AXIS,
        yTitle: 'SD of ability',
        format: '.2~f',
        fromZero: true,
        least: 0,
        lines: [
          { name: 'RMSE', points: byAbility(cell, 'rmse') },
          { name: 'mean standard error', points: byAbility(cell, 'meanSe') },
        ],
      }),
    );
  return charts;
}

/** Against the items that were asked: a line joins cells that differ in the length alone. */
function lengthCharts(cells: readonly CellResult[], reach: number, t: Words): Chart[] {
  if (new Set(cells.map((cell) => cell.meanLength.value)).size < 2) return [];
  const factors = varied(cells).filter((factor) => factor !== 'length');
  const lines = new Map<string, CellResult[]>();
  for (const cell of cells) {
    const key = JSON.stringify(
      FACTORS.map((factor) => (factor === 'length' ? null : cell[factor])),
    );
    lines.set(key, [...(lines.get(key) ?? []), cell]);
  }
  const ends = [...lines.values()].map((own) => own[own.length - 1]);
  const chosen = new Set(tellingCells(ends, MOST_LINES));
  const drawn = [...lines.values()].filter((own) => chosen.has(own[own.length - 1]));
  const name = (cell: CellResult) => (factors.length === 0 ? 'all' : cellName(cell, factors));
  const charts: Chart[] = [];
  for (const measure of ['rmse', 'kendall', 'scoreError', 'efficiency']) {
    const { name: title, unit, scale, help } = measureLabel(measure);
    const figure = (cell: CellResult): Figure => {
      const { value, se } = namedMeasures(cell).find(([own]) => own === measure)![1];
      return { value: value === null ? null : scale * value, se: se === null ? null : scale * se };
    };
    charts.push(
      ...lineFigure({
        title: `${title} by items asked`,
        reach,
        t,
        ...(help === undefined ? {} : { caption: help }),
        xTitle: 'items asked (mean)',
        yTitle: unit === undefined ? title : `${title} (${unit})`,
        format: scale === 1 ? '.2~f' : '.3~g',
        fromZero: measure !== 'kendall',
        lines: drawn.map((own) => ({
          name: name(own[0]),
          points: own.map((cell) => ({ x: cell.meanLength.value ?? cell.length, y: figure(cell) })),
        })),
      }),
    );
  }
  return charts;
}

/** Where tests of a cell are of several lengths: how many have ended by then. */
function distributionCharts(
  cells: readonly CellResult[],
  name: Name,
  reach: number,
  t: Words,
): Chart[] {
  const varying = cells.filter(({ lengths }) => lengths.least < lengths.most);
  const lines = tellingCells(varying, MOST_LINES);
  return lineFigure({
    title: 'Tests that have ended',
    reach,
    t,
    caption: 'Share of tests that have ended after this number of items.',
    xTitle: 'items asked',
    yTitle: 'share of tests (%)',
    format: '.0%',
    fromZero: true,
    lines: lines.map((cell) => ({ name: name(cell), points: ended(cell) })),
  });
}

/** Steps of the share that is drawn: a point for every length would be one black line. */
const STEPS = 20;

function ended({ lengths }: CellResult): FigureLine['points'] {
  const all = lengths.counts.reduce((sum, [, n]) => sum + n, 0);
  const points: { x: number; y: Figure }[] = [];
  let below = 0;
  let drawn = -1;
  for (const [x, n] of lengths.counts) {
    below += n;
    const step = Math.floor((STEPS * below) / all);
    if (step > drawn) points.push({ x, y: { value: below / all, se: null } });
    drawn = step;
  }
  return points;
}

function exposureCharts(
  cells: readonly CellResult[],
  name: Name,
  reach: number,
  t: Words,
): Chart[] {
  return lineFigure({
    title: 'Exposure, item by item',
    reach,
    t,
    caption: 'Items, most used first. Where a line reaches 0, the rest of the bank is unused.',
    xTitle: 'items, most used first (% of the bank)',
    yTitle: 'examinees that see the item (%)',
    format: '.0%',
    fromZero: true,
    least: 0,
    most: 1,
    lines: cells.map((cell) => ({
      name: name(cell),
      points: cell.itemUse.sorted.map(({ share, rate }) => ({ x: 100 * share, y: rate })),
    })),
  });
}
