import type { Alarm } from '../cat/robust/alarm.ts';
import { ENGLISH, type Words } from '../languages/words.ts';
import { count, intervalText, isExact, percent } from '../numbers.ts';
import { LEAST_PLACED, NEARLY_ALL } from '../ranking/recorded/test-model.ts';
import { ON_TERMINAL, type TypedHint } from './asking/typed-hint.ts';

/** The note on a model whose test differs from those of others. */
interface Tested {
  readonly alarm: Alarm | null;
  /** Probability that the calibration does not describe the model; absent or null where that is not known. */
  readonly misfit?: number | null;
  /** Share of the bank that has an answer. */
  readonly answered: number;
  /** Null for a recorded model that answered too little to have a place; absent where places are not those of recorded models. */
  readonly rank?: number | null;
}

const ALARM_MARKS = {
  change: ' ^',
  contradicted: ' #',
  fit: ' ~',
  beyond: ' !',
} as const;

const UNLIKE_MARK = ' (~)';
/** From this probability on the calibration more probably does not describe the model. */
const UNLIKE = 0.5;

export function isUnlike({ misfit }: Pick<Tested, 'misfit'>): boolean {
  return misfit != null && misfit >= UNLIKE;
}

/** Behind the score of a model that the calibration cannot explain, or probably does not describe. */
export function alarmMark(own: Pick<Tested, 'alarm' | 'misfit'>): string {
  if (own.alarm !== null) return ALARM_MARKS[own.alarm];
  return isUnlike(own) ? UNLIKE_MARK : '';
}

/** Behind the scores of a model that did not answer all of the bank. */
export function answeredMark({ answered }: Pick<Tested, 'answered'>): string {
  return answered < NEARLY_ALL ? ' *' : '';
}

/** What each kind of these alarms means, and what to do. @param isRobust as of `markNotes` */
export function alarmNotes(
  alarms: readonly (Alarm | null)[],
  isRobust: boolean,
  typed: TypedHint = ON_TERMINAL,
  t: Words = ENGLISH,
): { readonly alarm: Alarm; readonly note: string }[] {
  const notes: Readonly<Record<Alarm, string>> = {
    beyond: t(
      'The score is clearly beyond those of all models of its calibration, so the item parameters are extrapolated. Ask more items, or calibrate with models like this one.',
    ),
    fit: isRobust
      ? t(
          'The answers do not follow the calibration: other models have other items right. So more of the items were drawn at random, and the score rests less on the calibration. Look for a broken prompt, misread answers, and items seen in training.',
        )
      : t(
          'The answers do not follow the calibration: other models have other items right. Look for a broken prompt, misread answers, and items seen in training.',
        ),
    change: t(
      'The answers became better or worse during the test. Check whether the model was exchanged or the endpoint began to fail, and test it again.',
    ),
    contradicted: `${t('The score is more than three standard errors from what the random items of the same test say, so it is not verified. Check the prompt and the answers.')}${typed('Or test with --strategy random.')}`,
  };
  return (['beyond', 'fit', 'change', 'contradicted'] as const)
    .filter((alarm) => alarms.includes(alarm))
    .map((alarm) => ({ alarm, note: notes[alarm] }));
}

/** What the mark of a model without an alarm that is probably unlike those of its calibration means. */
function unlikeNote(t: Words = ENGLISH): string {
  return t(
    'The model is probably unlike those of its calibration, but not surely enough for an alarm. Its score rests less on the calibration, and its interval is wider.',
  );
}

/**
 * The 90% interval of a test. A model whose every answer was used has an exact score only if it answered the bank: else its
 * score is that of a few items, and the rest of the bank is unknown.
 */
export function testedInterval(
  interval: { readonly low: number; readonly high: number },
  { verified, answered, items }: { verified: boolean; answered: number; items: number },
  t: Words = ENGLISH,
): string {
  if (isExact(interval) && answeredMark({ answered }) !== '')
    return t('of {n} answers', { n: count(items) });
  return intervalText(interval, verified, t);
}

/**
 * The meaning of the marks of these models, a line each. @param isRobust whether they had robust tests, which draw items where
 * there is an alarm
 */
export function markNotes(
  models: readonly Tested[],
  isRobust: boolean,
  typed: TypedHint = ON_TERMINAL,
  t: Words = ENGLISH,
): string[] {
  const lines = alarmNotes(
    models.map(({ alarm }) => alarm),
    isRobust,
    typed,
    t,
  ).map(({ alarm, note }) => `${ALARM_MARKS[alarm].trim()} ${note}`);
  if (models.some((model) => alarmMark(model) === UNLIKE_MARK))
    lines.push(`${UNLIKE_MARK.trim()} ${unlikeNote(t)}`);
  if (models.some((model) => answeredMark(model) !== ''))
    lines.push(
      t(
        '* The model answered less than {share} of the bank. Its score covers only those items, which may be easier or harder than the whole bank, so do not compare its rank.',
        { share: percent(NEARLY_ALL) },
      ),
    );
  if (models.some(({ rank }) => rank === null))
    lines.push(
      t(
        '– No place: the model answered less than {share} of the bank. It does not count in the agreement. Record answers to the rest of the items.',
        { share: percent(LEAST_PLACED) },
      ),
    );
  return lines;
}
