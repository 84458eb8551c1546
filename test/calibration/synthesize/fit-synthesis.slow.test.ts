import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { SMALLEST_SPREAD } from '../../../calibration/fit/integrated/fit-integrated.ts';
import { designEffects } from '../../../calibration/synthesize/fit/design-effects.ts';
import { fitSynthesis } from '../../../calibration/synthesize/fit/fit-synthesis.ts';
import { leastSquares } from '../../../calibration/synthesize/fit/least-squares.ts';
import { LEVELS } from '../../../calibration/synthesize/fit/mode-effect.ts';
import {
  type SynthesisMatrix,
  speakerOf,
  synthesisMatrix,
} from '../../../calibration/synthesize/fit/synthesis-matrix.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import {
  sampledAnswers,
  synthesizedAnswers,
} from '../../../sim/synthesis/participants-of-population.ts';
import { simulatePopulation } from '../../../sim/synthesis/simulated-population.ts';
import { pickExaminees } from '../../../src/irt/responses.ts';
import { spearman } from '../../../src/statistics/spearman.ts';
import { simulateClusters } from './clusters.ts';
import { aloneOf, pairsOf } from './pool.ts';

const OPTIONS = { rung: '2pl', maxIterations: 40 } as const;

describe('the matrix of kept answers', () => {
  const participants = participantsOf([pairsOf(['a', 'b']), aloneOf(['a', 'b'])]);
  const answer = (call: string, item: string, score: number) => ({ call, item, score });

  test('has final answers of participants, their speakers, and missing ones', () => {
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
      generation: 'a',
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

  test('errors of b are right with shared generations, and equal those of independent examinees without', () => {
    const share = (copies: number) => {
      let [plain, own, all] = [0, 0, 0];
      for (const seed of ['1-cover']) {
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
      scaledOn: [0, 1, 2, 3, 4],
    });
    const { calibration, scale } = fitSynthesis(matrix, options);
    expect(scale).toMatchObject({ on: 'solo', isFloor: false });
    // What the two ways to the fixed point leave of it.
    const near = 0.02;
    solos.parameters.b.forEach((b, j) => {
      expect(Math.abs(calibration.parameters.b[j] - b)).toBeLessThan(near);
      expect(Math.abs(calibration.parameters.a[j] - solos.parameters.a[j])).toBeLessThan(near);
    });
  });

  test('the scale is that of the models alone, for any effect of reflection', () => {
    const { matrix } = simulateClusters('1-scale', { shift: 0.8, items: 400 });
    const { abilities, integrated } = fitSynthesis(matrix, OPTIONS).calibration;
    const own = matrix.speakers.flatMap(({ mode }, i) => (mode === 'solo' ? [abilities[i]] : []));
    const mean = own.reduce((sum, x) => sum + x, 0) / own.length;
    expect(mean).toBeCloseTo(0, 10);
    // The errors of estimation are taken off.
    const variance = own.reduce((sum, x) => sum + (x - mean) ** 2, 0) / own.length;
    const errors = integrated!.abilityErrors.filter((_, i) => matrix.speakers[i].mode === 'solo');
    const error = errors.reduce((sum, se) => sum + se * se, 0) / own.length;
    expect(variance - error).toBeCloseTo(1, 6);
    const alone = matrix.speakers.map((speaker) => ({ ...speaker, mode: 'reflected' as const }));
    expect(fitSynthesis({ ...matrix, speakers: alone }, OPTIONS).scale.on).toBe('all');
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
    sameGeneration: 0,
    sameCritic: 0,
    criticGenerates: 0,
  });
  expect([...effects.ofItem]).toEqual([1.5, 1, 1]);
  expect(effects.participants).toBe(3);
  expect(effects.effectiveParticipants).toBeCloseTo((4 / 1.5 + 2) / 2, 12);
});

test('a generator of many participants does not drown the others', () => {
  const many = [...Array(20).fill('a'), 'b', 'c', 'd', 'e'];
  const speakers = many.map((generator, i) => speakerOf({ id: `${i}`, generator, critic: null }));
  const responses = { examinees: many, items: ['x'], scores: new Float32Array(24) };
  const shared = { sameGeneration: 0, sameCritic: 0, criticGenerates: 0 };
  const { weights, effectiveParticipants } = designEffects(responses, speakers, {
    ...shared,
    sameGenerator: 0.8,
  });
  expect(weights[0]).toBeCloseTo(1 / (1 + 19 * 0.8), 6);
  expect(weights[23]).toBe(1);
  expect(effectiveParticipants).toBeCloseTo(20 / (1 + 19 * 0.8) + 4, 12);
});

test('further answers of one model do not make parameters worse', () => {
  const population = simulatePopulation('repeats', { items: 400, pool: 5, others: 0, heldOut: 0 });
  const solos = sampledAnswers(population, { steadiness: 0.7 }, 12);
  const rowsOf = (keep: (i: number) => boolean): SynthesisMatrix => {
    const rows = solos.speakers.flatMap((_, i) => (keep(i) ? [i] : []));
    return {
      responses: pickExaminees(solos.responses, rows),
      speakers: rows.map((i) => solos.speakers[i]),
      absent: [],
    };
  };
  const truth = population.items.map(({ b }) => b);
  const against = (matrix: SynthesisMatrix) =>
    spearman(fitSynthesis(matrix, OPTIONS).calibration.parameters.b, truth)!;
  const five = against(rowsOf((i) => i < 5));
  expect(against(rowsOf((i) => i < 5 || i % 5 === 0))).toBeGreaterThan(five - 0.01);
  expect(against(solos)).toBeGreaterThan(five + 0.03);
});

test('models of one strength are no unit: items keep their slopes, and it is said', () => {
  const abilities = new Map(['a', 'b', 'c', 'd', 'e'].map((id, i) => [id, 0.05 * (i - 2)]));
  const population = simulatePopulation('close', { items: 300, pool: 1, others: 0, heldOut: 0 });
  const matrix = synthesizedAnswers(
    { ...population, pool: abilities },
    { persuasion: 1, truth: 1 },
  );
  const { calibration, scale } = fitSynthesis(matrix, OPTIONS);
  expect(scale).toMatchObject({ on: 'solo', isFloor: true });
  expect(scale.spread).toBeLessThan(SMALLEST_SPREAD);
  const { a, b } = calibration.parameters;
  const meanLogA = a.reduce((sum, slope) => sum + Math.log(slope), 0) / a.length;
  // The unit is half a logit of an average item; expected curves are flatter.
  expect(Math.exp(meanLogA)).toBeGreaterThan(0.25);
  expect(Math.exp(meanLogA)).toBeLessThan(0.7);
  expect(Math.max(...b.map(Math.abs))).toBeLessThan(12);
});

describe('the mode effect', () => {
  test('is the shift of ability, at all levels of difficulty alike where there is but one', () => {
    const { matrix } = simulateClusters('1-mode', { items: 1200, shift: 0.8 });
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
      // A shift of ability is what was simulated: the fit expects what is seen.
      expect(Math.abs(level.share.mean - level.expected.mean)).toBeLessThan(0.03);
    }
  });

  test('does not come of levels by answers that the debate is made of', () => {
    // Whoever argues persuades whomever in half of all cases: reflection changes nothing on average, hard items or easy.
    const settings = { persuasion: 4, truth: 0, confidence: 0, eloquence: 0 };
    const sums = Array.from({ length: LEVELS }, () => 0);
    for (const seed of ['1-levels', '2-levels', '3-levels']) {
      const population = simulatePopulation(seed, { items: 500, pool: 5, others: 0, heldOut: 0 });
      const { levels } = fitSynthesis(synthesizedAnswers(population, settings), OPTIONS)
        .modeEffect!;
      levels.forEach(({ share }, l) => {
        sums[l] += (100 * share.mean) / 3;
      });
    }
    for (const points of sums) expect(Math.abs(points - sums[1])).toBeLessThan(2.5);
  });

  test('a pool of two has no others to tell levels by', () => {
    const { matrix } = simulateClusters('1-two', { generators: 2, items: 300 });
    const speakers = matrix.speakers.map((speaker) =>
      speaker.critic === null
        ? speaker
        : { ...speaker, critic: speaker.generator.startsWith('0') ? '1-generator' : '0-generator' },
    );
    expect(fitSynthesis({ ...matrix, speakers }, OPTIONS).modeEffect!.levels).toEqual([]);
  });

  test('is near 0 if reflection does nothing', () => {
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
  [2, 3].forEach((value, k) => {
    expect(found[k]).toBeCloseTo(value, 10);
  });
  // One that others make up is not known; one that is nowhere is 0.
  expect([found[2], found[3]]).toEqual([Number.NaN, 0]);
});
