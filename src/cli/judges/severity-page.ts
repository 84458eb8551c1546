import type { Words } from '../../languages/words.ts';
import { decimal, orDash } from '../../numbers.ts';
import type { Section } from '../../report/document.ts';
import type { SeverityReport } from '../../workflow/judges/rater-severity.ts';
import { effectOf, fairText, notesOf, severityNotes, severityOf } from './severity-text.ts';

/** Severities and fair scores, each with a chart; nothing where severities cannot be told. */
export function severitySections(report: SeverityReport, t: Words): Section[] {
  if (report.missing !== null) return [];
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
        { name: t('infit'), numeric: true },
        { name: t('outfit'), numeric: true },
        { name: t('notes') },
      ],
      rows: report.raters.map((one) => [
        one.name,
        String(one.ratings),
        severityOf(one, t),
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
