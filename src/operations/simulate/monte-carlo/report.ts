import { FACTORS, type Factor } from '../../../../sim/monte-carlo/design/cells.ts';
import { namedMeasures } from '../../../../sim/monte-carlo/measure/named-measures.ts';
import { reach95 } from '../../../../sim/monte-carlo/measure/ratio.ts';
import type { CellResult, MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import type { Column, Document, Section, Table } from '../../../report/document.ts';
import { retoldDocument } from '../../../report/retold-document.ts';
import type { Reading } from '../../operation.ts';
import { labelledFigure, measureLabel } from './measure-labels.ts';
import { studyAnswer } from './study-answer.ts';
import { chartSections } from './study-report-charts.ts';
import { studyWarnings } from './study-warnings.ts';
import {
  cellName,
  clusterText,
  collectionText,
  drawnText,
  fewText,
  groupText,
  varied,
} from './words.ts';

/** A page with more rows than this is slow on a phone: files have the rest. */
const MOST_ROWS = 200;
/** Measures of one table: more do not fit on paper. */
const COLUMNS = 7;
/** What a terminal shows of the abilities and classes, and of the items and scores. */
const AT_TERMINAL = [
  /^(bias|rmse|meanSe|infiniteSe|coverage|meanLength|kendall|pairs|top\d+|(right|falseAbove|falseBelow)_.*)$/,
  /^(cost|exhausted|efficiency|exposure_(max|unused|above|overlap|chiSquare)|score(Error|Bias)|atBound)$/,
];

/**
 * What a Monte Carlo study says: the answer first, then what was studied, charts, and all numbers; at a terminal the most important ones.
 * What is varied and what is measured is taken from the study.
 * @param files that lie beside the page, by name
 */
export function studyDocument(
  report: MonteCarloReport,
  { reader, t }: Pick<Reading<unknown>, 'reader' | 't'>,
  files: readonly string[] = [],
): Document {
  const { lead, paragraphs, table } = studyAnswer(report);
  const answer: Section[] =
    table === undefined ? [] : [{ heading: 'Which is best', paragraphs, table }];
  const factors = varied(report.cells);
  const warnings = studyWarnings(report.cells, (cell) => cellName(cell, factors));
  const page: Document = {
    title: studyTitle(report),
    lead,
    facts: facts(report),
    sections: [
      ...(reader === 'caller' ? [] : answer),
      ...(warnings.length === 0
        ? []
        : [{ heading: 'Deviations from the design', paragraphs: warnings }]),
      ...(reader === 'caller' ? shortSections(report) : chartSections(report, t)),
      ...(reader === 'caller' ? [] : numberSections(report)),
      ...needed(report, factors),
      ...(files.length === 0
        ? []
        : [{ heading: 'Files', paragraphs: [`Files in the same folder: ${files.join(', ')}.`] }]),
    ],
    next: nextText(report),
  };
  return retoldDocument(page, t);
}

export function studyTitle({ cells, replications }: MonteCarloReport): string {
  return `Simulation study: ${plural(cells.length, 'cell')}, ${plural(replications, 'replication')}`;
}

function facts(report: MonteCarloReport): [string, string][] {
  const { cells } = report;
  const changing = varied(cells);
  const levels = (name: Factor) => [...new Set(cells.map((cell) => cell[name]))];
  const absent = FACTORS.filter((name) => cells.every((cell) => cell[name] === 'none'));
  return [
    ['what it is', 'SIMULATED: answers deviate from the model only as the design says'],
    [
      'examinees',
      `${count(report.examinees)} in each of ${plural(report.replications, 'replication')}, ranked in ${groupText(report)}`,
    ],
    [
      'bank',
      `${plural(report.items, 'item')}${drawnText(report, '; each replication draws its own')}`,
    ],
    ...(report.collection === null
      ? []
      : [['drawn from', collectionText(report.collection)] as [string, string]]),
    ...FACTORS.filter((name) => !absent.includes(name)).map((name): [string, string] => [
      name,
      `${levels(name).join('; ')}${changing.includes(name) ? '' : ' (in all cells)'}`,
    ]),
    ...(absent.length === 0 ? [] : [['none in any cell', absent.join(', ')] as [string, string]]),
    [
      '± and bands',
      `Monte Carlo standard errors over ${clusterText(report)}; bands are 95% intervals, ± ${decimal(reach95(report.clusterCount), 2)} of them (Student’s t)`,
    ],
    ['seed', String(report.seed)],
  ];
}

/** Measures of a study that some cell has. */
function knownMeasures({
  cells,
}: MonteCarloReport): { name: string; k: number; isZero: boolean }[] {
  return namedMeasures(cells[0]).flatMap(([name], k) => {
    const values = cells.map((cell) => namedMeasures(cell)[k][1].value);
    const isZero = values.every((value) => value === null || value === 0);
    return values.every((value) => value === null) ? [] : [{ name, k, isZero }];
  });
}

/** All measures of all cells, in tables that fit on paper. */
function numberSections(report: MonteCarloReport): Section[] {
  const { cells } = report;
  const shown = cells.slice(0, MOST_ROWS);
  const known = knownMeasures(report);
  const parts = Math.ceil(known.length / COLUMNS);
  const size = Math.ceil(known.length / parts);
  return Array.from({ length: parts }, (_, part): Section => {
    const own = known.slice(part * size, (part + 1) * size);
    const cut =
      shown.length < cells.length
        ? [
            `The first ${MOST_ROWS} of ${count(cells.length)} cells; --out writes all of them to results.csv.`,
          ]
        : [];
    return {
      heading: `All numbers${parts === 1 ? '' : `, part ${part + 1} of ${parts}`}`,
      ...(part === 0 ? { paragraphs: [...fewText(report), ...cut] } : {}),
      table: numberTable(shown, varied(cells), own),
    };
  });
}

function shortSections(report: MonteCarloReport): Section[] {
  const known = knownMeasures(report).filter(({ isZero }) => !isZero);
  return AT_TERMINAL.map((names, k) => {
    const own = known.filter(({ name }) => names.test(name));
    const table = numberTable(report.cells, varied(report.cells), own);
    const columns = table.columns.map(({ help: _, unit, ...column }) =>
      unit === '%' ? { ...column, unit } : column,
    );
    return {
      heading: k === 0 ? 'Abilities' : 'Items and scores',
      paragraphs:
        k === 0 ? fewText(report) : ['Abilities in SD, score errors and biases in points.'],
      table: { ...table, columns, limit: MOST_ROWS },
    };
  });
}

function numberTable(
  cells: readonly CellResult[],
  factors: readonly Factor[],
  measures: readonly { readonly name: string; readonly k: number }[],
): Table {
  const labels = measures.map(({ name }) => measureLabel(name));
  return {
    caption: `${labels.map(({ name }) => name).join(', ')}; ± Monte Carlo standard error`,
    columns: [
      { name: 'cell', words: true },
      ...labels.map(
        ({ name, unit, help }): Column => ({
          name,
          numeric: true,
          ...(unit === undefined ? {} : { unit }),
          ...(help === undefined ? {} : { help }),
        }),
      ),
    ],
    rows: cells.map((cell) => {
      const figures = namedMeasures(cell);
      return [
        cellName(cell, factors),
        ...measures.map(({ k }, at) => labelledFigure(figures[k][1], labels[at])),
      ];
    }),
  };
}

/** Where the design asks for a precision. */
function needed({ cells }: MonteCarloReport, factors: readonly Factor[]): Section[] {
  const names = Object.keys(cells[0].neededBy);
  if (names.length === 0) return [];
  return [
    {
      heading: 'Replications for the requested precision',
      table: {
        caption: 'Replications needed, by measure',
        columns: [
          { name: 'cell', words: true },
          ...names.map((name) => ({
            name: measureLabel(name).name,
            numeric: true,
            words: true,
          })),
        ],
        rows: cells
          .slice(0, MOST_ROWS)
          .map((cell) => [
            cellName(cell, factors),
            ...names.map((name) => cell.neededBy[name] ?? 'not known'),
          ]),
      },
    },
  ];
}

function nextText({ cells, replications }: MonteCarloReport): string {
  const needed = cells.flatMap(({ neededBy }) => Object.values(neededBy));
  const most = Math.max(0, ...needed.map((n) => n ?? 0));
  return most > replications
    ? `the requested precision takes ${count(most)} replications: set \`replications: ${most}\` in the design, and simulate into another folder.`
    : 'try the best cells on answers of real models: `thetarank simulate post-hoc --help`.';
}
