import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import { randomNormal, randomStream, shuffle } from '../../src/random.ts';
import type { Truth } from './design-schema.ts';

/** How examinees really answer: the parameters they answer by, and all that the fitted model does not know of. */
export interface TrueModel {
  /** With the drift in them. */
  readonly items: ItemParameters;
  /** Weight of the second dimension in each item; null where there is none. */
  readonly loadings: Float64Array | null;
  /** 1 for an item whose key is wrong; null where all are right. */
  readonly wrongKey: Uint8Array | null;
  readonly truth: Truth;
}

/** Draws what is wrong with the items of one replication. */
export function drawTrueModel(
  items: ItemParameters,
  truth: Truth,
  seed: string | number,
  replication: number,
): TrueModel {
  const { secondDimension, wrongKeys, drift } = truth;
  const chosen = (purpose: string, share: number) =>
    chooseShare(items.count, share, randomStream(seed, 'truth', purpose, replication));
  let loadings: Float64Array | null = null;
  if (secondDimension !== undefined) {
    loadings = new Float64Array(items.count);
    for (const j of chosen('second dimension', secondDimension.share))
      loadings[j] = secondDimension.loading;
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
  return { items: own, loadings, wrongKey, truth };
}

/** A share of the items, rounded to a whole number of them, drawn without replacement. */
function chooseShare(count: number, share: number, random: () => number): Int32Array {
  const all = Int32Array.from({ length: count }, (_, j) => j);
  return shuffle(all, random).subarray(0, Math.round(share * count));
}

/**
 * Draws the answers of one examinee to all items: 0 or 1 each, the same in every cell of a study. `name` tells the examinee from all
 * others; each purpose has its own stream, so that the answers by chance alone do not change with what goes wrong.
 *
 * @param out one entry an item
 */
export function drawAnswers(
  { items, loadings, wrongKey, truth }: TrueModel,
  ability: number,
  out: { [j: number]: number },
  seed: string | number,
  ...name: (string | number)[]
): void {
  const { secondDimension, testlets, wrongKeys, noise } = truth;
  const answer = randomStream(seed, 'answers', ...name);
  const flip = randomStream(seed, 'noise', ...name);
  const common = randomStream(seed, 'testlets', ...name);
  let second = 0;
  if (secondDimension !== undefined) {
    const r = secondDimension.correlation;
    const own = randomNormal(randomStream(seed, 'second ability', ...name));
    second = r * ability + Math.sqrt(1 - r * r) * own;
  }
  let shared = 0;
  for (let j = 0; j < items.count; j++) {
    let theta = ability;
    if (loadings !== null) {
      const loading = loadings[j];
      theta = Math.sqrt(1 - loading * loading) * ability + loading * second;
    }
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
