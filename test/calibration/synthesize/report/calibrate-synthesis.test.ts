import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../../calibration/fit/calibrate.ts';
import { fitSynthesis } from '../../../../calibration/synthesize/fit/fit-synthesis.ts';
import { abilitySpread } from '../../../../calibration/synthesize/report/ability-spread.ts';
import { calibrateSynthesis } from '../../../../calibration/synthesize/report/calibrate-synthesis.ts';
import { persuasionOfPairs } from '../../../../calibration/synthesize/report/persuasion.ts';
import { synthesisReport } from '../../../../calibration/synthesize/report/synthesis-report.ts';
import { pickExaminees } from '../../../../src/irt/responses.ts';
import { simulateClusters } from '../clusters.ts';

const RUNG = { rung: '2pl' } as const;

describe('who the examinees are', () => {
  const { matrix } = simulateClusters('together', { items: 200, copies: 0.9 });
  const solos = pickExaminees(matrix.responses, [0, 5, 10, 15, 20]);

  test('participants as fitSynthesis counts them', () => {
    const own = calibrateSynthesis(matrix, { by: 'participants', ...RUNG });
    expect(own.calibration.parameters).toEqual(fitSynthesis(matrix, RUNG).calibration.parameters);
    expect(own.examinees).toBe(matrix.responses);
  });

  test('the models alone, beside the fit by participants', () => {
    const own = calibrateSynthesis(matrix, { by: 'solos', ...RUNG });
    const { parameters } = calibrate(solos, { ...RUNG, mode: 'integrated' });
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
  const { matrix } = simulateClusters('alike', { items: 200, copies: 0.9 });
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
});

test('the spread has the error of the jackknife over generators', () => {
  const speakers = [0, 0, 1, 1, 2, 2].map((g, i) => ({
    ...{ id: `${i}`, generator: `${g}`, critic: 'x', mode: 'reflected' as const },
  }));
  const abilities = [-1, -1, 0, 0, 2, 2];
  // By hand: of [0, 0, 2, 2], [−1, −1, 2, 2], [−1, −1, 0, 0].
  const without = [4 / 3, 3, 1 / 3].map(Math.sqrt);
  const mean = (without[0] + without[1] + without[2]) / 3;
  const se = Math.sqrt((2 / 3) * without.reduce((sum, s) => sum + (s - mean) ** 2, 0));
  const spread = abilitySpread(speakers, abilities, 'reflected')!;
  expect(spread.se).toBeCloseTo(se, 12);
  expect(spread.sd).toBeCloseTo(Math.sqrt((10 - 6 * (1 / 3) ** 2) / 5), 12);
  expect(abilitySpread(speakers, abilities, 'solo')).toBeNull();
});
