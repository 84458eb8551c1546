import {
  FEWEST_EXAMINEES,
  type FitQuality,
  fitQuality,
  INFIT_RANGE,
} from '../../../../calibration/diagnose/fit-quality.ts';
import type { ResponseMatrix } from '../../../irt/responses.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import type { Fitted } from '../../../workflow/calibration/fit-result.ts';

/** What is known of a fit, or why nothing is. */
export type Quality = FitQuality | string;

/** Reliability and item fit of a calibration; in words why there are none. */
export function qualityOf(
  matrix: ResponseMatrix,
  { parameters, groups, marginal }: Pick<Fitted, 'parameters' | 'groups' | 'marginal'>,
): Quality {
  if (groups !== null && groups.length > 1)
    return 'not computed with several groups of examinees, which have different means';
  if (marginal !== null && marginal.distribution !== null)
    return 'not computed with an estimated distribution of ability';
  const quality = fitQuality(matrix, parameters, groups?.[0]);
  return (
    quality ??
    `not computed: ${plural(matrix.examinees.length, 'examinee')} are too few to tell them from chance; ${FEWEST_EXAMINEES} are enough`
  );
}

/** For `--json`. */
export function qualityFields(items: readonly string[], quality: Quality) {
  if (typeof quality === 'string') return { reliability: null, itemFit: null };
  const { reliability, itemFit } = quality;
  return {
    reliability,
    itemFit: itemFit && {
      ...itemFit,
      worst: itemFit.worst.map((one) => ({ ...one, item: items[one.item] })),
    },
  };
}

/** One line on the scale and one on the items. */
export function qualityLines(items: readonly string[], quality: Quality): string[] {
  if (typeof quality === 'string') return [`Reliability and item fit: ${quality}.`];
  const { reliability, itemFit } = quality;
  const [low, high] = INFIT_RANGE;
  const worst = (itemFit?.worst ?? []).map(
    ({ item, infit }) => `${items[item]} ${decimal(infit, 2)}`,
  );
  const named =
    worst.length === 0
      ? ''
      : ` Furthest from 1, above it as a wrong key or guesses are, below it as items that say the same as others are: ${worst.join(', ')}.`;
  return [
    `Reliability of the abilities: ${reliability === null ? 'none, as they do not differ' : `${decimal(reliability, 3)} (empirical, of expected a posteriori estimates)`}.`,
    itemFit === null
      ? 'Item fit: none, as no item has both right and wrong answers and none that are partly right.'
      : `Item fit: mean infit ${decimal(itemFit.meanInfit, 2)}, mean outfit ${decimal(itemFit.meanOutfit, 2)}; ${count(itemFit.misfitting)} of ${plural(itemFit.items, 'item')} with infit outside ${low} to ${high} by more than chance.${named}`,
  ];
}
