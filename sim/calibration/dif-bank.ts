import { probability } from '../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { type RandomStream, randomNormal, randomStream } from '../../src/random.ts';
import { matrixOf } from './matrix-of.ts';

/** Two groups of models, some items of which are harder for the second one. */
export interface DifBankDesign {
  /** Models of each group, or of the reference and of the focal one. */
  readonly perGroup: number | readonly [reference: number, focal: number];
  readonly items: number;
  /** Share of the items with DIF, all against the focal group. */
  readonly share: number;
  /** By how much they are harder there, on the ability scale. */
  readonly shift: number;
  /**
   * Models of a family; 1 for independent ones. Members share an ability but for a standard deviation of 0.3, and an effect per item of
   * the standard deviation 0.5.
   */
  readonly familySize: number;
  /** By how much the focal group is weaker on average; default 0.3. */
  readonly impact?: number;
  /** Lower asymptote of all items; default 0. */
  readonly guessing?: number;
  /** Standard deviation of log a; default 0.3. */
  readonly sdLogA?: number;
}

export interface DifBank {
  readonly matrix: ResponseMatrix;
  /** 0 reference, 1 focal. */
  readonly labels: Float64Array;
  readonly families: readonly string[];
  readonly hasDif: Uint8Array;
}

const [WITHIN, BY_ITEM] = [0.3, 0.5];

/** Two-parameter answers: a lognormal(0, sdLogA), b N(0, 1), abilities N(0, 1) and N(−impact, 1). */
export function difBank(seed: string, design: DifBankDesign): DifBank {
  const { perGroup, items, share, shift, familySize, impact = 0.3, guessing = 0, sdLogA } = design;
  const random = randomStream(seed, 'dif-bank');
  const [reference, focal] = typeof perGroup === 'number' ? [perGroup, perGroup] : perGroup;
  const n = reference + focal;
  const curves = curvesOf(items, random, sdLogA);
  const hasDif = Uint8Array.from({ length: items }, (_, j) =>
    j < Math.round(share * items) ? 1 : 0,
  );
  const labels = Float64Array.from({ length: n }, (_, i) => (i < reference ? 0 : 1));
  const familyOf = Array.from({ length: n }, (_, i) => Math.floor(i / familySize));
  const isAlone = familySize === 1;
  const centres = familyOf.map(() => randomNormal(random));
  const effects = Float64Array.from(
    { length: isAlone ? 0 : n * items },
    () => BY_ITEM * randomNormal(random),
  );
  const abilities = Float64Array.from(labels, (label, i) => {
    const own = isAlone
      ? centres[i]
      : Math.sqrt(1 - WITHIN ** 2) * centres[familyOf[i]] + WITHIN * randomNormal(random);
    return own + (label === 1 ? -impact : 0);
  });
  const matrix = matrixOf(n, items, (i, j) => {
    const moved = labels[i] === 1 && hasDif[j] === 1 ? shift : 0;
    const own = isAlone ? 0 : effects[familyOf[i] * items + j];
    const p = probability(abilities[i] + own, curves.a[j], curves.b[j] + moved, guessing, 1);
    return random() < p ? 1 : 0;
  });
  return { matrix, labels, families: familyOf.map((f) => `f${f}`), hasDif };
}

/** Models in families, one of which, of average ability, has seen some of the items. */
export interface LeakedBankDesign {
  readonly models: number;
  readonly familySize: number;
  readonly items: number;
  /** Share of all items that the first family has seen; it then is right with a probability of 0.9 at least. */
  readonly leaked: number;
  /** Lower asymptote of all items. */
  readonly guessing: number;
}

export interface LeakedBank {
  readonly matrix: ResponseMatrix;
  readonly families: readonly string[];
  readonly isLeaked: Uint8Array;
}

const SEEN = 0.9;

/** Answers as of `difBank`, without groups. */
export function leakedBank(seed: string, design: LeakedBankDesign): LeakedBank {
  const { models, familySize, items, leaked, guessing } = design;
  const random = randomStream(seed, 'leaked-bank');
  const curves = curvesOf(items, random);
  const isLeaked = Uint8Array.from({ length: items }, () => (random() < leaked ? 1 : 0));
  const familyOf = Array.from({ length: models }, (_, i) => Math.floor(i / familySize));
  // A strong family has the items right anyway: the first one is an average one.
  const centres = familyOf.map((f) => (f === 0 ? 0 : randomNormal(random)));
  const effects = Float64Array.from(
    { length: models * items },
    () => BY_ITEM * randomNormal(random),
  );
  const abilities = familyOf.map(
    (f) => Math.sqrt(1 - WITHIN ** 2) * centres[f] + WITHIN * randomNormal(random),
  );
  const matrix = matrixOf(models, items, (i, j) => {
    const own = familySize === 1 ? 0 : effects[familyOf[i] * items + j];
    const p = probability(abilities[i] + own, curves.a[j], curves.b[j], guessing, 1);
    const known = familyOf[i] === 0 && isLeaked[j] === 1 ? Math.max(p, SEEN) : p;
    return random() < known ? 1 : 0;
  });
  return { matrix, families: familyOf.map((f) => `f${f}`), isLeaked };
}

function curvesOf(items: number, random: RandomStream, sdLogA = 0.3) {
  const draw = (one: () => number) => Float64Array.from({ length: items }, one);
  return {
    a: draw(() => Math.exp(sdLogA * randomNormal(random))),
    b: draw(() => randomNormal(random)),
  };
}
