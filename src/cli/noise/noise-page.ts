import {
  type LineStyle,
  lineChartSvg,
  PAGE_LAYOUT,
  type PanelPoint,
} from '../../charts/line-panels.ts';
import type { ModelNoise, NoiseReport } from '../../noise/noise-report.ts';
import { errorOf } from '../../noise/plan.ts';
import { count, orDash, percent, plural } from '../../numbers.ts';
import type { PageChart } from '../simulate/study-page/figure.ts';
import { type PageSection, studyPage } from '../simulate/study-page/study-page.ts';
import {
  componentNotes,
  dataText,
  evaluateText,
  modelName,
  planNotes,
  points,
  shareText,
  spreadText,
  varianceText,
} from './noise-words.ts';

/** Lines of a chart that can be told apart: Okabe and Ito's colours. */
const COLOURS = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9'];
const SHAPES = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'];
/** Rows of a table of models. */
const MOST_ROWS = 200;

/** The report as one page that needs no other. */
export async function noisePage(
  name: string,
  report: NoiseReport,
  bank: string | null,
): Promise<string> {
  const next = evaluateText(report, bank);
  return studyPage({
    title: `Answer noise: ${name}`,
    lead: planNotes(report).join(' '),
    facts: [
      ['Data', dataText(report)],
      [
        'Scores stand for',
        report.settings.bankSize === null
          ? 'items like those asked'
          : `a bank of ${plural(report.settings.bankSize, 'item')}`,
      ],
    ],
    sections: [
      componentSection(report),
      await planSection(report),
      modelSection(report),
      ...(await passSection(report)),
    ],
    ...(next === null ? {} : { next: `\`${next}\`` }),
  });
}

function componentSection(report: NoiseReport): PageSection {
  return {
    heading: 'Where the variance of scores comes from',
    paragraphs: componentNotes(report),
    forest: {
      title: 'Standard deviation of each effect',
      caption: `${percent(report.settings.confidence)} intervals`,
      xTitle: 'points',
      rows: report.components.map((one) => ({
        name: one.effect,
        value: 100 * Math.sqrt(Math.max(0, one.estimate)),
        low: 100 * Math.sqrt(one.low),
        high: 100 * Math.sqrt(one.high),
        label: spreadText(one),
        quiet: false,
      })),
      limits: [0, Number.POSITIVE_INFINITY],
    },
    table: {
      caption: 'Variance components',
      columns: [
        { name: 'effect' },
        { name: 'share', numeric: true },
        { name: 'variance', numeric: true },
        { name: 'degrees of freedom', numeric: true },
        { name: 'standard deviation, points' },
      ],
      rows: report.components.map((one) => [
        one.effect,
        percent(one.share),
        varianceText(one),
        count(one.df),
        spreadText(one),
      ]),
    },
  };
}

async function planSection({ plan, models }: NoiseReport): Promise<PageSection> {
  const lines = [...new Set(plan.table.map(lineName))].slice(0, COLOURS.length);
  const hasRepeats = plan.table.some(({ repeats }) => repeats > 1);
  return {
    heading: 'What a design would show',
    charts: hasRepeats
      ? [
          await chart(
            {
              title: 'Standard error by answers to each item',
              caption: `Points, of ${models > 1 ? 'the difference of two models' : 'a score'}`,
              xTitle: 'answers to each item',
              format: '.1f',
              fromZero: true,
            },
            lines,
            plan.table.map((design) => ({
              line: lineName(design),
              x: design.repeats,
              y: 100 * errorOf(design),
              low: null,
              high: null,
            })),
          ),
        ]
      : [],
    table: {
      caption: 'Designs, standard errors in points',
      columns: [
        { name: 'items', numeric: true },
        { name: 'conditions', numeric: true },
        { name: 'answers each', numeric: true },
        { name: 'price per model', numeric: true, help: 'A first answer to an item costs 1.' },
        { name: 'error of a score', numeric: true },
        { name: 'of a difference', numeric: true },
        { name: 'of repeats alone', numeric: true },
        { name: 'reliability', numeric: true, help: 'The generalizability coefficient.' },
      ],
      rows: plan.table.map((design) => [
        count(design.items),
        count(design.conditions),
        count(design.repeats),
        count(Math.round(design.price)),
        points(design.score),
        points(design.difference),
        points(design.noise),
        orDash(design.reliability, 3),
      ]),
    },
  };
}

