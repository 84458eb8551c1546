import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { type LiveCalibration, modelNames } from '../../../src/ranking/live/live-calibration.ts';
import {
  type LiveRequest,
  liveSteps,
  prepareLive,
} from '../../../src/ranking/live/prepare-live.ts';
import { recordedExaminees } from '../../../src/ranking/recorded-bank.ts';
import { MODELS, simulatedBank } from '../simulated-bank.ts';

const ITEMS = 300;
const bank = simulatedBank(MODELS, ITEMS);
const { actual } = recordedExaminees(bank);
const { parameters } = calibrate(bank.responses);
const calibration: LiveCalibration = {
  number: 3,
  parameters,
  range: { lowest: 0.1, highest: 0.9 },
  pool: ['Qwen', 'org/qwen-8b', 'qwen-8b'],
  others: [
    { number: 5, pool: ['other'] },
    { number: 4, pool: ['QWEN'] },
  ],
};
const REQUEST: LiveRequest = {
  bank,
  families: null,
  models: ['newcomer'],
  items: 50,
  strategy: 'paper' as const,
  lag: 1,
  seed: 1,
  leaveOut: [],
  isAskable: null,
  calibration,
};

function scoreOf(request: LiveRequest, row: number) {
  const [live] = prepareLive(request).tests;
  while (!live.isOver)
    for (const j of live.next(20)) live.record(j, bank.responses.scores[row * ITEMS + j]);
  return live.score()!;
}

describe.each(['paper', 'balanced'] as const)(
  '%s on parameters that were made before',
  (strategy) => {
    const request = { ...REQUEST, strategy };

    test('predicts scores without any recorded model', () => {
      const none = { ...bank.responses, examinees: [], scores: new Float32Array(0) };
      const bare = { ...request, bank: { ...bank, responses: none } };
      expect(liveSteps(bare)).toBe(0);
      expect(prepareLive(bare).recorded).toEqual([]);
      for (const row of [0, 5]) {
        const score = scoreOf(bare, row);
        expect(Math.abs(score.score - 100 * actual[row])).toBeLessThan(12);
        expect(score.verified).toBe(false);
        expect(score).toEqual(scoreOf(request, row));
      }
    });

    test('an ability on a bound of the session is told', () => {
      // As of a scale that tells nobody apart: every item far above, or below, whoever is ranked.
      const away = (by: number) => {
        const b = parameters.b.map((own) => own + by);
        return { ...request, calibration: { ...calibration, parameters: { ...parameters, b } } };
      };
      expect(scoreOf(away(20), 3)).toMatchObject({ ability: 6, atBound: 'highest' });
      expect(scoreOf(away(-20), 3)).toMatchObject({ ability: -6, atBound: 'lowest' });
      expect(scoreOf(request, 3).atBound).toBeNull();
    });

    test('a score beyond the models of the calibration sets off the alarm, and has an interval twice as wide', () => {
      const narrow = { ...calibration, range: { lowest: 0, highest: 0.01 } };
      const beyond = scoreOf({ ...request, calibration: narrow }, 3);
      const within = scoreOf(request, 3);
      expect(beyond).toMatchObject({ alarm: 'beyond', score: within.score });
      expect(within.alarm).toBeNull();
      expect(beyond.score - beyond.low).toBeCloseTo(2 * (within.score - within.low), 10);
      expect(beyond.high - beyond.score).toBeCloseTo(2 * (within.high - within.score), 10);
    });
  },
);

describe('a model of the pool is not ranked on its own calibration', () => {
  test.each([
    ['its name', 'qwen', [], 'qwen'],
    [
      'what its endpoint calls it',
      'mine',
      modelNames('mine', 'ORG/Qwen-8B').slice(1),
      'org/qwen-8b (called mine here)',
    ],
    [
      'that without whose it is',
      'mine',
      modelNames('mine', 'elsewhere/qwen-8b').slice(1),
      'qwen-8b (called mine here)',
    ],
  ])('by %s', (_, model, aliases, shown) => {
    const request = { ...REQUEST, models: ['newcomer', model], aliases: [['x'], aliases] };
    const refused = expect.objectContaining({
      code: 'CALIBRATION_OF_TESTED',
      details: { calibration: 3, models: [shown], others: model === 'qwen' ? [5] : [5, 4] },
    });
    expect(() => prepareLive(request)).toThrow(refused);
    // Before anything is asked or computed.
    expect(() => liveSteps(request)).toThrow(refused);
  });

  test('a name that only contains one of the pool is another model', () => {
    expect(prepareLive({ ...REQUEST, models: ['qwen-2'] }).tests).toHaveLength(1);
  });
});

test.each([
  ['robust', []],
  ['random', []],
  ['paper', [MODELS[0]]],
] as const)('--calibration with %s, leaving out %j, is refused', (strategy, leaveOut) => {
  const code = expect.objectContaining({ code: 'OPTIONS_CONFLICT' });
  expect(() => prepareLive({ ...REQUEST, strategy, leaveOut })).toThrow(code);
  expect(() => liveSteps({ ...REQUEST, strategy, leaveOut })).toThrow(code);
});
