/**
 * |error| / SE of a score predicted on the whole bank, from a trial on a sample of its items. Chance is a larger part of the
 * error and of the SE on the sample: `more` of the variance is taken from both squares.
 *
 * Where the error is below the SE, chance was less than the SE says, as it is of fractional scores, and the difference
 * would end at 0: the ratio on the sample is taken as it is.
 *
 * @param error at least 0; se above 0; more in [0, se²): the part of se² that only the sample has
 */
export function bankRatio(error: number, se: number, more: number): number {
  return error > se ? Math.sqrt((error * error - more) / (se * se - more)) : error / se;
}
