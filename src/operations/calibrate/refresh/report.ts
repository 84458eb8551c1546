import type { UniformItem } from '../../../../calibration/refresh/refresh-types.ts';
import { PLOT_COLOURS, type PlainPlot } from '../../../charts/plain-plot.ts';
import { roundScale } from '../../../charts/scale.ts';
import type { Words } from '../../../languages/words.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import { plainText } from '../../../plain-text.ts';
import type { Document, Section, Table } from '../../../report/document.ts';
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
  rankingLines,
  saturatedHeading,
  shareText,
  shiftText,
  unsolvedHeading,
  withError,
} from './words.ts';

/** Rows of each table; CSV files have all. */
const MOST_ROWS = 60;
/** Those that a terminal shows. */
const MOST_LINES = 10;
type Summary = ReturnType<typeof refreshSummary>;

/** A refresh: where the answers came from, drift, items, models, proposed retirements. */
export function refreshDocument(report: RefreshReport, next: string, t: Words): Document {
  const summary = refreshSummary(report);
  const { drifted, changed, models, pretest, retirements, saturated, unsolved, warnings } = summary;
  const page: Document = {
    title: plainText(summary.heading),
    lead: `${plural(drifted.length, 'item')} of ${count(report.changes.length)} ${drifted.length === 1 ? 'has' : 'have'} drifted; ${plural(retirements.length, 'item')} ${retirements.length === 1 ? 'is' : 'are'} proposed for retirement; ${count(report.ranking.clear)} pairs of models clearly change their order.`,
    facts: factsOf(report).map(([name, value]) => [plainText(name), plainText(value)] as const),
    sections: [
      difficultySection(report, t),
      driftSection(drifted),
      ...(changed.length === 0 ? [] : [changedSection(changed)]),
      modelSection(report, models),
      ...(pretest.length === 0 ? [] : [pretestSection(pretest)]),
      retirementSection(retirements),
      ...uniformSection('Saturated items', saturatedHeading, saturated),
      ...uniformSection('Unsolved items', unsolvedHeading, unsolved),
      ...(warnings.length === 0
        ? []
        : [{ heading: 'Notes', paragraphs: warnings.map((one) => plainText(one)) }]),
    ],
    next,
  };
  return retoldDocument(page, t);
}

function driftSection(drifted: Summary['drifted']): Section {
  const heading = 'Drifted items';
  if (drifted.length === 0) return { heading, paragraphs: ['No item has drifted.'] };
  const hasForest = drifted.some(({ drift }) => drift?.shift != null && drift.se !== null);
  return {
    heading,
    ...(hasForest ? { forest: shiftForest(drifted) } : {}),
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
          orNull(one.drift?.robustZ.difficulty, 1),
          pText(adjustedP(one)),
          count(one.answers.new),
          FATE_WORDS[one.fate],
        ]),
      limit: MOST_LINES,
    },
  };
}

function changedSection(changed: Summary['changed']): Section {
  const columns = ['old b', 'new b (SE)', 'change (SE)', 'old a', 'new a'];
  return {
    heading: 'Changed items',
    table: {
      caption: 'Old and new parameters, the largest change against its standard error first',
      columns: [{ name: 'item' }, ...columns.map(numeric), { name: 'now', words: true }],
      rows: changed
        .slice(0, MOST_ROWS)
        .map((one) => [
          plainText(one.item),
          decimal(one.old!.b, 2),
          withError(one.new!.b, one.new!.errors.b),
          changeText(one),
          decimal(one.old!.a, 2),
          decimal(one.new!.a, 2),
          FATE_WORDS[one.fate],
        ]),
      limit: MOST_LINES,
    },
  };
}

/** Models that answered everything have the same score on any calibration: only their abilities change. */
function modelSection(report: RefreshReport, models: Summary['models']): Section {
  const isExact = models.length > 0 && models.every((one) => one.isExact);
  return {
    heading: 'Models',
    paragraphs: [
      ...(isExact ? [EXACT_SCORES] : []),
      ...rankingLines(report).map((line) => plainText(line)),
    ],
    ...(models.length === 0 ? {} : { table: isExact ? abilityTable(models) : scoreTable(models) }),
  };
}

function scoreTable(models: Summary['models']): Table {
  const columns = ['answers', 'before', 'after', 'change', 'rank before', 'rank after'];
  return {
    caption: 'Predicted score in points on both calibrations, the largest change first',
    columns: [{ name: 'model' }, { name: 'of', words: true }, ...columns.map(numeric)],
    rows: models
      .slice(0, MOST_ROWS)
      .map(({ model, isNew, answers, before, after, isExact }) => [
        ...[plainText(model), originText(isNew), count(answers)],
        withError(before.score, isExact ? null : before.error, 1),
        withError(after.score, isExact ? null : after.error, 1),
        decimal(after.score - before.score, 1),
        ...[String(before.rank), String(after.rank)],
      ]),
    limit: MOST_LINES,
  };
}

function abilityTable(models: Summary['models']): Table {
  const rows = models.toSorted((x, y) => Math.abs(y.abilityChange) - Math.abs(x.abilityChange));
  const columns = ['answers', 'score', 'change of ability'];
  return {
    caption: 'Change of ability, the largest first',
    columns: [{ name: 'model' }, { name: 'of', words: true }, ...columns.map(numeric)],
    rows: rows
      .slice(0, MOST_ROWS)
      .map(({ model, isNew, answers, after, abilityChange }) => [
        ...[plainText(model), originText(isNew), count(answers)],
        ...[decimal(after.score, 1), decimal(abilityChange, 2)],
      ]),
    limit: MOST_LINES,
  };
}

const originText = (isNew: boolean) => (isNew ? 'new answers' : 'the old calibration');

function pretestSection(pretest: Summary['pretest']): Section {
  const columns = ['answers', 'b (SE)', 'a'];
  return {
    heading: 'Pretest items',
    table: {
      caption: pretestHeading(pretest),
      columns: [{ name: 'item' }, ...columns.map(numeric), { name: 'ready', words: true }],
      rows: pretest
        .slice(0, MOST_ROWS)
        .map(({ item, answers, a, b, sd, isReady }) => [
          ...[plainText(item), count(answers), withError(b, sd), orNull(a, 2)],
          isReady ? 'yes' : 'no',
        ]),
      limit: MOST_LINES,
    },
  };
}

function retirementSection(retirements: Summary['retirements']): Section {
  const heading = 'Proposed retirements';
  if (retirements.length === 0) return { heading, paragraphs: ['None.'] };
  return {
    heading,
    table: {
      caption: 'Items to take out of the bank, for people to decide',
      columns: [{ name: 'item' }, { name: 'why', words: true }],
      rows: retirements.map(({ item, reasons }) => [plainText(item), reasons.join('; ')]),
      limit: MOST_LINES,
    },
  };
}

const numeric = (name: string) => ({ name, numeric: true });

const orNull = (value: number | null | undefined, places: number) =>
  value == null ? null : decimal(value, places);

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
      hasDrifted ? 'drifted: more than ability explains' : '',
    ]);
  return [{ heading, table: { caption: words(items), columns, rows, limit: MOST_LINES } }];
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

function shiftForest(drifted: Summary['drifted']) {
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
