import { answersOf } from '../../../src/irt/answers.ts';
import { estimateAbility } from '../../../src/irt/estimate/estimate.ts';
import { gridOf, stepFor } from '../../../src/irt/likelihood-grid.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { type ItemFit, itemFit, summariseItemFit } from '../../diagnose/item-fit.ts';
import type { SynthesisMatrix } from '../fit/synthesis-matrix.ts';
import type { SynthesisCalibration } from './calibrate-synthesis.ts';

/** An item whose answers follow the calibration badly. */
export interface FittedItem {
  readonly item: string;
  readonly infit: number;
  readonly outfit: number;
  readonly t: number;
}

/** How the answers of participants follow the parameters that are given out. */
export interface ParticipantFit {
  readonly items: number;
  /** Items whose infit is beyond ±1.96 standard errors, and how many would be by chance. */
  readonly beyond: number;
  readonly byChance: number;
  /** How many misfit more than chance explains (false discoveries held at 5%). */
  readonly misfits: number;
  readonly worst: readonly FittedItem[];
  /** The typical standard error of an infit. */
  readonly medianSe: number | null;
}

const MOST = 10;
/** Abilities are looked for within this. */
const REACH = 6;

/** Infit and outfit over all participants, with standard errors widened by the design effect of each item. */
export function participantFit(
  { responses }: SynthesisMatrix,
  { by, calibration, fit }: SynthesisCalibration,
): ParticipantFit {
  const { parameters } = calibration;
  const abilities =
    by === 'participants' ? calibration.abilities : abilitiesOf(responses, parameters);
  const own: ItemFit = itemFit(responses, parameters, abilities, fit.designEffects.ofItem);
  const { worst, misfits, ...summary } = summariseItemFit(own, MOST);
  return {
    ...summary,
    misfits: misfits.length,
    worst: worst.map((j) => ({
      item: responses.items[j],
      ...{ infit: own.infit[j], outfit: own.outfit[j], t: own.t[j] },
    })),
  };
}

function abilitiesOf({ examinees, items, scores }: ResponseMatrix, parameters: ItemParameters) {
  const step = stepFor(parameters, 0.1);
  return examinees.map((_, i) => {
    const row = scores.subarray(i * items.length, (i + 1) * items.length);
    const answers = answersOf(parameters, row);
    return estimateAbility('wle', answers, gridOf(answers, -REACH, REACH, step)).ability;
  });
}
