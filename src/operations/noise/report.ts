import {
  type LineStyle,
  lineChartSvg,
  PAGE_LAYOUT,
  type PanelPoint,
} from '../../charts/line-panels.ts';
import { listed, sentences, type Words } from '../../languages/words.ts';
import type { ModelNoise, NoiseReport } from '../../noise/noise-report.ts';
import { errorOf } from '../../noise/plan.ts';
import { count, orDash, percent, plural } from '../../numbers.ts';
import type { Chart, Document, Section } from '../../report/document.ts';
import type { Reading } from '../operation.ts';
import type { NoiseOptions, NoiseResult } from './noise.ts';
import {
  askedText,
  componentNotes,
  dataText,
  driftNotes,
  effectWords,
  evaluateText,
  modelName,
  planNotes,
  points,
  shareText,
  spreadText,
  varianceText,
} from './words.ts';

/** Lines of a chart that can be told apart: Okabe and Ito's colours. */
const COLOURS = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9'];
const SHAPES = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'];
/** Rows of a table of models. */
const MOST_ROWS = 200;

/** What a result says. */
export function noiseDocument(result: NoiseResult, reading: Reading<NoiseOptions>): Document {
  const { t } = reading;
  const { source, settings } = result;
  const next = nextStep(result, reading);
  return {
    title: t('Answer noise: {name}', { name: source.name }),
    lead: sentences([...driftNotes(result, t), ...planNotes(result, t)], t),
    facts: [
      [t('Data'), dataText(result, t)],
      ...(source.withoutScore > 0
        ? [[t('Rows without a score, not counted'), count(source.withoutScore)] as const]
        : []),
      ...(source.ignoredColumns.length > 0
        ? [[t('Columns that were not read'), listed(source.ignoredColumns, t)] as const]
        : []),
      [
        t('Scores stand for'),
        settings.bankSize === null
          ? t('items like those asked')
          : t('a bank of {n, plural, one {# item} other {# items}}', { n: settings.bankSize }),
      ],
    ],
    sections: [
      componentSection(result, t),
      ...(result.plan.table.length === 0 ? [] : [planSection(result, t)]),
      modelSection(result, t),
      ...passSection(result, t),
    ],
    ...(next === undefined ? {} : { next }),
  };
}

/** What to do next, which is something that works. */
function nextStep(
  { plan, repeats, source: { asked } }: NoiseResult,
  { options: { run }, reader, where, hasPage, t }: Reading<NoiseOptions>,
): string | undefined {
  const isRepeated = repeats.most > 1;
  const best = isRepeated || plan.best === null ? plan.best : { ...plan.observed, repeats: 2 };
  const evaluate = best === null ? undefined : evaluateText(best, askedText(asked, reader), t);
  if (reader === 'others') return evaluate === undefined ? undefined : `\`${evaluate}\``;
  if (asked !== null && best !== null && best.items > asked.bankItems)
    return `bank ${asked.bank} has ${plural(asked.bankItems, 'item')}, and this design needs more. To plan with them: thetarank noise --run ${run} --bank-size ${asked.bankItems}${where}`;
  if (plan.withoutBest === 'no variance') return 'answers to harder or easier items';
  if (evaluate === undefined) return 'a larger --answers-per-model or --error';
  const settings = asked === null ? '' : `. Add -M and -T as in run ${run}`;
  const charts = hasPage ? '' : '; or --report noise.html writes a page with charts';
  const aim = isRepeated ? 'ask this design' : 'ask each item twice, to see repeats';
  return `${aim}: ${evaluate}${asked === null ? '' : where}${settings}${charts}`;
}

function componentSection(report: NoiseReport, t: Words): Section {
  return {
    heading: t('Where the variance of scores comes from'),
    paragraphs: componentNotes(report, t),
    forest: {
      title: t('Standard deviation of each effect'),
      caption: t('{share} intervals', { share: percent(report.settings.confidence) }),
      xTitle: t('points'),
      rows: report.components.map((one) => ({
        name: effectWords(one.effect, t),
        value: 100 * Math.sqrt(Math.max(0, one.estimate)),
        low: 100 * Math.sqrt(one.low),
        high: 100 * Math.sqrt(one.high),
        label: spreadText(one, t),
        quiet: false,
      })),
      limits: [0, Number.POSITIVE_INFINITY],
    },
    table: {
      caption: t('Variance components'),
      columns: [
        { name: t('effect') },
        { name: t('share'), numeric: true },
        { name: t('variance'), numeric: true },
        { name: t('degrees of freedom'), numeric: true },
        { name: t('standard deviation, points') },
      ],
      rows: report.components.map((one) => [
        effectWords(one.effect, t),
        percent(one.share),
        varianceText(one),
        count(one.df),
        spreadText(one, t),
      ]),
    },
  };
}

