import { aspectName } from '../../languages/aspect-name.ts';
import { ENGLISH, type ReportText, type Words } from '../../languages/words.ts';
import { decimal, orDash, plural } from '../../numbers.ts';
import { textTable } from '../../report/text-table.ts';
import type { RaterRow, SeverityReport } from '../../workflow/judges/rater-severity.ts';
import { biasText } from './judges-text.ts';

const MISSING = {
  'one rater': 'it needs two raters.',
  'no grades':
    'scores are no grades: it needs at most 30 equally spaced values. Runs have grades by aspect.',
  'one grade': 'fewer than two raters gave different grades.',
  'no common answers': 'no two raters scored the same answer.',
} as const;

const WARNINGS = {
  'one grade only': /*T*/ 'one grade only',
  'scores scatter': /*T*/ 'scores scatter',
  'scores too regular': /*T*/ 'scores too regular',
  'follows quality little': /*T*/ 'follows quality little',
  halo: /*T*/ 'halo',
} as const satisfies Record<RaterRow['warnings'][number], ReportText>;

/** What the terminal shows of severities. */
export function severityText(report: SeverityReport): string[] {
  if (report.missing !== null) return [`Severity of raters: ${MISSING[report.missing]}`];
  const { raters, models } = report;
  return [
    'Severity of raters, people and judges alike (effect: how much higher they score the same answers than the mean rater; 90% intervals):',
    textTable(
      [
        { head: 'rater' },
        { head: 'ratings', align: 'right' },
        { head: 'severity, logits' },
        { head: 'effect on scores' },
        { head: 'infit', align: 'right' },
        { head: 'notes' },
      ],
      raters.map((one) => [
        one.name,
        String(one.ratings),
        severityOf(one),
        effectOf(one),
        orDash(one.infit, 2),
        notesOf(one).join('; '),
      ]),
    ),
    ...severityNotes(report),
    `Mean scores of ${plural(models.length, 'model')}, plain and fair (as raters of mean severity would give; 90% intervals):`,
    textTable(
      [
        { head: 'rank', align: 'right' },
        { head: 'model' },
        { head: 'answers', align: 'right' },
        { head: 'fair' },
        { head: 'plain', align: 'right' },
        { head: 'rank by plain', align: 'right' },
      ],
      models.map((one) => [
        ...[String(one.fairRank), one.model, String(one.answers), fairText(one)],
        ...[decimal(one.plain, 2), String(one.plainRank)],
      ]),
    ),
  ];
}

/** `+0.21 [+0.10, +0.32]` in units of the score; a dash where it cannot be known. */
export function effectOf({ effect, effectLow, effectHigh }: RaterRow, t = ENGLISH): string {
  return effect === null ? '–' : biasText({ bias: effect, low: effectLow, high: effectHigh }, t);
}

/** The same in logits. */
export function severityOf({ severity, low, high }: RaterRow, t = ENGLISH): string {
  return severity === null ? '–' : biasText({ bias: severity, low, high }, t);
}

export function fairText(
  { fair, low, high }: SeverityReport['models'][number],
  t = ENGLISH,
): string {
  return low === null || high === null
    ? decimal(fair, 2)
    : t('{value} [{low}, {high}]', {
        value: decimal(fair, 2),
        low: decimal(low, 2),
        high: decimal(high, 2),
      });
}

/** Warnings of a rater, and aspects that it judges otherwise. */
export function notesOf({ warnings, aspects }: RaterRow, t = ENGLISH): string[] {
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
export function severityNotes(
  { raters, equal, reliability, connections, converged, deviations, deviationSd }: SeverityReport,
  t: Words = ENGLISH,
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
