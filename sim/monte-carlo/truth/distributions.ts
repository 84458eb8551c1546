import { type RandomStream, randomNormal } from '../../../src/random.ts';

/** A distribution as a design file names it, or one number. */
export type Distribution =
  | number
  | {
      readonly normal?: { readonly mean: number; readonly sd: number } | undefined;
      /** Mean and standard deviation of the logarithm. */
      readonly lognormal?: { readonly mean: number; readonly sd: number } | undefined;
      readonly uniform?: { readonly low: number; readonly high: number } | undefined;
      readonly beta?: { readonly alpha: number; readonly beta: number } | undefined;
    };

/** One number from a distribution. */
export function draw(of: Distribution, random: RandomStream): number {
  if (typeof of === 'number') return of;
  if (of.normal !== undefined) return of.normal.mean + of.normal.sd * randomNormal(random);
  if (of.lognormal !== undefined)
    return Math.exp(of.lognormal.mean + of.lognormal.sd * randomNormal(random));
  if (of.uniform !== undefined)
    return of.uniform.low + (of.uniform.high - of.uniform.low) * random();
  if (of.beta !== undefined) {
    const x = gamma(of.beta.alpha, random);
    const y = gamma(of.beta.beta, random);
    return x / (x + y);
  }
  throw new RangeError('a distribution without a name');
}

/**
 * A gamma variate of this shape, above 0, and scale 1.
 * @see Marsaglia & Tsang (2000), ACM Transactions on Mathematical Software 26, 363–372
 */
function gamma(shape: number, random: RandomStream): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = randomNormal(random);
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    if (Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
