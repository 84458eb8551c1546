import { count, decimal } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { ItemsRight } from '../../ranking/items-right.ts';

/** Standard errors from which right answers differ from their expectation by more than chance: 1 in 370 by chance alone. */
const MORE_THAN_CHANCE = 3;

/** A sum of scores; of fractional ones with a decimal. */
export function rightCount(right: number): string {
  return Number.isInteger(right) ? count(right) : decimal(right, 1);
}

/** True where more, or less, is right than chance explains. */
function isBeyondChance({ residual }: Pick<ItemsRight, 'residual'>): boolean {
  return residual !== null && Math.abs(residual) > MORE_THAN_CHANCE;
}

/**
 * What the columns mean, and which models differ from what is expected of them.
 * @param isChosen whether the items were chosen for each model, rather than drawn at random or all there are
 */
export function rightNotes(
  models: readonly (ItemsRight & { readonly model: string })[],
  isChosen = true,
): string[] {
  if (models.length === 0) return [];
  const isExpected = models.some(({ shareExpected }) => shareExpected !== null);
  const note = isExpected
    ? `"right" is the share of its own items that a model answered right. "expected share" is the share that the calibration expects at its estimated ability.${isChosen ? ' Neither is the score, because the items were chosen for each model.' : ''} The two are close even if the score is wrong, because the ability is estimated from the same answers.`
    : '"right" is the share of its own items that a model answered right. Without a calibration no share is expected. The score weights these items as the bank does.';
  return [note, ...models.filter(isBeyondChance).map(beyondText)];
}

function beyondText(model: ItemsRight & { readonly model: string }): string {
  const { shareRight, shareExpected, residual } = model;
  return `${plainText(model.model)}: right ${decimal(shareRight, 1)}%, expected ${decimal(shareExpected!, 1)}%. The difference is ${decimal(Math.abs(residual!), 1)} standard errors, more than chance explains. The item parameters do not fit this model: check how its answers were read, or ask it more random items.`;
}
