import { aspectName } from '../../languages/aspect-name.ts';
import { listed, type Words } from '../../languages/words.ts';
import { correlation, orDash, percent } from '../../numbers.ts';
import type { Document, Section } from '../../report/document.ts';
import type { Measured } from '../../workflow/judges/analyse-judges.ts';
import type { PanelDetail } from '../../workflow/ratings/panel-views.ts';
import type { RatingReport } from '../../workflow/ratings/rating-report.ts';
import { severitySections } from '../judges/severity.ts';
import { measuredText } from '../judges/words.ts';

const numeric = (name: string) => ({ name, numeric: true });
const text = (name: string) => ({ name });

/** What ratings say. It has no texts of questions or answers. */
export function ratingsDocument(panel: PanelDetail, report: RatingReport, t: Words): Document {
  const { agreement, judges, raters, models } = report;
  const aspects = agreement.map(({ aspect }) => aspect);
  return {
    title: panel.title,
    lead: leadOf(report, t),
    facts: [
      [t('bank'), panel.bank ?? '–'],
      [t('answers'), String(panel.answers)],
      [t('models'), String(panel.models)],
      [
        t('raters'),
        listed(
          raters.map(({ name }) => name),
          t,
        ),
      ],
      [
        t('rubric'),
        t('{name}, version {version}', {
          name: panel.rubric.name,
          version: panel.rubric.version,
        }),
      ],
    ],
    sections: [
      {
        heading: t('Agreement of raters'),
        ...forest(
          t("Krippendorff's α, ordered grades"),
          agreement.map((one) => [aspectName(one.aspect, t.language), one.alpha]),
          t,
        ),
        table: {
          caption: t('By aspect, with 90% intervals over items'),
          columns: [
            ...[text(t('aspect')), numeric(t('answers')), text(t('equal grades')), text('κ')],
            ...[text(t('quadratic κ')), text(t("Krippendorff's α")), text(t("Spearman's ρ"))],
          ],
          rows: agreement.map((one) => [
            ...[aspectName(one.aspect, t.language), String(one.answers), shareText(one.exact, t)],
            ...[one.kappa, one.quadratic, one.alpha, one.spearman].map((one) =>
              measuredText(one, t),
            ),
          ]),
        },
      },
      {
        heading: t('Pairs of raters'),
        table: {
          caption: t('By aspect'),
          columns: [
            ...[
              text(t('raters')),
              text(t('aspect')),
              numeric(t('answers')),
              numeric(t('equal grades')),
            ],
            ...[numeric('κ'), numeric(t('quadratic κ')), numeric(t("Spearman's ρ"))],
          ],
          rows: report.pairs.map((one) => [
            ...[
              listed([one.first, one.second], t),
              aspectName(one.aspect, t.language),
              String(one.answers),
            ],
            one.exact === null ? '–' : percent(one.exact),
            ...[one.kappa, one.quadratic, one.spearman].map((value) => correlation(value, t)),
          ]),
        },
      },
      ...(judges.length === 0
        ? []
        : [
            {
              heading: t('Raters and judging models'),
              ...forest(
                t("Spearman's ρ with the mean of the raters"),
                judges.map((one) => [
                  listed([one.judge, aspectName(one.aspect, t.language)], t),
                  one.spearman,
                ]),
                t,
              ),
              table: {
                caption: t(
                  'Mean of the raters with each judging model, with 90% intervals over items',
                ),
                columns: [
                  ...[text(t('judge')), text(t('aspect')), numeric(t('answers'))],
                  ...[text(t("Pearson's r")), text(t("Spearman's ρ")), text(t('quadratic κ'))],
                ],
                rows: judges.map((one) => [
                  ...[one.judge, aspectName(one.aspect, t.language), String(one.answers)],
                  ...[one.pearson, one.spearman, one.quadratic].map((one) => measuredText(one, t)),
                ]),
              },
            },
          ]),
      meansSection(
        { heading: t('Raters'), caption: t('Mean grades of each rater'), who: t('rater') },
        aspects,
        raters.map(({ name, rated, means }) => [name, rated, means]),
        t,
      ),
      meansSection(
        { heading: t('Models'), caption: t('Mean grades of each model'), who: t('model') },
        aspects,
        models.map(({ model, answers, means }) => [model, answers, means]),
        t,
      ),
      ...severitySections(report.severity, t),
    ],
  };
}

function leadOf({ agreement, ratings }: RatingReport, t: Words): string {
  if (ratings === 0) return t('No ratings yet.');
  const aspects = agreement.map(
    ({ aspect, alpha }) => `${aspectName(aspect, t.language)} ${measuredText(alpha, t)}`,
  );
  return t("Krippendorff's α by aspect: {aspects}.", { aspects: listed(aspects, t) });
}

function forest(
  title: string,
  rows: readonly (readonly [string, Measured])[],
  t: Words,
): Pick<Section, 'forest'> {
  const drawn = rows.flatMap(([name, measured]) => {
    const { value, low, high } = measured;
    if (value === null) return [];
    return { name, value, low, high, label: measuredText(measured, t), quiet: false };
  });
  if (drawn.length === 0) return {};
  const limits = [-1, 1] as const;
  const caption = t('90% intervals over items.');
  return { forest: { title, caption, xTitle: title, limits, rows: drawn } };
}

type Row = readonly [string, number, Readonly<Record<string, number | null>>];

function meansSection(
  words: { readonly heading: string; readonly caption: string; readonly who: string },
  aspects: readonly string[],
  rows: readonly Row[],
  t: Words,
): Section {
  const { heading, caption, who } = words;
  return {
    heading,
    table: {
      caption,
      columns: [
        text(who),
        numeric(t('answers')),
        ...aspects.map((aspect) => numeric(aspectName(aspect, t.language))),
      ],
      rows: rows.map(([name, answers, means]) => [
        ...[name, String(answers)],
        ...aspects.map((aspect) => orDash(means[aspect] ?? null, 2)),
      ]),
    },
  };
}

/** `75% [60%, 90%]` */
function shareText({ value, low, high }: Measured, t: Words): string {
  if (value === null) return '–';
  return low === null || high === null
    ? percent(value)
    : t('{value} [{low}, {high}]', {
        value: percent(value),
        low: percent(low),
        high: percent(high),
      });
}
