import { dateText } from '../../languages/date-text.ts';
import { ENGLISH, sentences, type Words } from '../../languages/words.ts';
import { count, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { EndpointChange } from '../../run/served-models.ts';
import type { ReusableReplies } from '../../workflow/asking/reusable-replies.ts';
import type { ReusedAnswers } from '../../workflow/asking/reused-answers.ts';
import { ON_TERMINAL, type TypedHint } from './typed-hint.ts';

/** What `--reuse` does, for help. */
export const REUSE_HELP =
  'use replies of earlier runs to the same questions instead of asking; without it every run asks';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The first line of a run with `--reuse`. @param now milliseconds since 1970 */
export function reuseLine({ replies, oldest, isExact }: ReusableReplies, now: number): string {
  if (oldest === null) return 'No reply of an earlier run fits: none is reused.';
  const most = isExact ? '' : 'up to ';
  const age = `${ageText(now - Date.parse(oldest))} old (${oldest.slice(0, 10)})`;
  return replies === 1
    ? `Reusing ${most}1 reply of an earlier run, ${age}.`
    : `Reusing ${most}${count(replies)} replies of earlier runs, the oldest ${age}.`;
}

function ageText(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'less than a minute';
  const [length, unit] =
    milliseconds < HOUR ? [MINUTE, 'minute'] : milliseconds < DAY ? [HOUR, 'hour'] : [DAY, 'day'];
  return plural(Math.floor(milliseconds / length), unit);
}

/** What reused answers mean for a result; null if there are none. */
export function reusedNote(
  reused: ReusedAnswers | null,
  typed: TypedHint = ON_TERMINAL,
  t: Words = ENGLISH,
): string | null {
  if (reused === null) return null;
  const { answers, oldest, newest } = reused;
  const [first, last] = [dateText(oldest, t), dateText(newest, t)];
  const days = first === last ? first : t('{first} to {last}||days', { first, last });
  return `${t('{n, plural, one {# answer is} other {# answers are}} reused from earlier runs (replies of {days}), so the result is partly that of whatever answered then.', { n: answers, days })}${typed('To ask the models again, start a run without --reuse.')}`;
}

/** A warning that an endpoint reports another model than before. */
export function changeText(
  { model, field, old, new: now, between }: EndpointChange,
  typed: TypedHint = ON_TERMINAL,
  t: Words = ENGLISH,
): string {
  const what = field === 'model' ? 'model' : 'system_fingerprint';
  const [before, after] = [`"${plainText(old)}"`, `"${plainText(now)}"`];
  const name = plainText(model);
  const meaning =
    between === 'asked'
      ? t('Another version of the model may have answered, so the result mixes both.')
      : t(
          'Another version of the model may have answered, so the result mixes old and new answers.',
        );
  const facts = { name, what, before, after };
  if (between === 'asked')
    return `${sentences([t('warning: {name}: the endpoint reported {what} {before} and now reports {after}.', facts), meaning], t)}${typed('To measure only the new one, start a new run without --resume.')}`;
  if (between === 'reused')
    return `${sentences([t('warning: {name}: the reused replies report different values of {what}: {before} and {after}.', facts), meaning], t)}${typed('To ask the model again, start a run without --reuse.')}`;
  return `${sentences([t('warning: {name}: the reused replies report {what} {before}, and the endpoint now reports {after}.', facts), meaning], t)}${typed('To measure only the new one, start a run without --reuse.')}`;
}
