import { answersOf } from '../../../src/irt/answers.ts';
import { estimateAbility } from '../../../src/irt/estimate/estimate.ts';
import { gridOf, stepFor } from '../../../src/irt/likelihood-grid.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { itemFit } from '../../diagnose/item-fit.ts';
import type { SynthesisMatrix } from '../fit/synthesis-matrix.ts';
import type { SynthesisCalibration } from './calibrate-synthesis.ts';

/** An item whose answers fit its curve badly. */
export interface ItemToCheck {
  readonly item: string;
  /** Correlation of right answers with ability. */
  readonly correlation: number;
  readonly infit: number;
  readonly outfit: number;
}

/** The items to check first. This is not a statistical test: a few models with related errors cannot test single items. */
export interface ItemsToCheck {
  /** Number of compared items: those whose answers are right or wrong, and not all equal. */
  readonly items: number;
  /** Number of items with partly right answers, which are not compared. */
  readonly inPart: number;
  /** Items whose answers follow ability least, lowest correlation first. */
  readonly first: readonly ItemToCheck[];
}

const MOST = 50;
/** Bounds of the search for abilities. */
const REACH = 6;

/**
 * Items by the correlation of participants' answers with their abilities. Of 400 simulated items with 5% of the keys flipped, four of
 * the ten that it puts first are flipped, by infit or outfit three, by chance half of one (means of 30 seeds).
 */
export function itemsToCheck(
  { responses }: SynthesisMatrix,
  { by, calibration }: Pick<SynthesisCalibration, 'by' | 'calibration'>,
): ItemsToCheck {
  const { parameters } = calibration;
  const abilities =
    by === 'participants' ? calibration.abilities : abilitiesOf(responses, parameters);
  const { correlation, infit, outfit } = itemFit(responses, parameters, abilities);
  const known = responses.items.flatMap((item, j) =>
    Number.isNaN(correlation[j])
      ? []
      : [{ item, correlation: correlation[j], infit: infit[j], outfit: outfit[j] }],
  );
  return {
    items: known.length,
    inPart: itemsInPart(responses),
    // The sort is stable: equal items stay in the order of the bank.
    first: known.sort((x, y) => x.correlation - y.correlation).slice(0, MOST),
  };
}

function itemsInPart({ scores, items }: ResponseMatrix): number {
  const inPart = new Set<number>();
  for (const [k, u] of scores.entries()) if (u > 0 && u < 1) inPart.add(k % items.length);
  return inPart.size;
}

function abilitiesOf({ examinees, items, scores }: ResponseMatrix, parameters: ItemParameters) {
  const step = stepFor(parameters, 0.1);
  return examinees.map((_, i) => {
    const row = scores.subarray(i * items.length, (i + 1) * items.length);
    const answers = answersOf(parameters, row);
    return estimateAbility('wle', answers, gridOf(answers, -REACH, REACH, step)).ability;
  });
}
