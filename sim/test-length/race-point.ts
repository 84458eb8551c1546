import { halfWidth } from '../../src/statistics/confidence-sequence.ts';
import { Moments } from './moments.ts';
import type { Goal } from './target.ts';

/** The status of a length: it reaches all targets, it misses one, or neither is certain yet. */
export type TargetStatus = 'reaches' | 'misses' | 'open';

/** The permitted error probabilities of the statuses of one length, for both sides of an interval together. */
export interface ErrorRates {
  /** For every target, for `reaches`: an error needs only one wrong target, the one that is missed. */
  readonly reaches: number;
  /** Of every target, for `misses`. */
  readonly misses: number;
  /** Of the confidence sequences: see halfWidth. */
  readonly prior: number;
}

/** The replications so far at one length. */
export class RacePoint {
  readonly length: number;
  readonly #goals: readonly Goal[];
  /** One entry per target. */
  readonly moments: readonly Moments[];

  constructor(length: number, goals: readonly Goal[]) {
    this.length = length;
    this.#goals = goals;
    this.moments = goals.map(() => new Moments());
  }

  get count(): number {
    return this.moments[0].count;
  }

  /** @param values of one replication, one per target */
  add(values: readonly number[]): void {
    this.moments.forEach((moments, k) => {
      moments.add(values[k]);
    });
  }

  /** Half the width of the confidence sequence of a target. */
  halfWidth(target: number, alpha: number, prior: number): number {
    const { count, variance } = this.moments[target];
    return halfWidth(count, Math.max(variance, this.#goals[target].leastVariance), alpha, prior);
  }

  status(rates: ErrorRates): TargetStatus {
    let all = true;
    for (const [k, { low, high }] of this.#goals.entries()) {
      const { mean } = this.moments[k];
      const unsure = this.halfWidth(k, rates.misses, rates.prior);
      if (mean + unsure < low || mean - unsure > high) return 'misses';
      const sure = this.halfWidth(k, rates.reaches, rates.prior);
      all &&= mean - sure >= low && mean + sure <= high;
    }
    return all ? 'reaches' : 'open';
  }

  /** Whether the present means reach all targets. */
  get seemsToReach(): boolean {
    return this.#goals.every(({ low, high }, k) => {
      const { mean } = this.moments[k];
      return mean >= low && mean <= high;
    });
  }
}
