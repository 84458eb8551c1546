import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../../calibration/fit/calibrate.ts';
import { fitSynthesis } from '../../../../calibration/synthesize/fit/fit-synthesis.ts';
import { calibrateSynthesis } from '../../../../calibration/synthesize/report/calibrate-synthesis.ts';
import { calibrationWarnings } from '../../../../calibration/synthesize/report/calibration-warnings.ts';
import { itemsToCheck } from '../../../../calibration/synthesize/report/items-to-check.ts';
import { persuasionOfPairs } from '../../../../calibration/synthesize/report/persuasion.ts';
import { spreadRatio } from '../../../../calibration/synthesize/report/spread-ratio.ts';
import { synthesisReport } from '../../../../calibration/synthesize/report/synthesis-report.ts';
import { synthesizedAnswers } from '../../../../sim/synthesis/participants-of-population.ts';
import { simulatePopulation } from '../../../../sim/synthesis/simulated-population.ts';
import { pickExaminees } from '../../../../src/irt/responses.ts';
import { randomStream, shuffle } from '../../../../src/random.ts';
import { IS_ALL } from '../../../repetitions.ts';
import { simulateClusters } from '../clusters.ts';

const RUNG = { rung: '2pl' } as const;

describe('the examinees', () => {
  const { matrix } = simulateClusters('together', { items: 80, copies: 0.9 });
  const solos = pickExaminees(matrix.responses, [0, 5, 10, 15, 20]);

  test('participants as fitSynthesis counts them', () => {
    const own = calibrateSynthesis(matrix, { by: 'participants', ...RUNG });
    expect(own.calibration.parameters).toEqual(fitSynthesis(matrix, RUNG).calibration.parameters);
    expect(own.examinees).toBe(matrix.responses);
  });

  test('the models alone, beside the fit by participants', () => {
    const own = calibrateSynthesis(matrix, { by: 'solos', ...RUNG });
    const { parameters } = calibrate(solos, {
      ...RUNG,
      mode: 'integrated',
      scaledOn: [0, 1, 2, 3, 4],
    });
    expect(own.examinees).toEqual(solos);
    expect(own.calibration.parameters).toEqual(parameters);
    expect(own.fit.designEffects.designEffect).toBeGreaterThan(2);
  });

  test('one generator is no scale, nor one model alone', () => {
    const code = expect.objectContaining({ code: 'TOO_FEW_EXAMINEES' });
    const { matrix: one } = simulateClusters('one', { items: 50, generators: 1 });
    expect(() => calibrateSynthesis(one, { by: 'participants' })).toThrow(code);
    const speakers = matrix.speakers.map((s) => ({ ...s, mode: 'reflected' as const }));
    expect(() => calibrateSynthesis({ ...matrix, speakers }, { by: 'solos' })).toThrow(code);
  });
});

test('the report counts items that all answered alike, and pairs over their participants', () => {
  const { matrix } = simulateClusters('alike', { items: 80, copies: 0.9 });
  const { scores, items } = matrix.responses;
  const width = items.length;
  for (let k = 0; k < scores.length; k++) {
    if (k % width === 3) scores[k] = 1;
    if (k % width === 4 || k % width === 5) scores[k] = 0;
  }
  const before = { right: 0, wrong: 0 };
  for (let j = 0; j < width; j++) {
    const own = matrix.speakers.map((_, i) => scores[i * width + j]);
    if (own.every((u) => u === 1)) before.right++;
    if (own.every((u) => u === 0)) before.wrong++;
  }
  const debate = { changed: 0.25, wrongToRight: 3, rightToWrong: 1 };
  const pair = { generator: 'g', critic: 'c', answers: 40, debate };
  const more = { ...pair, answers: 120, debate: { ...debate, changed: 0.05 } };
  const participants = [pair, { ...pair, critic: null, debate: null }, more];
  const report = synthesisReport(
    matrix,
    calibrateSynthesis(matrix, { by: 'participants', ...RUNG }),
    participants,
  );
  expect(report.alike).toEqual(before);
  expect(before.wrong).toBeGreaterThanOrEqual(2);
  expect(report.persuasion).toEqual(persuasionOfPairs(participants));
  const [{ changed, ...counts }] = report.persuasion;
  expect(counts).toEqual({ generator: 'g', critic: 'c', answers: 160, rightly: 6, wrongly: 2 });
  expect(changed).toBeCloseTo(0.1, 12);
  expect(report.reliability).toBeGreaterThan(0.7);
  expect(report.reliability).toBeLessThan(1);
  expect(report.warnings).toEqual([]);
});

