import type { UniformItem } from '../../../../calibration/refresh/refresh-types.ts';
import { PLOT_COLOURS, type PlainPlot } from '../../../charts/plain-plot.ts';
import { roundScale } from '../../../charts/scale.ts';
import type { Words } from '../../../languages/words.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import { plainText } from '../../../plain-text.ts';
import type { Document, Section } from '../../../report/document.ts';
import { documentPage } from '../../../report/page.ts';
import { retoldDocument, retoldPlotSvg } from '../../../report/retold-document.ts';
import { NORMAL_95 } from '../../../statistics/normal-points.ts';
import { factsOf } from '../../../workflow/calibration/refresh/refresh-facts.ts';
import type { RefreshReport } from '../../../workflow/calibration/refresh/refresh-report.ts';
import {
  adjustedP,
  refreshSummary,
} from '../../../workflow/calibration/refresh/refresh-summary.ts';
import { FATE_WORDS } from '../../../workflow/calibration/refresh/refresh-words.ts';
import {
  changeText,
  EXACT_SCORES,
  pretestHeading,
  pText,
  rankingText,
  saturatedHeading,
  shareText,
  shiftText,
  uniformNote,
  unsolvedHeading,
  withError,
} from './refresh-text.ts';

/** Rows of each table; CSV files have all. */
const MOST_ROWS = 60;

/** A refresh as one HTML page that needs no other file. */
export function refreshPage(report: RefreshReport, next: string, t: Words): Promise<string> {
  const summary = refreshSummary(report);
  const { drifted, changed, models, pretest, retirements, saturated, unsolved, warnings } = summary;
  const facts = factsOf(report).map(
    ([name, value]) => [plainText(name), plainText(value)] as const,
  );
  const sections: Section[] = [
    difficultySection(report, t),
    {
      heading: 'Drifted items',
      ...(drifted.length === 0
        ? { paragraphs: ['No item has drifted.'] }
        : {
            ...(drifted.some(({ drift }) => drift?.shift != null && drift.se !== null)
              ? { forest: shiftForest(drifted) }
              : {}),
            table: {
              caption: 'Items that new models do not answer as the old curves say',
              columns: [
                { name: 'item' },
                { name: 'harder by (SE)', unit: 'ability', numeric: true },
                { name: 'robust z', numeric: true },
                {
                  name: 'adjusted p',
                  numeric: true,
                  help: 'The least of the likelihood-ratio tests of difficulty and discrimination, corrected for the number of items.',
                },
                { name: 'new answers', numeric: true },
                { name: 'now', words: true },
              ],
              rows: drifted
                .slice(0, MOST_ROWS)
                .map((one) => [
                  plainText(one.item),
                  shiftText(one),
                  one.drift?.robustZ.difficulty == null
                    ? null
                    : decimal(one.drift.robustZ.difficulty, 1),
                  pText(adjustedP(one)),
                  count(one.answers.new),
                  FATE_WORDS[one.fate],
                ]),
            },
          }),
    },
    ...(changed.length === 0
      ? []
      : [
          {
            heading: 'Changed items',
            table: {
              caption:
                'Old and new parameters, the largest change against its standard error first',
              columns: [
                { name: 'item' },
                ...['old b', 'new b', 'change (SE)', 'old a', 'new a'].map((name) => ({
                  name,
                  numeric: true,
                })),
                { name: 'now', words: true },
              ],
              rows: changed
                .slice(0, MOST_ROWS)
                .map((one) => [
                  plainText(one.item),
                  decimal(one.old!.b, 2),
                  decimal(one.new!.b, 2),
                  changeText(one),
                  decimal(one.old!.a, 2),
                  decimal(one.new!.a, 2),
                  FATE_WORDS[one.fate],
                ]),
            },
          },
        ]),
    {
      heading: 'Models',
      paragraphs: [
        plainText(rankingText(report).split('\n')[0]),
        ...(models.length > 0 && models.every(({ isExact }) => isExact) ? [EXACT_SCORES] : []),
      ],
      ...(models.length === 0
        ? {}
        : {
            table: {
              caption: 'Predicted score in points on both calibrations, the largest change first',
              columns: [
                { name: 'model' },
                { name: 'of', words: true },
                ...['answers', 'before', 'after', 'change', 'rank before', 'rank after'].map(
                  (name) => ({ name, numeric: true }),
                ),
              ],
              rows: models
                .slice(0, MOST_ROWS)
                .map(({ model, isNew, answers, before, after, isExact }) => [
                  plainText(model),
                  isNew ? 'new answers' : 'the old calibration',
                  count(answers),
                  withError(before.score, isExact ? null : before.error, 1),
                  withError(after.score, isExact ? null : after.error, 1),
                  decimal(after.score - before.score, 1),
                  String(before.rank),
                  String(after.rank),
                ]),
            },
          }),
    },
    ...(pretest.length === 0
      ? []
      : [
          {
            heading: 'Pretest items',
            table: {
              caption: pretestHeading(pretest),
              columns: [
                { name: 'item' },
                ...['answers', 'b (SE)', 'a'].map((name) => ({ name, numeric: true })),
                { name: 'ready', words: true },
              ],
              rows: pretest
                .slice(0, MOST_ROWS)
                .map(({ item, answers, a, b, sd, isReady }) => [
                  plainText(item),
                  count(answers),
                  withError(b, sd),
                  a === null ? null : decimal(a, 2),
                  isReady ? 'yes' : 'no',
                ]),
            },
          },
        ]),
    {
      heading: 'Proposed retirements',
      ...(retirements.length === 0
        ? { paragraphs: ['None.'] }
        : {
            table: {
              caption: 'Items to take out of the bank, for people to decide',
              columns: [{ name: 'item' }, { name: 'why', words: true }],
              rows: retirements.map(({ item, reasons }) => [plainText(item), reasons.join('; ')]),
            },
          }),
    },
    ...uniformSection('Saturated items', saturatedHeading, saturated),
    ...uniformSection('Unsolved items', unsolvedHeading, unsolved),
    ...(warnings.length === 0
      ? []
      : [{ heading: 'Notes', paragraphs: warnings.map((one) => plainText(one)) }]),
  ];
  const page: Document = {
    title: plainText(summary.heading),
    lead: `${plural(drifted.length, 'item')} of ${count(report.changes.length)} ${drifted.length === 1 ? 'has' : 'have'} drifted; ${plural(retirements.length, 'item')} ${retirements.length === 1 ? 'is' : 'are'} proposed for retirement; ${count(report.ranking.clear)} pairs of models clearly change their order.`,
    facts,
    sections,
    next,
  };
  return documentPage(retoldDocument(page, t), t);
}

