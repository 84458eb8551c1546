import { ExamineePosterior } from '../../src/cat/robust/examinee-posterior.ts';
import type { ScoreModel } from '../../src/cat/robust/score-model.ts';
import { allAnswers } from '../../src/ranking/robust/recorded-answers.ts';

const MOST_ROUNDS = 8;
/** A round that changes no variance by more than this share is the last. */
const SETTLED = 0.05;
/** Bounds of a variance of effects, in squared logits: with a dozen examinees they come out anywhere, even out of sample. */
const EFFECTS = { least: 1e-4, most: 0.25 };
/** Bounds of the variance of the abilities after the first, which is 1 among the calibration's examinees. */
const ABILITIES = { least: 0.05, most: 1.5 };

/** How much new examinees differ. */
export interface ExamineeVariances {
  /** Of each ability after the first; the same for all of them. */
  readonly minorAbility: number;
  /** Of the effects of each grouping. */
  readonly effects: Float64Array;
}

/**
 * How much examinees that the model has not seen differ in the abilities after the first and in the effects of each
 * grouping, by EM: the mean of squared coordinate plus posterior variance. In the examinees the model was made from,
 * effects are partly in the items already, and with a dozen of them their variances come out anywhere.
 *
 * @param unseen the answers of each examinee to all items; NaN if there is none
 */
export function examineeVariances(
  model: ScoreModel,
  unseen: readonly ArrayLike<number>[],
): ExamineeVariances {
  const answers = unseen.map(allAnswers);
  const means: Float64Array[] = [];
  let current = model;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const sums = new Float64Array(model.groupings.length + 1);
    const counts = new Float64Array(sums.length);
    answers.forEach((asked, i) => {
      const posterior = new ExamineePosterior(current);
      // The mode moves little from round to round.
      if (means[i] !== undefined) posterior.mean.set(means[i]);
      posterior.update(asked);
      means[i] = posterior.mean;
      const square = (d: number) =>
        posterior.mean[d] ** 2 + posterior.covariance[(posterior.size + 1) * d];
      for (let d = 1; d < model.dimensions; d++) {
        sums[0] += square(d);
        counts[0]++;
      }
      model.groupings.forEach(({ of, count }, g) => {
        // Groups of which the examinee answered nothing repeat what was assumed.
        const isAnswered = new Uint8Array(count);
        for (let t = 0; t < asked.count; t++) isAnswered[of[asked.index[t]]] = 1;
        for (let k = 0; k < count; k++) {
          if (isAnswered[k] === 0) continue;
          sums[g + 1] += square(posterior.firsts[g] + k);
          counts[g + 1]++;
        }
      });
    });
    const learned = sums.map((sum, g) => {
      const { least, most } = g === 0 ? ABILITIES : EFFECTS;
      return Math.min(most, Math.max(least, counts[g] > 0 ? sum / counts[g] : least));
    });
    const before = variancesOf(current);
    current = withVariances(current, { minorAbility: learned[0], effects: learned.subarray(1) });
    const isSettled = (value: number, old: number) => Math.abs(value / old - 1) <= SETTLED;
    if (
      (model.dimensions === 1 || isSettled(learned[0], before.minorAbility)) &&
      before.effects.every((old, g) => isSettled(learned[g + 1], old))
    )
      break;
  }
  return variancesOf(current);
}

function variancesOf({ abilityVariances, groupings }: ScoreModel): ExamineeVariances {
  return {
    minorAbility: abilityVariances[1] ?? 1,
    effects: Float64Array.from(groupings, ({ variance }) => variance),
  };
}

/** A model with other variances of the abilities after the first, and of effects. */
export function withVariances(
  model: ScoreModel,
  { minorAbility, effects }: ExamineeVariances,
): ScoreModel {
  return {
    ...model,
    abilityVariances: model.abilityVariances.map((first, d) => (d === 0 ? first : minorAbility)),
    groupings: model.groupings.map((grouping, g) => ({ ...grouping, variance: effects[g] })),
  };
}
