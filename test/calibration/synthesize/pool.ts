import type { ParticipantGroup } from '../../../calibration/synthesize/configuration.ts';

const FIVE = ['a', 'b', 'c', 'd', 'e'];
const own = { temperatures: [null], variants: ['cot'], repeats: 1 } as const;

/** All ordered pairs of the models. */
export function pairsOf(
  names: readonly string[],
  rounds: readonly number[] = [1],
): ParticipantGroup {
  const pairs = names.flatMap((x) => names.filter((y) => y !== x).map((y) => [x, y] as const));
  return { pairs, rounds, ...own };
}

/** Each of the models alone. */
export function aloneOf(names: readonly string[]): ParticipantGroup {
  return { pairs: names.map((name) => [name, null] as const), rounds: [0], ...own };
}

/** The participants of the paper, and each model alone: 25. */
export const PAPER = [pairsOf(FIVE), aloneOf(FIVE)];
