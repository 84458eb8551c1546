import { aspectName } from '../../languages/aspect-name.ts';
import type { ReportText, Words } from '../../languages/words.ts';
import { decimal, orDash } from '../../numbers.ts';
import type { Section } from '../../report/document.ts';
import type { RaterRow, SeverityReport } from '../../workflow/judges/rater-severity.ts';
import { biasText } from './words.ts';

const MISSING = {
  'one rater': /*T*/ 'There is no severity of raters: it needs two raters.',
  'no grades':
    /*T*/ 'There is no severity of raters: scores are no grades. It needs at most 30 equally spaced values. Runs have grades by aspect.',
  'one grade': /*T*/ 'There is no severity of raters: fewer than two raters gave different grades.',
  'no common answers':
    /*T*/ 'There is no severity of raters: no two raters scored the same answer.',
} as const satisfies Record<string, ReportText>;

const WARNINGS = {
  'one grade only': /*T*/ 'one grade only',
  'scores scatter': /*T*/ 'scores scatter',
  'scores too regular': /*T*/ 'scores too regular',
  'follows quality little': /*T*/ 'follows quality little',
  halo: /*T*/ 'halo',
} as const satisfies Record<RaterRow['warnings'][number], ReportText>;

/** Severities and fair scores, each with a chart; where severities cannot be told, why. */
export function severitySections(report: SeverityReport, t: Words): Section[] {
  if (report.missing !== null)
    return [{ heading: t('Severity of raters'), paragraphs: [t(MISSING[report.missing])] }];
  return [ratersSection(report, t), modelsSection(report, t)];
}

function ratersSection(report: SeverityReport, t: Words): Section {
  return {
    heading: t('Severity of raters'),
    paragraphs: [
      t(
        'Scores of all raters in one many-facet Rasch model: quality of the answer, severity of the rater, difficulty of the aspect. The effect is how much higher a rater scores the same answers than the mean rater.',
      ),
      ...severityNotes(report, t),
    ],
    forest: {
      title: t('Effect of raters on scores'),
      caption: t('90% intervals over items, in units of the score; below 0: strict.'),
      xTitle: t('effect'),
      limits: [-Infinity, Infinity] as const,
      reference: 0,
      rows: report.raters.flatMap((one) =>
        one.effect === null
          ? []
          : {
              ...{ name: one.name, value: one.effect, low: one.effectLow, high: one.effectHigh },
              ...{ label: effectOf(one, t), quiet: one.isPerson },
            },
      ),
    },
    table: {
      caption: t('Severities with 90% intervals'),
      columns: [
        { name: t('rater') },
        { name: t('ratings'), numeric: true },
        { name: t('severity, logits') },
        { name: t('effect') },
        { name: t('infit'), numeric: true },
        { name: t('outfit'), numeric: true },
        { name: t('notes') },
      ],
      rows: report.raters.map((one) => [
        one.name,
        String(one.ratings),
        severityOf(one, t),
        effectOf(one, t),
        orDash(one.infit, 2),
        orDash(one.outfit, 2),
        notesOf(one, t).join(t('; ')),
      ]),
    },
  };
}

function modelsSection({ models }: SeverityReport, t: Words): Section {
  return {
    heading: t('Fair scores of models'),
    paragraphs: [
      t(
        'The mean score that raters of mean severity would give to the answers of a model, beside the plain mean (hollow). They differ where a model got strict or mild raters.',
      ),
    ],
    forest: {
      title: t('Fair and plain mean scores'),
      caption: t('90% intervals over items.'),
      xTitle: t('score'),
      limits: [-Infinity, Infinity] as const,
      rows: models.flatMap((one) => [
        {
          ...{ name: one.model, value: one.fair, low: one.low, high: one.high },
          ...{ label: fairText(one, t), quiet: false },
        },
        {
          ...{
            name: t('{model}, plain', { model: one.model }),
            value: one.plain,
            low: null,
            high: null,
          },
          ...{ label: decimal(one.plain, 2), quiet: true },
        },
      ]),
    },
    table: {
      caption: t('Fair scores with 90% intervals'),
      columns: [
        { name: t('rank'), numeric: true },
        { name: t('model') },
        { name: t('answers'), numeric: true },
        { name: t('fair score') },
        { name: t('plain mean'), numeric: true },
        { name: t('rank by plain mean'), numeric: true },
      ],
      rows: models.map((one) => [
        ...[String(one.fairRank), one.model, String(one.answers), fairText(one, t)],
        ...[decimal(one.plain, 2), String(one.plainRank)],
      ]),
    },
  };
}

/** `+0.21 [+0.10, +0.32]` in units of the score; a dash where it cannot be known. */
function effectOf({ effect, effectLow, effectHigh }: RaterRow, t: Words): string {
  return effect === null ? '–' : biasText({ bias: effect, low: effectLow, high: effectHigh }, t);
}

/** The same in logits. */
function severityOf({ severity, low, high }: RaterRow, t: Words): string {
  return severity === null ? '–' : biasText({ bias: severity, low, high }, t);
}

function fairText({ fair, low, high }: SeverityReport['models'][number], t: Words): string {
  return low === null || high === null
    ? decimal(fair, 2)
    : t('{value} [{low}, {high}]', {
        value: decimal(fair, 2),
        low: decimal(low, 2),
        high: decimal(high, 2),
      });
}

/** Warnings of a rater, and aspects that it judges otherwise. */
function notesOf({ warnings, aspects }: RaterRow, t: Words): string[] {
  return [
    ...warnings.map((one) => t(WARNINGS[one])),
    ...aspects.map(({ aspect, bias }) =>
      bias > 0
        ? t('stricter in {aspect}', { aspect: aspectName(aspect, t.language) })
        : t('milder in {aspect}', { aspect: aspectName(aspect, t.language) }),
    ),
  ];
}

/** What readers must know before they compare: whether raters differ, and whether they can be compared. */
function severityNotes(
  { raters, equal, reliability, connections, converged, deviations, deviationSd }: SeverityReport,
  t: Words,
): string[] {
  const notes: string[] = [];
  if (deviations === 'rater')
    notes.push(
      t(
        'Halo: the grades that a rater gives to the aspects of one answer agree beyond its quality (standard deviation of impressions {sd} logits).',
        { sd: decimal(deviationSd, 2) },
      ),
    );
  if (equal !== null) {
    const p = equal < 0.001 ? '< .001' : `= ${decimal(equal, 3)}`;
    notes.push(
      equal >= 0.05
        ? t(
            'No difference in severity is clear (p = {p}): fair scores may correct noise. Plain means serve as well.',
            { p: decimal(equal, 2) },
          )
        : reliability === null
          ? t('Raters differ in severity (p {p}).', { p })
          : t('Raters differ in severity (p {p}; reliability of the differences {reliability}).', {
              p,
              reliability: decimal(reliability, 2),
            }),
    );
  }
  if (connections > 1) {
    const groups = new Map<number, string[]>();
    for (const { name, connection } of raters)
      if (connection !== null) groups.set(connection, [...(groups.get(connection) ?? []), name]);
    notes.push(
      t(
        'WARNING: {n} groups of raters share no answers: {groups}. Their severities compare only if their answers of one model are equally good. Let a rater of each group score some answers of another.',
        { n: connections, groups: [...groups.values()].map((own) => own.join(', ')).join(' | ') },
      ),
    );
  }
  if (!converged) notes.push(t('WARNING: the fit did not converge. Its numbers are unreliable.'));
  return notes;
}
