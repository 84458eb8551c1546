/**
 * The probability of a right answer under the four-parameter logistic model,
 * P(θ) = c + (d − c) / (1 + exp(−a(θ − b))).
 *
 * One, two and three parameters are its special cases (a = 1 and c = 0; c = 0; d = 1). Never NaN and never outside
 * [c, d] for finite θ: exp is only taken of a number that is not positive.
 *
 * @param theta ability, any finite number
 * @param a discrimination, b difficulty, c guessing (lower asymptote), d upper asymptote; see ItemParameters
 * @see Birnbaum (1968), in Lord & Novick, Statistical Theories of Mental Test Scores, ch. 17
 * @see Barton & Lord (1981), An upper asymptote for the three-parameter logistic item-response model
 */
export function probability(theta: number, a: number, b: number, c: number, d: number): number {
  const z = a * (theta - b);
  const t = Math.exp(-Math.abs(z));
  return c + ((d - c) * (z >= 0 ? 1 : t)) / (1 + t);
}
