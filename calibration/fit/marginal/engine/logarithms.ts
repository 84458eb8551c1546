/** ln 2 in two parts: the first has 21 zero bits at its end, so that its product with an exponent is exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** The upper word of √½. */
const ROOT_HALF = 0x3fe6a09e;

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
/** The word of a double that holds its sign and exponent: the second on little-endian machines. */
const UPPER = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

/**
 * values[k] = ln(values[k]) for from ≤ k < to, within two units in the last place.
 *
 * x = 2^e·m with m between √½ and √2, and ln m = 2 artanh s = 2(s + s³/3 + … + s²¹/21) with s = (m − 1)/(m + 1): the remainder
 * is below 2^−56 of the sum (Abramowitz & Stegun 1964, 4.1.27). It has no branch and no table, so that its WebAssembly twin
 * computes two at a time with the same operations in the same order: both give the same bits.
 *
 * @param values positive, finite and not subnormal where they are read
 */
export function logarithms(values: Float64Array, from: number, to: number): void {
  for (let k = from; k < to; k++) {
    double[0] = values[k];
    const exponent = (words[UPPER] - ROOT_HALF) >> 20;
    words[UPPER] -= exponent << 20;
    const f = double[0] - 1;
    const s = f / (f + 2);
    const z = s * s;
    const z2 = z * z;
    const z4 = z2 * z2;
    const low = 1 / 3 + z * (1 / 5) + z2 * (1 / 7 + z * (1 / 9));
    const middle = 1 / 11 + z * (1 / 13) + z2 * (1 / 15 + z * (1 / 17));
    const tail = low + z4 * (middle + z4 * (1 / 19 + z * (1 / 21)));
    const twice = s + s;
    values[k] = exponent * LN2_HIGH + (twice + (twice * z * tail + exponent * LN2_LOW));
  }
}
