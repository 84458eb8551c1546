import { fail } from '../errors.ts';

/**
 * Item parameters as flat arrays of one length, one entry per item, on the logistic metric (D = 1):
 * P(θ) = c + (d − c) / (1 + exp(−a(θ − b))).
 */
export interface ItemParameters {
  /** Number of items. */
  readonly count: number;
  /**
   * Discrimination: finite, not 0. Below 0 the item works backwards: better examinees answer it right less often. Calibrations
   * with slopes `any` can find this.
   */
  readonly a: Float64Array;
  /** Difficulty, on the ability scale. */
  readonly b: Float64Array;
  /** Guessing: the lower asymptote, in [0, 1). */
  readonly c: Float64Array;
  /** The upper asymptote, in (c, 1]. */
  readonly d: Float64Array;
}

/**
 * Checks and packs item parameters. A missing `c` is 0, a missing `d` is 1.
 * @param name what to call item j in an error
 * @throws PARAMETER_INVALID for a = 0, c outside [0, 1), d outside (c, 1], or anything not finite
 */
export function itemParameters(
  values: {
    a: ArrayLike<number>;
    b: ArrayLike<number>;
    c?: ArrayLike<number> | undefined;
    d?: ArrayLike<number> | undefined;
  },
  name: (j: number) => string = (j) => `${j + 1}`,
): ItemParameters {
  const count = values.a.length;
  const a = Float64Array.from(values.a);
  const b = Float64Array.from(values.b);
  const c = values.c === undefined ? new Float64Array(count) : Float64Array.from(values.c);
  const d = values.d === undefined ? new Float64Array(count).fill(1) : Float64Array.from(values.d);
  for (let j = 0; j < count; j++) {
    const bad = (parameter: string, found: number, accepted: string): never =>
      fail('PARAMETER_INVALID', { item: name(j), parameter, found, accepted });
    if (!(a[j] !== 0 && Number.isFinite(a[j])))
      bad('a (discrimination)', a[j], 'a finite number other than 0');
    if (!Number.isFinite(b[j])) bad('b (difficulty)', b[j], 'a finite number');
    if (!(c[j] >= 0 && c[j] < 1)) bad('c (guessing)', c[j], 'a number in [0, 1)');
    if (!(d[j] > c[j] && d[j] <= 1))
      bad('d (upper asymptote)', d[j], 'a number above c and at most 1');
  }
  return { count, a, b, c, d };
}

/** The parameters of the items in `index`, in that order. */
export function pickItems(items: ItemParameters, index: ArrayLike<number>): ItemParameters {
  const count = index.length;
  const pick = (from: Float64Array) => {
    const to = new Float64Array(count);
    for (let k = 0; k < count; k++) to[k] = from[index[k]];
    return to;
  };
  return { count, a: pick(items.a), b: pick(items.b), c: pick(items.c), d: pick(items.d) };
}
