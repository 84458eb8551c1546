/**
 * The score of an order against the right one: the share of pairs of options that stand in the right order to each
 * other, (τ + 1) / 2 with Kendall's τ (1938), in [0, 1]. Right 1, reversed 0, an order by chance 0.5 on average. CliMedBench
 * reports τ itself, in percent: a mean score s is a mean τ of 2s − 1. No order is 0, as a reversed one.
 * @param order every letter of `key` once, or null
 * @param key distinct letters, at least two
 */
export function gradeOrder(order: string | null, key: string): number {
  if (order === null) return 0;
  const place = [...key].map((letter) => order.indexOf(letter));
  let concordant = 0;
  for (let i = 0; i < place.length; i++)
    for (let j = 0; j < i; j++) if (place[j] < place[i]) concordant++;
  return (2 * concordant) / (place.length * (place.length - 1));
}
