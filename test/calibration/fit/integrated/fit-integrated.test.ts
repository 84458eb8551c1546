import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../../calibration/fit/calibrate.ts';
import { probability } from '../../../../src/irt/probability.ts';
import { IS_ALL, repetitions } from '../../../repetitions.ts';
import { matrixOf, moments, rmse, simulate, standardised } from '../../simulated.ts';

describe('abilities', () => {
  // The items of 30 examinees are poorly known. Modes of items given abilities miss them by twice their error here.
  const seeds = ['one', 'two', 'three'].slice(0, repetitions(3, 1));
  test.each(seeds)('err as much as their standard errors say (%s)', (seed) => {
    const { matrix, abilities } = simulate(seed, 30, 1500);
    const fit = calibrate(matrix, { mode: 'integrated' });
    const error = rmse(fit.abilities, standardised(abilities));
    const promised = moments(fit.integrated!.abilityErrors).mean;
    expect(error / promised).toBeGreaterThan(0.7);
    expect(error / promised).toBeLessThan(1.3);
  });

  const sizes = [
    [12, 0.09],
    [30, 0.12],
    [60, 0.12],
  ];
  test.runIf(IS_ALL).each(sizes)(
    'guessing is not lost: %i examinees × 3000 items',
    (examinees, least) => {
      const { matrix } = simulate('guessing', examinees, 3000);
      const [prior] = calibrate(matrix, { mode: 'integrated' }).priors.groups;
      const learned = 1 / (1 + Math.exp(-prior.meanLogitC));
      // The truth is uniform on [0.05, 0.25]: its mean logit is that of 0.138.
      expect(learned).toBeGreaterThan(least);
      expect(learned).toBeLessThan(0.18);
    },
  );

  test('one examinee with every answer right does not take the unit of the scale', () => {
    const count = 200;
    const { matrix } = simulate('perfect', 15, count);
    const alone = calibrate(matrix, { mode: 'integrated' });
    const joined = calibrate(
      matrixOf(16, count, (i, j) => (i === 15 ? 1 : matrix.scores[i * count + j])),
      { mode: 'integrated' },
    );
    expect(joined.parameters).toEqual(alone.parameters);
    expect(Array.from(joined.abilities.subarray(0, 15))).toEqual(Array.from(alone.abilities));
    expect(joined.abilities[15]).toBeGreaterThan(Math.max(...alone.abilities));
    expect(joined.integrated!.abilityErrors[15]).toBeGreaterThan(0.1);
  });

  test.runIf(IS_ALL)(
    'the order of many items does not matter, even if every k-th is the hardest',
    () => {
      const { matrix, items } = simulate('order', 20, 4800);
      const byDifficulty = Array.from(items.b.keys()).sort((j, k) => items.b[k] - items.b[j]);
      // The hardest third at every third place.
      const order = byDifficulty.map((_, k) => byDifficulty[(k % 3) * 1600 + Math.floor(k / 3)]);
      const options = { mode: 'integrated', rung: '2pl' } as const;
      const fit = calibrate(matrix, options);
      const other = calibrate(
        matrixOf(20, 4800, (i, j) => matrix.scores[i * 4800 + order[j]]),
        options,
      );
      expect(other.converged && fit.converged).toBe(true);
      expect(rmse(other.abilities, fit.abilities)).toBeLessThan(2e-3);
      expect(
        rmse(
          other.parameters.b,
          order.map((j) => fit.parameters.b[j]),
        ),
      ).toBeLessThan(0.01);
    },
  );
});

describe('guessing that is given', () => {
  const { matrix } = simulate('given', 12, 300);

  test('of 0 is a model without', () => {
    const fit = calibrate(matrix, { mode: 'integrated', guessing: 0 });
    expect(fit.rung).toBe('2pl');
    expect(fit.parameters.c.every((c) => c === 0)).toBe(true);
  });

  test('stays the prior mean, at any value', () => {
    const { priors } = calibrate(matrix, { mode: 'integrated', guessing: 0.6 });
    expect(1 / (1 + Math.exp(-priors.groups[0].meanLogitC))).toBeCloseTo(0.6, 10);
  });

  test.each([-0.1, 1, Number.NaN])('outside [0, 1) is refused: %d', (guessing) => {
    expect(() => calibrate(matrix, { guessing })).toThrow(/guessing/);
  });
});

describe('expected curves', () => {
  const { matrix } = simulate('curves', 15, 600);
  const { parameters, integrated } = calibrate(matrix, { mode: 'integrated' });
  const items = integrated!.items;

  test('follow P̄ in the range of abilities, and are flatter than the curve at the mean', () => {
    for (const j of [0, 100, 599]) {
      const { a, b, c } = parameters;
      for (const theta of [-2, -1, 0, 1, 2]) {
        let expected = 0;
        for (let q = items.nodes * j; q < items.nodes * (j + 1); q++) {
          const p = probability(
            theta,
            items.nodeA[q],
            -items.nodeDelta[q] / items.nodeA[q],
            items.nodeC[q],
            1,
          );
          expected += items.weight[q] * p;
        }
        expect(Math.abs(probability(theta, a[j], b[j], c[j], 1) - expected)).toBeLessThan(0.02);
      }
    }
    const ratio = parameters.a.map((a, j) => a / Math.exp(items.logA[j]));
    expect(moments(ratio).mean).toBeLessThan(0.99);
  });
});

describe('item groups', () => {
  // The first half of the items is hard and flat, the second easy and steep.
  const half = 400;
  const { abilities, items } = simulate('groups', 25, 2 * half);
  const shifted = matrixOf(25, 2 * half, (i, j) => {
    const easy = j >= half;
    const p = probability(
      abilities[i],
      items.a[j] * (easy ? 1.6 : 0.7),
      items.b[j] + (easy ? -1 : 1),
      0,
      1,
    );
    // One draw a cell, the same whatever the group.
    return ((i * 7919 + j * 104_729) % 1009) / 1009 < p ? 1 : 0;
  });
  const groups = Array.from({ length: 2 * half }, (_, j) => (j < half ? 0 : 1));
  const fit = calibrate(shifted, { mode: 'integrated', rung: '2pl', itemGroups: groups });

  test('have priors of their own', () => {
    const [hard, easy] = fit.priors.groups;
    expect(easy.meanLogA - hard.meanLogA).toBeGreaterThan(0.4);
    expect(easy.meanDelta - hard.meanDelta).toBeGreaterThan(1.5);
  });

  test('that are small lean on the whole bank', () => {
    const few = groups.map((_, j) => (j === 0 ? 1 : 0));
    const { priors } = calibrate(shifted, { mode: 'integrated', rung: '2pl', itemGroups: few });
    const [all, one] = priors.groups;
    expect(Math.abs(one.meanDelta - all.meanDelta)).toBeLessThan(0.5);
    expect(one.sdDelta / all.sdDelta).toBeGreaterThan(0.7);
  });

  test('of one are no groups', () => {
    const plain = calibrate(shifted, { mode: 'integrated', rung: '2pl' });
    const one = calibrate(shifted, {
      mode: 'integrated',
      rung: '2pl',
      itemGroups: new Int32Array(2 * half),
    });
    expect(one.parameters).toEqual(plain.parameters);
  });
});