describe('the spread of reflections beside that of the models alone', () => {
  const speakers = [0, 1, 2].flatMap((g) =>
    (['solo', 'reflected', 'reflected'] as const).map((mode, i) => ({
      id: `${g} ${i}`,
      generator: `${g}`,
      generation: `${g}`,
      critic: mode === 'solo' ? null : 'x',
      mode,
    })),
  );

  test('is 1 if a debate changes no ability, on any scale and for any numbers of participants', () => {
    const more = [...speakers, { ...speakers[8], id: 'more' }];
    const own = spreadRatio(more, [-1, -1, -1, 0, 0, 0, 2, 2, 2, 2])!;
    expect(own.ratio).toBeCloseTo(1, 12);
    expect(own.se).toBeCloseTo(0, 12);
    const shrunk = spreadRatio(more, [-1, 0, 0, 0, 0.5, 0.5, 2, 1.5, 1.5, 1.5])!;
    expect(shrunk.ratio).toBeCloseTo(0.5, 12);
  });

  test('has the error of the jackknife over generators', () => {
    const abilities = [-1, 0, 0, 0, 1, 1, 2, 0, 0];
    // By hand: variances of [0, 0, 1, 1, 0, 0] and [−1, 0, 2], then without each generator.
    const without = [0.25 / 1, 0 / 2.25, 0.25 / 0.25].map(Math.sqrt);
    const mean = (without[0] + without[1] + without[2]) / 3;
    const se = Math.sqrt((2 / 3) * without.reduce((sum, s) => sum + (s - mean) ** 2, 0));
    const own = spreadRatio(speakers, abilities)!;
    expect(own.ratio).toBeCloseTo(Math.sqrt(2 / 9 / (14 / 9)), 12);
    expect(own.se).toBeCloseTo(se, 12);
    expect(own.generators).toBe(3);
  });

  test('is not known of pairs only, nor its error of two generators', () => {
    const pairs = speakers.filter(({ mode }) => mode === 'reflected');
    expect(
      spreadRatio(
        pairs,
        pairs.map((_, i) => i),
      ),
    ).toBeNull();
    expect(spreadRatio(speakers.slice(0, 6), [-1, 0, 0, 0, 1, 1])).toEqual({
      ratio: 1,
      se: null,
      generators: 2,
    });
  });
});

describe('items to look at first', () => {
  const ITEMS = 400;
  /** A synthesis of five simulated models with 5% of the keys flipped, and how many of the first so many items are such. */
  function flippedFirst(seed: number, first: number): number {
    const population = simulatePopulation(`${seed}-fit`, {
      items: ITEMS,
      pool: 5,
      others: 0,
      heldOut: 0,
    });
    const { responses, ...whole } = synthesizedAnswers(population, {});
    const order = shuffle(
      Int32Array.from({ length: ITEMS }, (_, j) => j),
      randomStream('flip', seed),
    );
    const flipped = new Set(order.subarray(0, ITEMS / 20));
    const scores = responses.scores.map((u, k) => (flipped.has(k % ITEMS) ? 1 - u : u));
    const matrix = { ...whole, responses: { ...responses, scores } };
    const own = itemsToCheck(matrix, calibrateSynthesis(matrix, { by: 'participants' }));
    return own.first
      .slice(0, first)
      .filter(({ item }) => flipped.has(responses.items.indexOf(item))).length;
  }

  test.runIf(IS_ALL)('have wrong keys among them, far more than by chance', () => {
    const banks = 3;
    const counts = Array.from({ length: banks }, (_, seed) => flippedFirst(seed, 20));
    // By chance 1 of 20 each. 30 seeds of a study gave 6 on average, with a standard deviation of 2: the bound is two errors of the mean below.
    const bound = 6 - (2 * 2) / Math.sqrt(banks);
    expect(counts.reduce((sum, n) => sum + n, 0) / banks).toBeGreaterThan(bound);
  });

  test('are items with answers that are right or wrong, lowest correlation first', () => {
    const { matrix } = simulateClusters('in part', { items: 200 });
    matrix.responses.scores[2] = 0.25;
    const own = itemsToCheck(matrix, calibrateSynthesis(matrix, { by: 'participants', ...RUNG }));
    expect(own.inPart).toBe(1);
    expect(own.items).toBeLessThanOrEqual(199);
    expect(own.first).toHaveLength(50);
    expect(own.first.map(({ item }) => item)).not.toContain(matrix.responses.items[2]);
    const correlations = own.first.map(({ correlation }) => correlation);
    expect(correlations).toEqual(correlations.toSorted((x, y) => x - y));
  });
});

test('a scale that tells nobody apart, and a fit that did not settle, are warned of', () => {
  const scale = { spread: 1, isFloor: false };
  const good = { converged: true, iterations: 12, reliability: 0.9, scale };
  expect(calibrationWarnings(good)).toEqual([]);
  expect(calibrationWarnings({ ...good, reliability: null })).toEqual([]);
  expect(calibrationWarnings({ ...good, reliability: 0.49 })).toEqual([
    expect.stringContaining('reliability of the scale is 0.49'),
  ]);
  const close = { spread: 0.2, isFloor: true };
  expect(calibrationWarnings({ ...good, scale: close })).toEqual([
    expect.stringContaining('standard deviation of 0.20 logits'),
  ]);
  expect(calibrationWarnings({ ...good, converged: false, reliability: 0 })).toHaveLength(2);
});
