import type {
  ExamineeResult,
  Pending,
  SessionResult,
  SessionSummary,
  Standing,
} from '../../api/sessions.ts';
import { decimal, isExact, money2 } from '../../numbers.ts';
import { describedText, ownRandomText } from '../../operations/rank/trust-notes.ts';
import { truncatedNotes } from '../../scoring/absent-text.ts';
import { type PatternHints, patternWords } from '../../scoring/patterns/pattern-words.ts';

/** The printed state of a session; an examinee does not see its model and cost. */
type LineOf = Pick<ExamineeResult['session'], 'id' | 'examinee' | 'bank' | 'state' | 'reason'> &
  Pick<SessionSummary, 'answered' | 'length'> &
  Partial<Pick<SessionSummary, 'cost' | 'model'>>;

/** One line of where a session stands. */
export function sessionLine(session: SessionSummary): string;
export function sessionLine(session: LineOf, standing: ScoreOf | null): string;
export function sessionLine(
  session: LineOf & { readonly standing?: ScoreOf | null },
  standing: ScoreOf | null = session.standing ?? null,
): string {
  const { id, examinee, bank, state, answered, length, cost = 0, model = null, reason } = session;
  const parts = [
    `${id}  ${examinee} on ${bank}: ${state}, ${answered} of ${length} items answered`,
    ...(standing === null ? [] : [scoreText(standing)]),
    ...(model === null ? [] : [cost === null ? 'no price given' : money2(cost)]),
    ...(reason === null ? [] : [reason]),
  ];
  return parts.join(', ');
}

const PATTERN_HINTS: PatternHints = {
  look: 'See the outputs with: GET /v1/sessions/ID/export',
  longer: 'allow more tokens per answer',
};

type ScoreOf = Pick<
  Standing,
  'score' | 'low' | 'high' | 'verified' | 'unverified' | 'answers' | 'right'
>;

function scoreText(standing: ScoreOf): string {
  const { score, low, high, verified, unverified, answers, right } = standing;
  if (unverified === 'too-few')
    return `${decimal(right, right % 1 === 0 ? 0 : 1)} of ${answers} right: too few answers to tell a score`;
  if (isExact({ low, high })) return `score ${decimal(score, 1)} (exact: all items are answered)`;
  return `score ${decimal(score, 1)} (90% ${decimal(low, 1)} to ${decimal(high, 1)}${verified ? '' : ', unverified'})`;
}

export function pendingLine({ items, answered, length }: Pending, round: number): string {
  return `Round ${round}: ${items.length} items, ${answered} of ${length} answered so far.`;
}

/** The result of a session, in lines. */
export function resultText(result: SessionResult | ExamineeResult): string {
  const { session, standing, place, bestPlace, worstPlace, recorded } = result;
  if (standing === null) return `${sessionLine(session, null)}\nNo answers yet, so no score.`;
  if (standing.unverified === 'too-few') return sessionLine(session, standing);
  const { ability, se } = standing;
  const alarm = 'alarm' in standing ? standing.alarm : null;
  const lines = [sessionLine(session, standing)];
  if (ability !== null)
    lines.push(`Ability ${decimal(ability, 2)}${se === null ? '' : ` ± ${decimal(se, 2)}`}.`);
  if (place !== null)
    lines.push(
      `Place ${place} among ${recorded} recorded models and itself${bestPlace === worstPlace ? '' : `; its interval allows ${bestPlace} to ${worstPlace}`}.`,
    );
  if (alarm !== null)
    lines.push(
      alarm === 'contradicted'
        ? 'Alarm (contradicted): the score is more than three standard errors from that of the random items alone, so it is not verified.'
        : `Alarm (${alarm}): these answers do not follow the calibration, so the interval is unverified.`,
    );
  if ('misfit' in standing && standing.misfit !== null) {
    const random = ownRandomText(standing);
    lines.push(
      `About the model: ${describedText(standing.misfit)}${random === '' ? '' : `; ${random}`}.`,
    );
  }
  if ('patterns' in result)
    lines.push(
      ...result.patterns.map((pattern) => patternWords(pattern, PATTERN_HINTS)),
      ...truncatedNotes([result.absent], PATTERN_HINTS.longer),
    );
  if (!result.complete) lines.push('The test is not finished: more answers narrow the interval.');
  return lines.join('\n');
}

/** Items named of those that wait for no answer. */
const NAMED = 3;

/** Items of a file that are not open now. */
export function passedOverLine(items: readonly string[]): string {
  const named = items.slice(0, NAMED).join(', ');
  const more = items.length > NAMED ? ` and ${items.length - NAMED} more` : '';
  return `Skipped, because these items are not open now: ${named}${more}.`;
}
