import { describe, expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { designPrecision } from '../../../calibration/synthesize/design-precision.ts';
import { meanInformation } from '../../../calibration/synthesize/mean-information.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { designOf } from '../../../calibration/synthesize/synthesis-design.ts';
import { aloneOf, PAPER } from './pool.ts';

const plan = synthesisPlan(participantsOf(PAPER));

describe('precision', () => {
  test.each([
    [1, 0, 0],
    [2.5, 1.5, 0],
    [1.2, -2, 0.25],
  ])('mean information of a = %d, b = %d, c = %d is that of a slow integral', (a, b, c) => {
    const p = (theta: number, at: number) => c + (1 - c) / (1 + Math.exp(-a * (theta - at)));
    const h = 1e-4;
    let sum = 0;
    for (let theta = -9; theta < 9; theta += 1e-3) {
      const slope = (p(theta, b + h) - p(theta, b - h)) / (2 * h);
      const right = p(theta, b);
      sum += (slope ** 2 / (right * (1 - right))) * Math.exp(-(theta ** 2) / 2) * 1e-3;
    }
    // The difference quotient is good to h² = 1e-8.
    expect(meanInformation(a, b, c)).toBeCloseTo(sum / Math.sqrt(2 * Math.PI), 7);
  });

  test('a flat item has a²/4', () => {
    expect(meanInformation(1e-3, 0) / (1e-6 / 4)).toBeCloseTo(1, 5);
  });

  test('a quarter of the participants doubles the standard error', () => {
    const solo = synthesisPlan(participantsOf([aloneOf('abcdefgh'.split(''))]));
    const precision = designPrecision(solo, designOf({ participantsPerItem: 2 }, 8, 40, 1));
    expect(precision.loss).toBeCloseTo(1, 12);
    expect(precision.effectiveParticipants).toBeCloseTo(2, 12);
    expect(precision.completeStandardError).toBeCloseTo(
      1 / Math.sqrt(8 * meanInformation(1, 0)),
      12,
    );
  });

  test('participants that share a generation count as one if their errors are the same', () => {
    const complete = designOf('complete', 25, 10, 1);
    expect(designPrecision(plan, complete).completeEffectiveParticipants).toBe(25);
    const same = designPrecision(plan, complete, { correlation: 1 });
    expect(same.effectiveParticipants).toBeCloseTo(5, 12);
    expect(same.loss).toBe(0);
    // Clusters of 5 with half the variance in common: 25 / (1 + 4 · 0.5).
    const half = designPrecision(plan, complete, { correlation: 0.5 });
    expect(half.effectiveParticipants).toBeCloseTo(25 / 3, 12);
    // Incomplete designs spread an item's participants over the generators: less is lost than without correlation.
    const sparse = designOf({ participantsPerItem: 8 }, 25, 500, 1);
    expect(designPrecision(plan, sparse, { correlation: 0.5 }).loss).toBeLessThan(
      designPrecision(plan, sparse).loss,
    );
  });
});
