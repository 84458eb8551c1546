import type { SeriesStudyDesign } from 'thetarank/study';

export const BANKS = ['cruxeval-o', 'swebench-verified', 'ikp', 'mmlu-pro'] as const;

export const CHECKPOINTS = 10;
/** Families of a bank that are simulated: the first ones by their place in it. */
export const MOST_FAMILIES = 8;
const SEED = 'series';

/** Items of a checkpoint: few, since ten checkpoints would otherwise ask all of the smaller banks. */
export const ITEMS = 50;

/** Lengths of the separate tests, in tests of a checkpoint. */
const TIMES = [1, 2, 3, 4];

/** @param size items of the bank */
export function designOf(size: number): SeriesStudyDesign {
  return {
    checkpoints: CHECKPOINTS,
    items: ITEMS,
    lengths: TIMES.map((times) => times * ITEMS).filter((length) => length < 0.8 * size),
    seed: SEED,
  };
}
