import { count, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { EndpointChange } from '../../run/served-models.ts';
import type { ReusableReplies } from '../../workflow/asking/reusable-replies.ts';
import type { ReusedAnswers } from '../../workflow/asking/reused-answers.ts';
import { ON_TERMINAL, type TypedHint } from '../typed-hint.ts';

/** What `--reuse` does, for help. */
export const REUSE_HELP =
  'use replies of earlier runs to the same questions instead of asking; without it every run asks';

/** Said to whoever still writes --no-cache. */
export const NO_CACHE_DROPPED = {
  '--no-cache': 'Every run asks the models; replies of earlier runs are used only with --reuse.',
};

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
  reused: ReusedAnswers | null | undefined,
  typed: TypedHint = ON_TERMINAL,
): string | null {
  if (reused == null) return null;
  const { answers, oldest, newest } = reused;
  const [first, last] = [oldest.slice(0, 10), newest.slice(0, 10)];
  const of = first === last ? `of ${first}` : `of ${first} to ${last}`;
  return `${plural(answers, 'answer')} ${answers === 1 ? 'is' : 'are'} reused from earlier runs (replies ${of}), so the result is partly that of whatever answered then.${typed('To ask the models again, start a run without --reuse.')}`;
}

/** A warning that an endpoint reports another model than before. */
export function changeText(
  { model, field, old, new: now, between }: EndpointChange,
  typed: TypedHint = ON_TERMINAL,
): string {
  const what = field === 'model' ? 'model' : 'system_fingerprint';
  const [before, after] = [`"${plainText(old)}"`, `"${plainText(now)}"`];
  const name = plainText(model);
  const meaning = `Another version of the model may have answered, so the result mixes ${between === 'asked' ? 'both' : 'old and new answers'}.`;
  if (between === 'asked')
    return `warning: ${name}: the endpoint reported ${what} ${before} and now reports ${after}. ${meaning}${typed('To measure only the new one, start a new run without --resume.')}`;
  if (between === 'reused')
    return `warning: ${name}: the reused replies report different values of ${what}: ${before} and ${after}. ${meaning}${typed('To ask the model again, start a run without --reuse.')}`;
  return `warning: ${name}: the reused replies report ${what} ${before}, and the endpoint now reports ${after}. ${meaning}${typed('To measure only the new one, start a run without --reuse.')}`;
}