const lineName = ({ items, conditions }: { items: number; conditions: number }) =>
  `${plural(items, 'item')}${conditions > 1 ? `, ${plural(conditions, 'condition')}` : ''}`;

function modelSection({ byModel }: NoiseReport): PageSection {
  return {
    heading: 'Models',
    table: {
      caption: byModel.length > MOST_ROWS ? `The first ${MOST_ROWS}` : 'Scores and their noise',
      columns: [
        { name: 'model' },
        { name: 'items', numeric: true },
        { name: 'score', numeric: true },
        { name: 'error of repeats', numeric: true, help: 'On exactly these items.' },
        { name: 'error of items', numeric: true, help: 'As a score on items like these.' },
        { name: 'scores differ', numeric: true, help: 'Share of pairs of repeats.' },
        { name: 'answers differ', numeric: true },
        { name: 'unsteady items', numeric: true, help: 'Items whose repeats differ in score.' },
      ],
      rows: byModel
        .slice(0, MOST_ROWS)
        .map((one) => [
          modelName(one),
          count(one.items),
          points(one.score, 1),
          points(one.noise),
          points(one.error),
          points(one.scoresDiffer, 1),
          points(one.answersDiffer, 1),
          points(one.unsteady, 1),
        ]),
    },
  };
}

async function passSection({ byModel, settings }: NoiseReport): Promise<PageSection[]> {
  const shown = byModel.filter(({ pass }) => pass.some(({ k }) => k > 1));
  if (shown.length === 0) return [];
  // One line of each model before further conditions, so that no model is left out for another's conditions.
  const firstOf = new Map(shown.map((one) => [one.model, one] as const).reverse());
  const isFirst = (one: ModelNoise) => firstOf.get(one.model) === one;
  const drawn = [
    ...shown.filter(isFirst),
    ...(firstOf.size < COLOURS.length / 2 ? shown.filter((one) => !isFirst(one)) : []),
  ].slice(0, COLOURS.length);
  return [
    {
      heading: 'Several answers to an item',
      paragraphs: [
        `pass@k: at least one of k answers passes. pass^k: all of them. majority@k: the score of the most frequent answer. In points, mean over items, with ${percent(settings.confidence)} intervals.`,
      ],
      charts: [
        await chart(
          {
            title: 'pass@k',
            caption: `Points${shown.length > drawn.length ? `; ${drawn.length} of ${shown.length} rows of the table` : ''}`,
            xTitle: 'k',
            format: '.0f',
            fromZero: false,
          },
          drawn.map(modelName),
          drawn.flatMap((one) =>
            one.pass.map(({ k, any }) => ({
              line: modelName(one),
              x: k,
              y: 100 * any.value,
              low: 100 * any.low,
              high: 100 * any.high,
            })),
          ),
        ),
      ],
      table: {
        caption: shown.length > MOST_ROWS ? `The first ${MOST_ROWS} models` : 'pass@k by model',
        columns: [
          { name: 'model' },
          { name: 'k', numeric: true },
          { name: 'items', numeric: true },
          { name: 'pass@k' },
          { name: 'pass^k' },
          { name: 'majority@k' },
        ],
        rows: shown
          .slice(0, MOST_ROWS)
          .flatMap((one: ModelNoise) =>
            one.pass.map(({ k, items, any, all, majority }) => [
              modelName(one),
              count(k),
              count(items),
              shareText(any),
              shareText(all),
              majority === null ? '–' : shareText(majority),
            ]),
          ),
      },
    },
  ];
}

async function chart(
  {
    title,
    caption,
    xTitle,
    format,
    fromZero,
  }: { title: string; caption: string; xTitle: string; format: string; fromZero: boolean },
  lines: readonly string[],
  own: readonly PanelPoint[],
): Promise<PageChart> {
  const styles: LineStyle[] = lines.map((name, k) => ({
    name,
    colour: COLOURS[k],
    dash: [],
    shape: SHAPES[k],
  }));
  return {
    title,
    caption,
    svg: await lineChartSvg({
      title,
      caption: [],
      xTitle,
      styles,
      panels: [
        { title: '', format, fromZero, points: own.filter(({ line }) => lines.includes(line)) },
      ],
      layout: PAGE_LAYOUT,
    }),
  };
}