function planSection({ plan, models }: NoiseReport, t: Words): Section {
  const lines = [...new Set(plan.table.map((design) => lineName(design, t)))].slice(
    0,
    COLOURS.length,
  );
  const hasRepeats = plan.table.some(({ repeats }) => repeats > 1);
  return {
    heading: t('What a design would show'),
    charts: hasRepeats
      ? [
          chart(
            {
              title: t('Standard error by answers to each item'),
              caption:
                models > 1 ? t('Points, of the difference of two models') : t('Points, of a score'),
              xTitle: t('answers to each item'),
              format: '.1f',
              fromZero: true,
            },
            lines,
            plan.table.map((design) => ({
              line: lineName(design, t),
              x: design.repeats,
              y: 100 * errorOf(design),
              low: null,
              high: null,
            })),
          ),
        ]
      : [],
    table: {
      caption: t('Designs, standard errors in points'),
      columns: [
        { name: t('items'), numeric: true },
        { name: t('conditions'), numeric: true },
        { name: t('answers each'), numeric: true },
        {
          name: t('price per model'),
          numeric: true,
          help: t('A first answer to an item costs 1.'),
        },
        { name: t('error of a score'), numeric: true },
        { name: t('of a difference'), numeric: true },
        { name: t('of repeats alone'), numeric: true },
        { name: t('reliability'), numeric: true, help: t('The generalizability coefficient.') },
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

const lineName = ({ items, conditions }: { items: number; conditions: number }, t: Words) =>
  listed(
    [
      t('{n, plural, one {# item} other {# items}}', { n: items }),
      ...(conditions > 1
        ? [t('{n, plural, one {# condition} other {# conditions}}', { n: conditions })]
        : []),
    ],
    t,
  );

function modelSection({ byModel }: NoiseReport, t: Words): Section {
  return {
    heading: t('Models'),
    table: {
      caption:
        byModel.length > MOST_ROWS
          ? t('The first {n}', { n: String(MOST_ROWS) })
          : t('Scores and their noise'),
      columns: [
        { name: t('model') },
        { name: t('items'), numeric: true },
        { name: t('score'), numeric: true },
        {
          name: t('error of repeats'),
          numeric: true,
          help: t('On exactly these items; – if no two repeats differ.'),
        },
        {
          name: t('error of items'),
          numeric: true,
          help: t('As a score on items like these; – if no two items differ.'),
        },
        { name: t('scores differ'), numeric: true, help: t('Share of pairs of repeats.') },
        { name: t('answers differ'), numeric: true },
        {
          name: t('unsteady items'),
          numeric: true,
          help: t('Items whose repeats differ in score.'),
        },
      ],
      rows: byModel
        .slice(0, MOST_ROWS)
        .map((one) => [
          modelName(one, t),
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

function passSection({ byModel, settings }: NoiseReport, t: Words): Section[] {
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
      heading: t('Several answers to an item'),
      paragraphs: [
        t(
          'pass@k: at least one of k answers passes. pass^k: all of them. majority@k: the score of the most frequent answer. In points, mean over items, with {share} intervals.',
          { share: percent(settings.confidence) },
        ),
      ],
      charts: [
        chart(
          {
            title: t('pass@k||title of a chart'),
            caption:
              shown.length > drawn.length
                ? t('Points; {n} of {all} rows of the table', {
                    n: String(drawn.length),
                    all: String(shown.length),
                  })
                : t('Points'),
            xTitle: 'k',
            format: '.0f',
            fromZero: false,
          },
          drawn.map((one) => modelName(one, t)),
          drawn.flatMap((one) =>
            one.pass.map(({ k, any }) => ({
              line: modelName(one, t),
              x: k,
              y: 100 * any.value,
              low: 100 * any.low,
              high: 100 * any.high,
            })),
          ),
        ),
      ],
      table: {
        caption:
          shown.length > MOST_ROWS
            ? t('The first {n} models', { n: String(MOST_ROWS) })
            : t('pass@k by model'),
        columns: [
          { name: t('model') },
          { name: 'k', numeric: true },
          { name: t('items'), numeric: true },
          { name: 'pass@k' },
          { name: 'pass^k' },
          { name: 'majority@k' },
        ],
        rows: shown
          .slice(0, MOST_ROWS)
          .flatMap((one: ModelNoise) =>
            one.pass.map(({ k, items, any, all, majority }) => [
              modelName(one, t),
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

function chart(
  {
    title,
    caption,
    xTitle,
    format,
    fromZero,
  }: { title: string; caption: string; xTitle: string; format: string; fromZero: boolean },
  lines: readonly string[],
  own: readonly PanelPoint[],
): Chart {
  const styles: LineStyle[] = lines.map((name, k) => ({
    name,
    colour: COLOURS[k],
    dash: [],
    shape: SHAPES[k],
  }));
  return {
    title,
    caption,
    svg: () =>
      lineChartSvg({
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
