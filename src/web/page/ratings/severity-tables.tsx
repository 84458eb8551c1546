import type { RatingReportReply } from '../../../api/ratings.ts';
import { count, fixed, interval, pValue } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { type Text, t } from '../../words/t.ts';
import { aspectWords } from './aspect-words.ts';

type Severity = RatingReportReply['severity'];
type Rater = Severity['raters'][number];

const MISSING = {
  'one rater': 'Severities need two raters.',
  'no grades': 'Severities need equally spaced grades.',
  'one grade': 'Fewer than two raters gave different grades: nothing tells raters apart.',
  'no common answers': 'No two raters rated the same answer: their severities cannot be compared.',
} as const satisfies Record<NonNullable<Severity['missing']>, Text>;

const WARNINGS = {
  'one grade only': 'one grade only',
  'scores scatter': 'grades scatter',
  'scores too regular': 'grades are too regular',
  'follows quality little': 'follows quality little',
  halo: 'halo',
} as const satisfies Record<Rater['warnings'][number], Text>;

const grade = (value: number | null | undefined) => fixed(value, 2);
const signed = (value: number | null | undefined) =>
  value !== null && value !== undefined && value > 0 ? `+${grade(value)}` : grade(value);

/** How strict each rater is, and the scores of models without that. */
export function SeverityTables({ of }: { of: Severity }) {
  return (
    <>
      <h3>{t('Severity of raters')}</h3>
      {of.missing !== null ? (
        <p class="note">{t(MISSING[of.missing])}</p>
      ) : (
        <>
          <p class="faint">
            {t(
              'The effect is how much higher a rater grades the same answers than the mean rater: below 0 is strict. Intervals: 90%, over items.',
            )}
          </p>
          {notesOf(of).map((note) => (
            <p key={note} class="note">
              {note}
            </p>
          ))}
          <DataTable
            caption={t('Severity of raters')}
            rows={of.raters}
            keyOf={({ name }) => name}
            columns={[
              { name: t('Rater'), cell: ({ name }) => name },
              { name: t('Grades'), kind: 'number', cell: ({ ratings }) => count(ratings) },
              {
                name: t('Effect, grades'),
                kind: 'close',
                cell: ({ effect, effectLow, effectHigh }) =>
                  withInterval(effect, effectLow, effectHigh, signed),
              },
              { name: t('Severity, logits'), kind: 'number', cell: (one) => signed(one.severity) },
              { name: t('Infit'), kind: 'number', cell: ({ infit }) => grade(infit) },
              { name: t('Notes'), cell: (one) => remarksOn(one).join(' · ') },
            ]}
          />
          <h3>{t('Fair scores of models')}</h3>
          <p class="faint">
            {t(
              'The mean grade, over aspects, that raters of mean severity would give, beside the mean of the grades as given.',
            )}
          </p>
          <DataTable
            caption={t('Fair scores of models')}
            rows={of.models}
            keyOf={({ model }) => model}
            columns={[
              { name: t('Rank'), kind: 'number', cell: ({ fairRank }) => count(fairRank) },
              { name: t('Model'), cell: ({ model }) => model, namesRow: true },
              { name: t('Answers'), kind: 'number', cell: ({ answers }) => count(answers) },
              {
                name: t('Fair score'),
                kind: 'close',
                cell: ({ fair, low, high }) => withInterval(fair, low, high, grade),
              },
              { name: t('Plain mean'), kind: 'number', cell: ({ plain }) => grade(plain) },
              {
                name: t('Rank by plain mean'),
                kind: 'number',
                cell: ({ plainRank }) => count(plainRank),
              },
            ]}
          />
        </>
      )}
    </>
  );
}

/** A value with its interval, where there is one. */
function withInterval(
  value: number | null,
  low: number | null,
  high: number | null,
  format: (value: number | null | undefined) => string,
): string {
  return low === null || high === null
    ? format(value)
    : t('{value} ({interval})', {
        value: format(value),
        interval: interval(low, high, format),
      });
}

function remarksOn({ warnings, aspects }: Rater): string[] {
  return [
    ...warnings.map((one) => t(WARNINGS[one])),
    ...aspects.map(({ aspect, bias }) =>
      bias > 0
        ? t('stricter in {aspect}', { aspect: aspectWords(aspect) })
        : t('milder in {aspect}', { aspect: aspectWords(aspect) }),
    ),
  ];
}

/** What readers must know before they compare. */
function notesOf({ equal, reliability, connections, converged, deviations }: Severity): string[] {
  const notes: string[] = [];
  if (equal !== null)
    notes.push(
      equal < 0.05
        ? t('Raters differ in severity (p {p}; reliability of the differences {reliability}).', {
            p: equal < 0.001 ? pValue(equal) : `= ${pValue(equal)}`,
            reliability: grade(reliability),
          })
        : t(
            'No difference in severity is clear (p = {p}): fair scores may correct noise. Plain means serve as well.',
            { p: grade(equal) },
          ),
    );
  if (deviations === 'rater')
    notes.push(
      t(
        'Halo: the grades that a rater gives to the aspects of one answer agree beyond its quality.',
      ),
    );
  if (connections > 1)
    notes.push(
      t(
        '{n} groups of raters share no answers. Their severities compare only if their answers of one model are equally good: let a rater of each group rate some answers of another.',
        { n: connections },
      ),
    );
  if (!converged) notes.push(t('The fit did not converge: its numbers are unreliable.'));
  return notes;
}
