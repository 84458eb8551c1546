import { midRanks } from './mid-ranks.ts';
import { pearson } from './pearson.ts';

/**
 * Spearman's ρ: Pearson's correlation of the mid-ranks. Null with fewer than two values, or where all of x or all of y
 * are tied.
 * @see Spearman (1904), American Journal of Psychology 15, 72–101
 */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  return pearson(midRanks(x), midRanks(y));
}
