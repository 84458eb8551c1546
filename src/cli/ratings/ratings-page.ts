import { orDash, percent } from '../../numbers.ts';
import type { Measured } from '../../workflow/judges/analyse-judges.ts';
import type { PanelDetail } from '../../workflow/ratings/panel-views.ts';
import type { RatingReport } from '../../workflow/ratings/rating-report.ts';
import { measuredText } from '../judges/judges-text.ts';
import { severitySections } from '../judges/severity-page.ts';
import { type PageSection, studyPage } from '../simulate/study-page/study-page.ts';
import { shareText, valueText } from './ratings-text.ts';

const numeric = (name: string) => ({ name, numeric: true });
const text = (name: string) => ({ name });

/** The report of a panel as one page that needs no other. It has no texts of questions or answers. */
export function ratingsPage(panel: PanelDetail, report: RatingReport): string {
  const { agreement, judges, raters, models } = report;
  const aspects = agreement.map(({ aspect }) => aspect);
  return studyPage({
    title: panel.title,
    lead: leadOf(report),
    facts: [
      ['bank', panel.bank ?? '–'],
      ['answers', String(panel.answers)],
      ['models', String(panel.models)],
      ['raters', raters.map(({ name }) => name).join(', ')],
      ['rubric', `${panel.rubric.name}, version ${panel.rubric.version}`],
    ],
    sections: [
      {
        heading: 'Agreement of raters',
        ...forest(
          "Krippendorff's α, ordered grades",
          agreement.map((one) => [one.aspect, one.alpha]),
        ),
        table: {
          caption: 'By aspect, with 90% intervals over items',
          columns: [
            ...[text('aspect'), numeric('answers'), text('equal grades'), text('κ')],
            ...[text('quadratic κ'), text("Krippendorff's α"), text("Spearman's ρ")],
          ],
          rows: agreement.map((one) => [
            ...[one.aspect, String(one.answers), shareText(one.exact)],
            ...[one.kappa, one.quadratic, one.alpha, one.spearman].map((one) => measuredText(one)),
          ]),
        },
      },
      {
        heading: 'Pairs of raters',
        table: {
          caption: 'By aspect',
          columns: [
            ...[text('raters'), text('aspect'), numeric('answers'), numeric('equal grades')],
            ...[numeric('κ'), numeric('quadratic κ'), numeric("Spearman's ρ")],
          ],
          rows: report.pairs.map((one) => [
            ...[`${one.first}, ${one.second}`, one.aspect, String(one.answers)],
            one.exact === null ? '–' : percent(one.exact),
            ...[one.kappa, one.quadratic, one.spearman].map(valueText),
          ]),
        },
      },
      ...(judges.length === 0
        ? []
        : [
            {
              heading: 'Raters and judging models',
              ...forest(
                "Spearman's ρ with the mean of the raters",
                judges.map((one) => [`${one.judge}, ${one.aspect}`, one.spearman]),
              ),
              table: {
                caption:
                  'Mean of the raters with each judging model, with 90% intervals over items',
                columns: [
                  ...[text('judge'), text('aspect'), numeric('answers')],
                  ...[text("Pearson's r"), text("Spearman's ρ"), text('quadratic κ')],
                ],
                rows: judges.map((one) => [
                  ...[one.judge, one.aspect, String(one.answers)],
                  ...[one.pearson, one.spearman, one.quadratic].map((one) => measuredText(one)),
                ]),
              },
            },
          ]),
      meansSection(
        'Raters',
        'rater',
        aspects,
        raters.map(({ name, rated, means }) => [name, rated, means]),
      ),
      meansSection(
        'Models',
        'model',
        aspects,
        models.map(({ model, answers, means }) => [model, answers, means]),
      ),
      ...severitySections(report.severity),
    ],
  });
}

function leadOf({ agreement, ratings }: RatingReport): string {
  if (ratings === 0) return 'No ratings yet.';
  return `Krippendorff's α by aspect: ${agreement.map(({ aspect, alpha }) => `${aspect} ${measuredText(alpha)}`).join(', ')}.`;
}

function forest(
  title: string,
  rows: readonly (readonly [string, Measured])[],
): Pick<PageSection, 'forest'> {
  const drawn = rows.flatMap(([name, measured]) => {
    const { value, low, high } = measured;
    if (value === null) return [];
    return { name, value, low, high, label: measuredText(measured), quiet: false };
  });
  if (drawn.length === 0) return {};
  const limits = [-1, 1] as const;
  const caption = '90% intervals over items.';
  return { forest: { title, caption, xTitle: title, limits, rows: drawn } };
}

type Row = readonly [string, number, Readonly<Record<string, number | null>>];

function meansSection(
  heading: string,
  who: string,
  aspects: readonly string[],
  rows: readonly Row[],
): PageSection {
  return {
    heading,
    table: {
      caption: `Mean grades of each ${who}`,
      columns: [text(who), numeric('answers'), ...aspects.map(numeric)],
      rows: rows.map(([name, answers, means]) => [
        ...[name, String(answers)],
        ...aspects.map((aspect) => orDash(means[aspect] ?? null, 2)),
      ]),
    },
  };
}
