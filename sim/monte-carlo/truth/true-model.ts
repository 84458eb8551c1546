import { type ItemParameters, itemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { randomNormal, randomStream, shuffle } from '../../../src/random.ts';
import type { Truth } from '../design/study-design-schema.ts';
import { type Population, STANDARD_NORMAL } from './abilities.ts';

/** The true model of answers: its parameters, and everything that the fitted model leaves out. */
export interface TrueModel {
  /** Parameters including the drift. */
  readonly items: ItemParameters;
  /** Parameters before any drift, as calibrated. */
  readonly undrifted: ItemParameters;
  /** 1 for an item that measures a second dimension too; null if there is none. */
  readonly isMixed: Uint8Array | null;
  /** Of the examinees who answer: a second ability has its correlation among these. */
  readonly population: Population;
  /** 1 for an item whose key is wrong; null if all are right. */
  readonly wrongKey: Uint8Array | null;
  readonly truth: Truth;
}

/** Draws the deviations of the items of one replication. @param population of the examinees who will answer */
export function drawTrueModel(
  items: ItemParameters,
  truth: Truth,
  seed: string | number,
  replication: number,
  population: Population = STANDARD_NORMAL,
): TrueModel {
  const { secondDimension, wrongKeys, drift } = truth;
  const chosen = (purpose: string, share: number) =>
    chooseShare(items.count, share, randomStream(seed, 'truth', purpose, replication));
  let isMixed: Uint8Array | null = null;
  if (secondDimension !== undefined) {
    isMixed = new Uint8Array(items.count);
    for (const j of chosen('second dimension', secondDimension.share)) isMixed[j] = 1;
  }
  let wrongKey: Uint8Array | null = null;
  if (wrongKeys !== undefined) {
    wrongKey = new Uint8Array(items.count);
    for (const j of chosen('wrong keys', wrongKeys.share)) wrongKey[j] = 1;
  }
  let own = items;
  if (drift !== undefined) {
    const b = items.b.slice();
    const random = randomStream(seed, 'truth', 'drift by', replication);
    for (const j of chosen('drift', drift.share))
      b[j] += drift.mean + drift.sd * randomNormal(random);
    own = itemParameters({ ...items, b });
  }
  return { items: own, undrifted: items, isMixed, population, wrongKey, truth };
}

/** The model for the examinees of a calibration, with abilities N(0, 1): without drift, with all other deviations. */
export function atCalibration(model: TrueModel): TrueModel {
  return { ...model, items: model.undrifted, population: STANDARD_NORMAL };
}

/**
 * The ability that items of a second dimension measure: with z the standardized ability, z₂ the second one of correlation r
 * with it, and λ the loading,
 *
 *     (√(1 − λ²) z + λ z₂) / √(1 + 2 r λ √(1 − λ²)),
 *
 * put back on the scale of the ability. Its mean and SD over the population are those of the ability, so the items have the
 * slope and difficulty of the fitted model; only the measured ability differs.
 *
 * @param own standard normal, the examinee's own part of z₂
 */
function mixedAbility(
  { correlation: r, loading }: NonNullable<Truth['secondDimension']>,
  ability: number,
  { mean, sd }: Population,
  own: number,
): number {
  const first = Math.sqrt(1 - loading * loading);
  const z = (ability - mean) / sd;
  const second = r * z + Math.sqrt(1 - r * r) * own;
  return mean + (sd * (first * z + loading * second)) / mixedSd(r, loading);
}

/** SD of √(1 − λ²) z + λ z₂, where z and z₂ have SD 1 and the correlation r. */
export function mixedSd(r: number, loading: number): number {
  return Math.sqrt(Math.max(0, 1 + 2 * r * loading * Math.sqrt(1 - loading * loading)));
}

/** A share of the items, rounded to a whole number of them, drawn without replacement. */
function chooseShare(count: number, share: number, random: () => number): Int32Array {
  const all = Int32Array.from({ length: count }, (_, j) => j);
  return shuffle(all, random).subarray(0, Math.round(share * count));
}

/**
 * Draws the answers of one examinee to all items: 0 or 1 each, the same in every cell of a study. `name` identifies the
 * examinee. Each purpose has its own stream, so that chance in the answers does not change with the deviations.
 *
 * @param out one entry per item
 */
export function drawAnswers(
  { items, isMixed, population, wrongKey, truth }: TrueModel,
  ability: number,
  out: { [j: number]: number },
  seed: string | number,
  ...name: (string | number)[]
): void {
  const { secondDimension, testlets, wrongKeys, noise } = truth;
  const answer = randomStream(seed, 'answers', ...name);
  const flip = randomStream(seed, 'noise', ...name);
  const common = randomStream(seed, 'testlets', ...name);
  let mixed = ability;
  if (secondDimension !== undefined) {
    const own = randomNormal(randomStream(seed, 'second ability', ...name));
    mixed = mixedAbility(secondDimension, ability, population, own);
  }
  let shared = 0;
  for (let j = 0; j < items.count; j++) {
    let theta = isMixed?.[j] === 1 ? mixed : ability;
    if (testlets !== undefined) {
      if (j % testlets.items === 0) shared = testlets.sd * randomNormal(common);
      theta += shared;
    }
    let p = probability(theta, items.a[j], items.b[j], items.c[j], items.d[j]);
    if (wrongKeys !== undefined && wrongKey?.[j] === 1) p = (1 - p) / (wrongKeys.options - 1);
    let score = answer() < p ? 1 : 0;
    if (noise !== undefined && flip() < noise.share) score = 1 - score;
    out[j] = score;
  }
}
