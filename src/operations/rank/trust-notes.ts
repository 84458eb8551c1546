import { ENGLISH, type Words } from '../../languages/words.ts';
import { count, decimal, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { CalibrationTrust } from '../../ranking/own-random.ts';
import { isUnlike } from '../alarm-notes.ts';
import { ON_TERMINAL, type TypedHint } from '../asking/typed-hint.ts';

/** Most models that are named. */
const NAMED = 5;

type Trusted = Partial<CalibrationTrust> & {
  readonly model: string;
  readonly score: number;
  readonly alarm: string | null;
};

/** How probable it is that the calibration describes a model. @param misfit in [0, 1] */
export function describedText(misfit: number, t: Words = ENGLISH): string {
  return t('the calibration describes it with a probability of {share}', {
    share: percent(1 - misfit),
  });
}

/** What a model's own random items say; empty if there are none. */
export function ownRandomText(
  { ownRandom }: Pick<Trusted, 'ownRandom'>,
  t: Words = ENGLISH,
): string {
  if (ownRandom == null) return '';
  const { items, score, low, high } = ownRandom;
  return t('its {n} random items alone say {score} ({low} – {high})', {
    n: count(items),
    score: decimal(score, 1),
    low: decimal(low, 1),
    high: decimal(high, 1),
  });
}

/** A line for each model that the calibration hardly describes, or that its own random items contradict. */
export function trustNotes(
  models: readonly Trusted[],
  typed: TypedHint = ON_TERMINAL,
  t: Words = ENGLISH,
): string[] {
  const told = models.filter((own) => own.alarm === 'contradicted' || isUnlike(own));
  const lines = told.slice(0, NAMED).map((own) =>
    t('{model}: score {score}; {described}.', {
      model: plainText(own.model),
      score: decimal(own.score, 1),
      described: [
        t(
          'the calibration describes it with a probability of {share}, and the score takes this into account',
          {
            share: percent(1 - (own.misfit ?? 0)),
          },
        ),
        ...(own.ownRandom == null ? [] : [ownRandomText(own, t)]),
      ].join(t('; ')),
    }),
  );
  if (told.length > NAMED)
    lines.push(
      `${t('… and {n} more.', { n: count(told.length - NAMED) })}${typed('See misfit and ownRandom in --json.')}`,
    );
  return lines;
}
