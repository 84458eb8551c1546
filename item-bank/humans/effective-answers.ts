import { NORMAL_90 } from '../../src/statistics/normal-points.ts';
import type { WeightedMean } from '../../src/statistics/weighted-mean.ts';
import { student90 } from './student-90.ts';

/** The number of answers to one item whose mean m would have the variance V: m(1 − m)/V. Infinite where nothing differs. */
export function answersAlike(mean: number, variance: number): number {
  return variance === 0 ? Number.POSITIVE_INFINITY : (mean * (1 - mean)) / variance;
}

/** The same with Student's t in place of a normal error: times (z/t)². Null where the error is not known. */
export function effectiveAnswers({ value, se, degrees }: WeightedMean): number | null {
  return se === null || degrees === null ? null : answersAlike(value, se ** 2) * fewer(degrees);
}

/** (z/t)², below 1. */
export function fewer(degrees: number): number {
  return (NORMAL_90 / student90(degrees)) ** 2;
}
