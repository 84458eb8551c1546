import { moments } from '../statistics/moments.ts';

/** A change of the scale of ability: θ* = slope · θ + shift. */
export interface ScaleChange {
  readonly slope: number;
  readonly shift: number;
}

/**
 * Examinees whose abilities differ by less have no spread, where calibrations have a standard deviation near 1: what is left is where rounds of a
 * fit ended, or one item that one of them has otherwise. Divided by it, abilities come to 10^31 and their errors to hundreds.
 */
const NO_SPREAD = 0.2;

/**
 * The change of scale that gives the same examinees the same mean and standard deviation: calibrations standardise
 * ability over their own examinees, so that two of them differ in origin and unit (mean-sigma linking on persons). The unit stays as it is if they do not differ.
 *
 * @see Kolen & Brennan (2014), Test Equating, Scaling, and Linking, ch. 6
 */
export function commonScale(from: ArrayLike<number>, to: ArrayLike<number>): ScaleChange {
  const x = moments(from);
  const y = moments(to);
  const slope = x.sd > NO_SPREAD && y.sd > NO_SPREAD ? y.sd / x.sd : 1;
  return { slope, shift: y.mean - slope * x.mean };
}

/**
 * From the scale of a calibration of some examinees to the one where all of them have mean 0 and standard deviation 1, or their own unit if they do
 * not differ. All of them decide that: where they do, examinees that differ by far less get the unit of all.
 * @param whole abilities of all, by the calibration from all
 * @param part abilities by the calibration of some, and which of all these are
 */
export function scaleOfPart(
  whole: Float64Array,
  part: { readonly abilities: ArrayLike<number>; readonly seen: readonly number[] },
): ScaleChange {
  const { mean, sd } = moments(whole);
  const unit = sd > NO_SPREAD ? 1 / sd : 1;
  const x = moments(part.abilities);
  const y = moments(part.seen.map((i) => unit * whole[i] - unit * mean));
  const differ = sd > NO_SPREAD && Math.min(x.sd, y.sd * sd) > NO_SPREAD / 2;
  const slope = differ ? y.sd / x.sd : unit;
  return { slope, shift: y.mean - slope * x.mean };
}
