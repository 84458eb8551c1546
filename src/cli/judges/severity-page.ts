import { decimal, orDash } from '../../numbers.ts';
import type { SeverityReport } from '../../workflow/judges/rater-severity.ts';
import type { PageSection } from '../simulate/study-page/study-page.ts';
import { biasText } from './judges-text.ts';
import { effectOf, fairText, notesOf, severityNotes } from './severity-text.ts';

/** Severities and fair scores, each with a chart; nothing where severities cannot be told. */
export function severitySections(report: SeverityReport): PageSection[] {
  if (report.missing !== null) return [];
  return [ratersSection(report), modelsSection(report)];
}

function ratersSection(report: SeverityReport): PageSection {
  return {
    heading: 'Severity of raters',
    paragraphs: [
      'Scores of judges and people in one many-facet Rasch model: quality of the answer, severity of the rater, difficulty of the aspect. The effect is how much higher a rater scores the same answers than the mean rater.',
      ...severityNotes(report),
    ],
    forest: {
      title: 'Effect of raters on scores',
      caption: '90% intervals over items, in units of the score; below 0: strict.',
      xTitle: 'effect',
      limits: [-Infinity, Infinity] as const,
      reference: 0,
      rows: report.raters.map((one) => ({
        ...{ name: one.name, value: one.effect, low: one.effectLow, high: one.effectHigh },
        ...{ label: effectOf(one), quiet: one.isPerson },
      })),
    },
    table: {
      caption: 'Severities with 90% intervals',
      columns: [
        { name: 'rater' },
        { name: 'ratings', numeric: true },
        { name: 'severity, logits' },
        { name: 'infit', numeric: true },
        { name: 'outfit', numeric: true },
        { name: 'notes' },
      ],
      rows: report.raters.map((one) => [
        one.name,
        String(one.ratings),
        biasText({ bias: one.severity, low: one.low, high: one.high }),
        orDash(one.infit, 2),
        orDash(one.outfit, 2),
        notesOf(one).join('; '),
      ]),
    },
  };
}

function modelsSection({ models }: SeverityReport): PageSection {
  return {
    heading: 'Fair scores of models',
    paragraphs: [
      'The mean score that raters of mean severity would give to the answers of a model, beside the plain mean (hollow). They differ where a model got strict or mild raters.',
    ],
    forest: {
      title: 'Fair and plain mean scores',
      caption: '90% intervals over items.',
      xTitle: 'score',
      limits: [-Infinity, Infinity] as const,
      rows: models.flatMap((one) => [
        {
          ...{ name: one.model, value: one.fair, low: one.low, high: one.high },
          ...{ label: fairText(one), quiet: false },
        },
        {
          ...{ name: `${one.model}, plain`, value: one.plain, low: null, high: null },
          ...{ label: decimal(one.plain, 2), quiet: true },
        },
      ]),
    },
    table: {
      caption: 'Fair scores with 90% intervals',
      columns: [
        { name: 'rank', numeric: true },
        { name: 'model' },
        { name: 'answers', numeric: true },
        { name: 'fair score' },
        { name: 'plain mean', numeric: true },
        { name: 'rank by plain mean', numeric: true },
      ],
      rows: models.map((one) => [
        ...[String(one.fairRank), one.model, String(one.answers), fairText(one)],
        ...[decimal(one.plain, 2), String(one.plainRank)],
      ]),
    },
  };
}
