import { ENGLISH, listed, type Words } from '../../languages/words.ts';
import { decimal, intervalText } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { absentText } from '../../scoring/absent-text.ts';
import type { IfMissing } from '../../workflow/live/if-missing.ts';
import type { LiveModel } from '../../workflow/live/live-result.ts';

/** Models whose score changes a lot, or that change places, if answers that are not there count as missing. */
export function missingWarnings(models: readonly LiveModel[], t: Words = ENGLISH): string[] {
  return textsOf(models, (own) => own.isLarge || own.movesPlace, t);
}

/** The score of each model as if unreadable and refused answers were missing; nothing if all answers are there. */
export function missingNotes(models: readonly LiveModel[], t: Words = ENGLISH): string[] {
  const lines = [
    ...missingWarnings(models, t).map((text) => t('WARNING: {text}', { text })),
    ...textsOf(models, (own) => !own.isLarge && !own.movesPlace, t),
  ];
  if (lines.length === 0) return [];
  return [
    ...lines,
    t(
      'Leaving answers out favours models that refuse, or answer unreadably, the questions they find hard. Scores above count them as 0.',
    ),
  ];
}

function textsOf(
  models: readonly LiveModel[],
  isMeant: (own: IfMissing) => boolean,
  t: Words,
): string[] {
  return models.flatMap((model) => {
    const own = model.ifMissing;
    return own !== undefined && isMeant(own)
      ? [t('{model}: {text}', { model: plainText(model.model), text: missingText(model, own, t) })]
      : [];
  });
}

function missingText(model: LiveModel, own: IfMissing, t: Words): string {
  const counts = absentText(own, t);
  const { score, low, high, change } = own;
  if (score === null || low === null || high === null || change === null)
    return t(
      '{counts} scored 0; no other answer is left, so the score says nothing about the model.',
      { counts },
    );
  const facts = [
    t('score {after} instead of {before}', {
      after: `${decimal(score, 1)} (${intervalText({ low, high }, false, t)})`,
      before: decimal(model.score, 1),
    }),
    ...(own.ability === null || own.se === null || model.ability === null
      ? []
      : [
          t('ability {after} instead of {before}', {
            after: `${decimal(own.ability, 2)} ± ${decimal(own.se, 2)}`,
            before: decimal(model.ability, 2),
          }),
        ]),
    ...(own.place === model.place
      ? []
      : [
          t('place {after} instead of {before}', {
            after: `${own.place}`,
            before: `${model.place}`,
          }),
        ]),
    ...(own.rank === model.rank
      ? []
      : [t('rank {after} instead of {before}', { after: `${own.rank}`, before: `${model.rank}` })]),
  ];
  const size = own.isLarge
    ? t('; the change of {change} is larger than the standard error of {error}', {
        change: decimal(change, 1),
        error: decimal(own.error, 1),
      })
    : '';
  return t('{counts} scored 0. If missing: {facts}{size}.', {
    counts,
    facts: listed(facts, t),
    size,
  });
}