function uniformSection(
  heading: string,
  words: (items: readonly UniformItem[]) => string,
  items: readonly UniformItem[],
): Section[] {
  if (items.length === 0) return [];
  const columns = [
    { name: 'item' },
    { name: 'new answers', numeric: true },
    { name: 'right before', numeric: true },
    { name: 'note', words: true },
  ];
  const rows = items
    .slice(0, MOST_ROWS)
    .map(({ item, newAnswers, oldShare, hasDrifted }) => [
      plainText(item),
      count(newAnswers),
      shareText(oldShare),
      uniformNote(hasDrifted),
    ]);
  return [{ heading, table: { caption: words(items), columns, rows } }];
}

function difficultySection({ changes }: RefreshReport, t: Words): Section {
  const both = changes.filter(
    ({ old, new: now }) => old !== null && now !== null && Number.isFinite(old.b + now.b),
  );
  if (both.length === 0)
    return { heading: 'Difficulty', paragraphs: ['No item has old and new parameters.'] };
  const [low, high] = roundScale(
    both.flatMap(({ old, new: now }) => [old!.b, now!.b]),
    [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  );
  const axis = (title: string) => ({ title, low, high, places: 1 });
  const plot: PlainPlot = {
    x: axis('old difficulty'),
    y: axis('new difficulty'),
    lines: [
      {
        points: [
          [low, low],
          [high, high],
        ],
        colour: PLOT_COLOURS.curve,
        dash: '4 3',
      },
    ],
    points: both.map(({ old, new: now, hasDrifted }) => ({
      x: old!.b,
      y: now!.b,
      colour: hasDrifted ? PLOT_COLOURS.mark : PLOT_COLOURS.curve,
      radius: hasDrifted ? 4 : 2,
    })),
    legend: [
      { name: 'items', colour: PLOT_COLOURS.curve, mark: 'point' },
      { name: 'drifted', colour: PLOT_COLOURS.mark, mark: 'point' },
    ],
  };
  return {
    heading: 'Difficulty',
    charts: [{ title: 'Old and new difficulty of every item', svg: retoldPlotSvg(plot, t) }],
  };
}

function shiftForest(drifted: ReturnType<typeof refreshSummary>['drifted']) {
  const known = drifted
    .filter(({ drift }) => drift?.shift != null && drift.se !== null)
    .slice(0, MOST_ROWS);
  return {
    title: 'How much harder the items are for new models',
    caption: 'Estimates with 95% intervals, in units of ability; below 0: easier.',
    xTitle: 'harder by',
    limits: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const,
    reference: 0,
    rows: known.map((one) => ({
      name: plainText(one.item),
      value: one.drift!.shift!,
      low: one.drift!.shift! - NORMAL_95 * one.drift!.se!,
      high: one.drift!.shift! + NORMAL_95 * one.drift!.se!,
      label: shiftText(one),
      quiet: false,
    })),
  };
}
