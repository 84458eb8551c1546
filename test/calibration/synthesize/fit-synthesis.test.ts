import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { designEffects } from '../../../calibration/synthesize/fit/design-effects.ts';
import { fitSynthesis } from '../../../calibration/synthesize/fit/fit-synthesis.ts';
import { leastSquares } from '../../../calibration/synthesize/fit/least-squares.ts';
import { LEVELS } from '../../../calibration/synthesize/fit/mode-effect.ts';
import { synthesisMatrix } from '../../../calibration/synthesize/fit/synthesis-matrix.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { pickExaminees } from '../../../src/irt/responses.ts';
import { simulateClusters } from './clusters.ts';
import { aloneOf, pairsOf } from './pool.ts';

const OPTIONS = { rung: '2pl', maxIterations: 40 } as const;

describe('the matrix of kept answers', () => {
  const participants = participantsOf([pairsOf(['a', 'b']), aloneOf(['a', 'b'])]);
  const answer = (call: string, item: string, score: number) => ({ call, item, score });

  test('has final answers of participants, who says what, and who is missing', () => {
    const { responses, speakers, absent } = synthesisMatrix(
      participants,
      ['x', 'y'],
      [
        answer('a', 'y', 1),
        answer('a > b', 'y', 0),
        answer('a > b > a', 'x', 0.5),
        answer('b > a > b', 'x', 0),
      ],
    );
    expect(responses.examinees).toEqual(['a > b > a', 'b > a > b', 'a']);
    expect([...responses.scores]).toEqual([0.5, Number.NaN, 0, Number.NaN, Number.NaN, 1]);
    expect(speakers[0]).toEqual({
      id: 'a > b > a',
      generator: 'a',
      critic: 'b',
      mode: 'reflected',
    });
    expect(speakers[2]).toMatchObject({ generator: 'a', critic: null, mode: 'solo' });
    expect(absent).toEqual(['b']);
  });

  test.each([
    ['ITEM_UNKNOWN', [answer('a', 'z', 1)]],
    ['OPTION_INVALID', [answer('a', 'x', 1.5)]],
    ['OPTION_INVALID', [answer('a', 'x', 1), answer('a', 'x', 1)]],
  ])('%s', (code, answers) => {
    expect(() => synthesisMatrix(participants, ['x', 'y'], answers)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

describe('participants of one generator', () => {
  // Two agree as residuals of correlation copies² do; five of them have the design effect 1 + 4 copies².
  test.each([
    [0, 1, 0.1],
    [0.4, 1.64, 0.25],
    [0.5, 2, 0.3],
    [1, 5, 1e-6],
  ])('of which a share %f is copied have a design effect near %f', (copies, truth, within) => {
    const { matrix } = simulateClusters('1-deff', { copies, items: 500 });
    const found = fitSynthesis(matrix, OPTIONS).designEffects;
    expect(Math.abs(found.designEffect - truth)).toBeLessThan(within);
    expect(found.participants).toBe(25);
    expect(found.effectiveParticipants).toBeCloseTo(25 / found.designEffect, 10);
  });

  test('independent ones of unequal ability have none', () => {
    const { matrix } = simulateClusters('1-unequal', { common: false });
    const { dependence, designEffects: effects } = fitSynthesis(matrix, OPTIONS);
    expect(Math.abs(dependence.sameGenerator)).toBeLessThan(0.02);
    expect(effects.designEffect).toBeLessThan(1.08);
  });

  test('errors of b hold where those of independent examinees do not, and are those where nothing is shared', () => {
    const share = (copies: number) => {
      let [plain, own, all] = [0, 0, 0];
      for (const seed of ['1-cover', '2-cover']) {
        const { matrix, b, solo } = simulateClusters(seed, { copies, items: 600, common: false });
        const independent = calibrate(matrix.responses, { ...OPTIONS, mode: 'integrated' });
        const { calibration } = fitSynthesis(matrix, OPTIONS);
        b.forEach((truth, j) => {
          all++;
          const holds = (fit: typeof calibration, true_: number) =>
            Math.abs(fit.parameters.b[j] - true_) < 1.96 * fit.standardErrors.b[j];
          if (holds(independent, truth)) plain++;
          if (holds(calibration, solo[j])) own++;
        });
      }
      return { plain: plain / all, own: own / all };
    };
    const [none, half] = [share(0), share(0.7)];
    expect(none.own).toBeGreaterThan(0.93);
    expect(Math.abs(none.own - none.plain)).toBeLessThan(0.02);
    expect(half.plain).toBeLessThan(0.91);
    expect(half.own).toBeGreaterThan(0.93);
    expect(half.own).toBeLessThan(0.985);
  });

  test('that say the same count as one examinee each: the calibration is that of the models alone', () => {
    const { matrix } = simulateClusters('1-equal', { copies: 1, items: 300 });
    const alone = matrix.speakers.flatMap(({ mode }, i) => (mode === 'solo' ? [i] : []));
    const options = { ...OPTIONS, maxIterations: 200, tolerance: 1e-4 } as const;
    const solos = calibrate(pickExaminees(matrix.responses, alone), {
      ...options,
      mode: 'integrated',
    });
    const { calibration, scaledOn } = fitSynthesis(matrix, options);
    expect(scaledOn).toBe('solo');
    // What the two ways to the fixed point leave of it.
    const near = 0.02;
    solos.parameters.b.forEach((b, j) => {
      expect(Math.abs(calibration.parameters.b[j] - b)).toBeLessThan(near);
      expect(Math.abs(calibration.parameters.a[j] - solos.parameters.a[j])).toBeLessThan(near);
    });
  });

  test('the scale is that of the models alone, whatever reflection does', () => {
    const { matrix } = simulateClusters('1-scale', { shift: 0.8, items: 400 });
    const { abilities } = fitSynthesis(matrix, OPTIONS).calibration;
    const own = matrix.speakers.flatMap(({ mode }, i) => (mode === 'solo' ? [abilities[i]] : []));
    const mean = own.reduce((sum, x) => sum + x, 0) / own.length;
    expect(mean).toBeCloseTo(0, 10);
    expect(own.reduce((sum, x) => sum + (x - mean) ** 2, 0) / own.length).toBeCloseTo(1, 10);
    const alone = matrix.speakers.map((speaker) => ({ ...speaker, mode: 'reflected' as const }));
    expect(fitSynthesis({ ...matrix, speakers: alone }, OPTIONS).scaledOn).toBe('all');
  });
});

test('an item is as dependent as the participants it met', () => {
  const { matrix } = simulateClusters('1-sparse', { items: 3, generators: 2, each: 2 });
  const scores = Float32Array.from(matrix.responses.scores);
  // Item 0: all four. Item 1: one of each generator. Item 2: nobody.
  for (const [i, j] of [
    [1, 1],
    [3, 1],
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 2],
  ])
    scores[i * 3 + j] = Number.NaN;
  const effects = designEffects({ ...matrix.responses, scores }, matrix.speakers, {
    sameGenerator: 0.5,
    sameCritic: 0,
    criticGenerates: 0,
  });
  expect([...effects.ofItem]).toEqual([1.5, 1, 1]);
  expect(effects.participants).toBe(3);
  expect(effects.effectiveParticipants).toBeCloseTo((4 / 1.5 + 2) / 2, 12);
});

describe('the mode effect', () => {
  test('is the shift of ability, at all levels of difficulty alike where there is but one', () => {
    const { matrix } = simulateClusters('1-mode', { items: 2000, shift: 0.8 });
    const { calibration, modeEffect } = fitSynthesis(matrix, OPTIONS);
    const { abilities } = calibration;
    const { shift, levels } = modeEffect!;
    // One unit of the calibration is the spread of the participants.
    const own = matrix.speakers.map((_, i) =>
      i % 5 === 0 ? null : abilities[i] - abilities[i - (i % 5)],
    );
    const mean = own.reduce<number>((sum, x) => sum + (x ?? 0), 0) / 20;
    expect(shift.mean).toBeCloseTo(mean, 10);
    expect(shift.generators).toBe(5);
    expect(levels).toHaveLength(LEVELS);
    for (const level of levels) {
      expect(level.share.mean).toBeGreaterThan(0.03);
      expect(Math.abs(level.shift.mean - shift.mean)).toBeLessThan(4 * level.shift.se! + 0.05);
    }
  });

  test('is near 0 where reflection does nothing', () => {
    const { matrix } = simulateClusters('1-no-mode', { items: 1000 });
    const { shift, levels } = fitSynthesis(matrix, OPTIONS).modeEffect!;
    expect(Math.abs(shift.mean)).toBeLessThan(0.15);
    for (const { share } of levels) expect(Math.abs(share.mean)).toBeLessThan(0.04);
  });
});

test('least squares passes over columns that others make up', () => {
  const x = Float64Array.from([1, 2, 3, 4]);
  const ones = new Float64Array(4).fill(1);
  const y = x.map((value) => 2 + 3 * value);
  const weights = Float64Array.from([1, 2, 1, 5]);
  const found = leastSquares([ones, x, x.map((v) => v + 1), new Float64Array(4)], y, weights);
  [2, 3, 0, 0].forEach((value, k) => {
    expect(found[k]).toBeCloseTo(value, 10);
  });
});
