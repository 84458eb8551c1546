import { decimal, intervalText, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { IfMissing } from '../../workflow/live/if-missing.ts';
import type { LiveModel } from '../../workflow/live/live-result.ts';

/** Models whose score changes a lot, or that change places, if answers that are not there count as missing. */
export function missingWarnings(models: readonly LiveModel[]): string[] {
  return textsOf(models, (own) => own.isLarge || own.movesPlace);
}

/** The score of each model as if unreadable and refused answers were missing; nothing if all answers are there. */
export function missingNotes(models: readonly LiveModel[]): string[] {
  const lines = [
    ...missingWarnings(models).map((text) => `WARNING: ${text}`),
    ...textsOf(models, (own) => !own.isLarge && !own.movesPlace),
  ];
  if (lines.length === 0) return [];
  return [
    ...lines,
    'Leaving answers out favours models that refuse, or answer unreadably, the questions they find hard. Scores above count them as 0.',
  ];
}

function textsOf(models: readonly LiveModel[], isMeant: (own: IfMissing) => boolean): string[] {
  return models.flatMap((model) => {
    const own = model.ifMissing;
    return own !== undefined && isMeant(own)
      ? [`${plainText(model.model)}: ${missingText(model, own)}`]
      : [];
  });
}

function missingText(model: LiveModel, own: IfMissing): string {
  const counts = [
    ...(own.unread > 0 ? [plural(own.unread, 'unreadable answer')] : []),
    ...(own.refused > 0 ? [plural(own.refused, 'refused question')] : []),
  ].join(' and ');
  const { score, low, high, change } = own;
  if (score === null || low === null || high === null || change === null)
    return `${counts} count as 0; no other answer is left, so the score says nothing about the model.`;
  const facts = [
    `score ${decimal(score, 1)} (${intervalText({ low, high }, false)}) instead of ${decimal(model.score, 1)}`,
    ...(own.ability === null || own.se === null || model.ability === null
      ? []
      : [
          `ability ${decimal(own.ability, 2)} ± ${decimal(own.se, 2)} instead of ${decimal(model.ability, 2)}`,
        ]),
    ...(own.place === model.place ? [] : [`place ${own.place} instead of ${model.place}`]),
    ...(own.rank === model.rank ? [] : [`rank ${own.rank} instead of ${model.rank}`]),
  ].join(', ');
  const size = own.isLarge
    ? `; the change of ${decimal(change, 1)} is larger than the standard error of ${decimal(own.error, 1)}`
    : '';
  return `${counts} count as 0. If missing: ${facts}${size}.`;
}
