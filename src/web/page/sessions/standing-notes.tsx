import type { SessionSummary } from '../../../api/sessions.ts';
import { count } from '../../format/number.ts';
import { t } from '../../words/t.ts';
import { alarmName } from './alarm-words.ts';
import { unverifiedWords } from './session-words.ts';

/** What a reader must know before they trust the score. */
export function StandingNotes({ session: { standing } }: { session: SessionSummary }) {
  if (standing === null) return null;
  const isFew = standing.unverified === 'too-few';
  const notes = [
    isFew
      ? t('{right} of {n} answers right: too few answers to tell a score of a person.', {
          right: count(standing.right),
          n: standing.answers,
        })
      : null,
    standing.alarm === null
      ? null
      : standing.alarm === 'contradicted'
        ? t(
            'Alarm: contradicted. The score is more than three standard errors from that of the random items of the same test, so it is not verified.',
          )
        : t(
            'Alarm: {alarm}. The answers may not follow the calibration, so the interval is unverified.',
            { alarm: alarmName(standing.alarm) },
          ),
    standing.verified || isFew
      ? null
      : t('The interval is unverified: {why}', { why: unverifiedWords(standing.unverified) }),
    standing.atBound === null || isFew
      ? null
      : t(
          standing.atBound === 'highest'
            ? 'All answers so far point beyond the highest ability of the scale. The ability shown is this bound, not an estimate; the interval includes every ability that the answers allow.'
            : 'All answers so far point beyond the lowest ability of the scale. The ability shown is this bound, not an estimate; the interval includes every ability that the answers allow.',
        ),
  ].filter((note) => note !== null);
  if (notes.length === 0) return null;
  return (
    <div class="note warn">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
