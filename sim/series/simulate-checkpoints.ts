import type { RandomStream } from '../../src/random.ts';

/** What happens to a simulated training run on its way. */
export const COURSES = [
  'rise',
  'flat',
  'drop 1',
  'drop 2',
  'drop 5',
  'spike 10',
  'spike 20',
  'spike 30',
] as const;
export type Course = (typeof COURSES)[number];

/** Points that a planted regression takes, for good. */
const DROPS: Partial<Record<Course, number>> = { 'drop 1': 1, 'drop 2': 2, 'drop 5': 5 };
/** Share of the right answers that a spike of the loss takes, at one checkpoint. */
const SPIKES: Partial<Record<Course, number>> = {
  'spike 10': 0.1,
  'spike 20': 0.2,
  'spike 30': 0.3,
};
/** Probability that the answer to an item is for once that of the other model. */
const FLICKER = 0.05;

export interface SimulatedRun {
  /** By checkpoint: one score per item; NaN if one of the two models has none. */
  readonly rows: readonly Float64Array[];
  /** Where the regression or the spike is, from 0; null without one. */
  readonly at: number | null;
}

/**
 * Checkpoints of a run between two recorded relatives: items switch from the answers of the weaker to those of the stronger model, in
 * random order, as many at each checkpoint; at each checkpoint 5% of them are for once as the other model has them. `flat` stays half
 * way. A regression makes right answers wrong from a checkpoint on at which no item switches, and a spike at one checkpoint only.
 */
export function simulateCheckpoints(
  weaker: ArrayLike<number>,
  stronger: ArrayLike<number>,
  length: number,
  course: Course,
  random: RandomStream,
): SimulatedRun {
  const items = weaker.length;
  const when = Float64Array.from({ length: items }, () => random());
  const drop = DROPS[course];
  const spike = SPIKES[course];
  const isChanged = drop !== undefined || spike !== undefined;
  const at = isChanged ? 3 + Math.floor(random() * (length - 5)) : null;
  const lost = new Uint8Array(items);
  const rows = Array.from({ length }, (_, t) => {
    const passed = drop !== undefined && t >= at! ? t - 1 : t;
    const share = course === 'flat' ? 0.5 : passed / (length - 1);
    const row = Float64Array.from({ length: items }, (_, j) => {
      const isSwitched = when[j] < share !== random() < FLICKER;
      const both = weaker[j] + stronger[j];
      return Number.isNaN(both) ? Number.NaN : isSwitched ? stronger[j] : weaker[j];
    });
    if (t === at && drop !== undefined) plant(row, lost, drop / 100, random);
    return row
      .map((u) => (spike !== undefined && t === at && u > 0 && random() < spike ? 0 : u))
      .map((u, j) => (lost[j] === 1 && u > 0 ? 0 : u));
  });
  return { rows, at };
}

/** Chooses right answers that are lost, until the score falls by a share. */
function plant(row: Float64Array, lost: Uint8Array, share: number, random: RandomStream): void {
  const known = row.reduce((count, u) => count + Number(!Number.isNaN(u)), 0);
  const order = Array.from(row.keys()).filter((j) => row[j] > 0);
  let left = share * known;
  while (left > 0 && order.length > 0) {
    const [j] = order.splice(Math.floor(random() * order.length), 1);
    lost[j] = 1;
    left -= row[j];
  }
}
