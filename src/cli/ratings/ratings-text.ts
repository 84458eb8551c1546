import { ENGLISH, type Words } from '../../languages/words.ts';
import { correlation, orDash, percent, plural } from '../../numbers.ts';
import { severitySections } from '../../operations/judges/severity.ts';
import { measuredText } from '../../operations/judges/words.ts';
import { plainText } from '../../plain-text.ts';
import { sectionText } from '../../report/text.ts';
import { textTable } from '../../report/text-table.ts';
import type { Measured } from '../../workflow/judges/analyse-judges.ts';
import type { PanelDetail } from '../../workflow/ratings/panel-views.ts';
import type { RatingComment } from '../../workflow/ratings/rating-comments.ts';
import type { RatingReport } from '../../workflow/ratings/rating-report.ts';

const right = (head: string) => ({ head, align: 'right' as const });

/** `75% [60%, 90%]` */
export function shareText({ value, low, high }: Measured, t: Words = ENGLISH): string {
  if (value === null) return '–';
  return low === null || high === null
    ? percent(value)
    : t('{value} [{low}, {high}]', {
        value: percent(value),
        low: percent(low),
        high: percent(high),
      });
}

/** A panel for a terminal: its design, and how far raters are. */
export function detailText(panel: PanelDetail): string {
  const { id, title, bank, run, answers, models, items, rubric, overlap, named, leftOut } = panel;
  const { pairs, perAnswer, connected } = overlap;
  const shared = pairs.map((pair) => pair.answers);
  const left = leftOut.empty + leftOut.changed + leftOut.pictures;
  return [
    [
      `Panel ${id}: ${title}${panel.closedAt === null ? '' : ' (closed)'}`,
      `${plural(answers, 'answer')} of ${plural(models, 'model')} to ${plural(items, 'item')} of ${bank ?? 'no bank'}${run === null ? '' : `, run ${run}`}; rubric ${rubric.name}: ${rubric.aspects.join(', ')}`,
    ].join('\n'),
    textTable(
      [{ head: 'rater' }, right('answers'), right('rated'), { head: 'last rating' }],
      panel.progress.map(({ name, assigned, rated, lastAt }) => [
        ...[name, String(assigned), String(rated)],
        lastAt?.slice(0, 16).replace('T', ' ') ?? '–',
      ]),
    ),
    [
      `Raters per answer: ${perAnswer.map(({ raters, answers: own }) => `${raters} (${plural(own, 'answer')})`).join(', ')}`,
      ...(pairs.length === 0
        ? []
        : [
            `Answers in common per pair of raters: ${Math.min(...shared)} to ${Math.max(...shared)}${connected ? '' : '. Not all raters are linked by common answers: their severities cannot be compared'}`,
          ]),
      ...(left === 0
        ? []
        : [
            `Left out: ${leftOut.empty} empty answers, ${leftOut.changed} to changed items, ${leftOut.pictures} to items with pictures`,
          ]),
      ...(named.length === 0
        ? []
        : [
            `Warning: answers name their model, so raters may know whose they are: ${named.map(({ model, naming, answers: own }) => `${model} (${naming} of ${own})`).join(', ')}`,
          ]),
    ].join('\n'),
  ].join('\n\n');
}

/** The agreement for a terminal. */
export function reportText(report: RatingReport): string {
  const { agreement, judges, models, raters } = report;
  if (report.ratings === 0) return 'No ratings yet.';
  const aspects = agreement.map(({ aspect }) => aspect);
  return [
    `${plural(report.ratings, 'rating')} of ${plural(report.rated, 'answer')}. Intervals: 90%, over items.`,
    'Raters with each other:',
    textTable(
      [
        { head: 'aspect' },
        right('answers'),
        ...['equal grades', 'κ', 'quadratic κ', "Krippendorff's α", "Spearman's ρ"].map((head) => ({
          head,
        })),
      ],
      agreement.map((one) => [
        ...[one.aspect, String(one.answers), shareText(one.exact)],
        ...[one.kappa, one.quadratic, one.alpha, one.spearman].map((one) => measuredText(one)),
      ]),
    ),
    ...(judges.length === 0
      ? []
      : [
          'Mean of the raters with judging models:',
          textTable(
            [
              { head: 'judge' },
              { head: 'aspect' },
              right('answers'),
              ...["Pearson's r", "Spearman's ρ", 'quadratic κ'].map((head) => ({ head })),
            ],
            judges.map((one) => [
              ...[one.judge, one.aspect, String(one.answers)],
              ...[one.pearson, one.spearman, one.quadratic].map((one) => measuredText(one)),
            ]),
          ),
        ]),
    'Mean grades of raters:',
    meansTable(
      'rater',
      aspects,
      raters.map(({ name, rated, means }) => [name, rated, means]),
    ),
    'Mean grades of models:',
    meansTable(
      'model',
      aspects,
      models.map(({ model, answers, means }) => [model, answers, means]),
    ),
    ...severitySections(report.severity, ENGLISH).map(sectionText),
  ].join('\n\n');
}

/** What raters said in words, a line each. */
export function commentsText(comments: readonly RatingComment[]): string {
  if (comments.length === 0) return '';
  const lines = comments.map(
    ({ rater, model, item, comment }) =>
      `  ${plainText(rater)} on ${plainText(model)}, ${plainText(item)}: ${plainText(comment.replaceAll(/\s+/g, ' '))}`,
  );
  return `\n\nComments:\n${lines.join('\n')}`;
}

type Means = Readonly<Record<string, number | null>>;

function meansTable(
  who: string,
  aspects: readonly string[],
  rows: readonly (readonly [string, number, Means])[],
): string {
  return textTable(
    [{ head: who }, right('answers'), ...aspects.map(right)],
    rows.map(([name, answers, means]) => [
      ...[name, String(answers)],
      ...aspects.map((aspect) => orDash(means[aspect] ?? null, 2)),
    ]),
  );
}

/** A value of two raters, or a dash. */
export const valueText = (value: number | null, t: Words = ENGLISH) => correlation(value, t);
