import { describe, expect, test } from 'vitest';
import { calibrate } from '../../calibration/fit/calibrate.ts';
import { agreement } from '../../src/ranking/agreement.ts';
import { rankRecorded } from '../../src/ranking/rank-recorded.ts';
import {
  RANK_STRATEGIES,
  type RankRequest,
  rankSteps,
} from '../../src/ranking/recorded/rank-request.ts';
import { type RecordedBank, recordedExaminees } from '../../src/ranking/recorded-bank.ts';
import { failureOf } from '../files/temporary.ts';
import { FIXTURE_CACHE, fixtureBank } from '../fixtures/bank/bank.ts';
import { MODELS, simulatedBank, withHalves, withScores } from './simulated-bank.ts';

/** Answers to a fiftieth of the items are missing. */
const bankOf = (items: number, models?: readonly string[]): RecordedBank => ({
  ...withScores(fixtureBank(items, models), (i, j, u) =>
    (7 * i + 3 * j) % 50 === 0 ? Number.NaN : u,
  ),
  fullScore: 'macro:topic',
});
const bank = bankOf(240);
const request: RankRequest = {
  bank,
  items: 60,
  strategy: 'paper',
  seed: 1,
  families: null,
  draws: 5,
};
const steps: string[] = [];
const result = rankRecorded(request, (doing) => steps.push(doing));
const robustSteps: string[] = [];
const robust: RankRequest = {
  ...{ ...request, items: 40, strategy: 'robust' },
  // One model is better than all of its calibration.
  bank: withScores(bankOf(80), (i, j, u) => (i === 12 ? Number(j % 50 > 0) : u)),
  families: MODELS.map((_, i) => `${i % 3}`),
};
const robustResult = rankRecorded(robust, (doing) => robustSteps.push(doing));
/** Four, for as few calibrations: alpha, beta, gamma and delta, and the others. */
const FAMILIES = MODELS.map((name) =>
  name < 'b' ? 'a' : name < 'c' ? 'b' : name < 'e' || name[0] === 'g' ? 'c' : 'd',
);
/** Where neither errors nor random items are looked at: fewer items, one draw of random ones, and calibrations that are kept. */
const small = bankOf(60);
const quick: RankRequest = {
  ...{ ...request, bank: small, items: 20, draws: 1, cacheFolder: FIXTURE_CACHE },
  families: FAMILIES,
};
const quickResult = rankRecorded(quick);
const byName = (name: string, of = result) => {
  const found = of.models.find(({ model }) => model === name);
  if (found === undefined) throw new Error(`${name} is not ranked`);
  return found;
};

describe('a ranking of recorded models', () => {
  test('has every model once, best predicted score first', () => {
    expect(result.models.map(({ model }) => model).sort()).toEqual([...MODELS].sort());
    expect(result.models.map(({ rank }) => rank)).toEqual(MODELS.map((_, k) => k + 1));
    const scores = result.models.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((x, y) => y - x));
  });

  test('says what it is about', () => {
    expect(result).toMatchObject({
      bank: 'fixture',
      simulated: true,
      fullScore: 'macro:topic',
      bankItems: 240,
      items: 60,
      share: 0.25,
      strategy: 'paper',
      seed: 1,
      families: { source: 'name prefix', count: 8 },
      // Few families: each is left out on its own.
      folds: 8,
    });
  });

  test('gives the recorded scores, and predictions near them within their intervals', () => {
    const { actual } = recordedExaminees(bank);
    MODELS.forEach((name, i) => {
      const model = byName(name);
      expect(model.actual).toBeCloseTo(100 * actual[i], 10);
      expect(model.low).toBeLessThanOrEqual(model.score);
      expect(model.high).toBeGreaterThanOrEqual(model.score);
      expect(model).toMatchObject({ items: 60, stopped: '60 items', verified: false });
    });
    // Calibrated on a dozen models the published method errs more than random items do (DESIGN §5).
    expect(result.agreement.mae).toBeLessThan(7);
    expect(result.agreement.kendall).toBeGreaterThan(0.75);
    expect(result.agreement.coverage90).toBeGreaterThan(0.8);
  });

  test('its agreement is that of its lines', () => {
    const share = (of: 'score' | 'actual') => result.models.map((model) => model[of] / 100);
    const { mae, bias, kendall, spearman } = agreement(share('score'), share('actual'));
    expect(result.agreement.mae).toBeCloseTo(mae, 10);
    expect(result.agreement.bias).toBeCloseTo(bias, 10);
    expect(result.agreement.kendall).toBeCloseTo(kendall ?? Number.NaN, 10);
    expect(result.agreement.spearman).toBeCloseTo(spearman ?? Number.NaN, 10);
    const held = result.models.filter((m) => m.low <= m.actual && m.actual <= m.high);
    expect(result.agreement.coverage90).toBe(held.length / MODELS.length);
  });

  test('is compared with as many random items', () => {
    const { draws, plain, calibrated } = result.random;
    expect(draws).toBe(5);
    // √(2/π) standard errors of a mean of 60 of 240 items whose shares right lie around .6: 4 points.
    expect(plain.mae).toBeGreaterThan(3);
    expect(plain.mae).toBeLessThan(5);
    expect(calibrated.mae).toBeLessThan(plain.mae);
  });

  test('keeps the sessions: items that have an answer, with that answer', () => {
    const { examinees, items, scores } = bank.responses;
    expect(result.sessions.map(({ model }) => model)).toEqual(MODELS);
    for (const { model, record } of result.sessions) {
      const row = examinees.indexOf(model) * items.length;
      expect(record.items).toHaveLength(60);
      for (const { item, score } of record.items)
        expect(score).toBe(scores[row + items.indexOf(item)]);
    }
  });

  test('abilities rise with the scores', () => {
    const by = (of: 'ability' | 'actual') =>
      result.models.toSorted((x, y) => y[of] - x[of]).map(({ model }) => model);
    expect(by('ability').slice(0, 3).sort()).toEqual(by('actual').slice(0, 3).sort());
  });

  test('the same again is the same; another seed draws other random items', () => {
    expect(rankRecorded({ ...quick, cacheFolder: null })).toEqual(quickResult);
    const other = rankRecorded({ ...quick, seed: 2 });
    expect(other.random).not.toEqual(quickResult.random);
    // The published method uses no chance, and each family is a fold whatever the seed.
    expect(other.models).toEqual(quickResult.models);
  });

  test('reports each step of work once', () => {
    expect(steps).toHaveLength(rankSteps(request));
    expect(new Set(steps).size).toBe(steps.length);
  });
});

test('abilities are on the scale on which all recorded models have mean 0 and variance 1', () => {
  // One model is far above the others: without it their calibration has a much smaller unit.
  const outlier = withScores(bank, (i, j, u) => (i === 12 ? Number(j % 50 > 0) : u));
  const { abilities } = calibrate(outlier.responses);
  const ranked = rankRecorded({
    ...{ ...request, bank: outlier, items: 180, draws: 1 },
    families: MODELS.map((name, i) => (name === 'theta' ? name : FAMILIES[i])),
  });
  expect(abilities[12]).toBeGreaterThan(2.2);
  MODELS.forEach((name, i) => {
    const { ability, se } = byName(name, ranked);
    expect(Math.abs(ability - abilities[i])).toBeLessThan(name === 'theta' ? 0.75 : 0.4);
    expect(se).toBeLessThan(0.5);
  });
});

describe('nothing of a model is known to its own calibration', () => {
  const asked = (name: string, of = quickResult) =>
    of.sessions.find(({ model }) => model === name)?.record.items.map(({ item }) => item) ?? [];

  test('its answers to items it was not asked do not change its prediction', () => {
    const row = MODELS.indexOf('delta');
    const used = new Set(asked('delta'));
    const other = rankRecorded({
      ...quick,
      bank: withScores(small, (i, j, u) =>
        i === row && !used.has(small.responses.items[j]) ? 1 - u : u,
      ),
    });
    expect(asked('delta', other)).toEqual(asked('delta'));
    expect(byName('delta', other).score).toBe(byName('delta', quickResult).score);
    expect(byName('delta', other).actual).not.toBeCloseTo(byName('delta', quickResult).actual, 1);
    expect(byName('epsilon', other).score).not.toBe(byName('epsilon', quickResult).score);
  });

  test('nor do those of its family', () => {
    const row = MODELS.indexOf('alpha-3');
    const other = rankRecorded({
      ...quick,
      bank: withScores(small, (i, _, u) => (i === row ? 1 - u : u)),
    });
    for (const name of ['alpha-1', 'alpha-2']) {
      expect(asked(name, other)).toEqual(asked(name));
      expect(byName(name, other).score).toBe(byName(name, quickResult).score);
    }
    expect(byName('beta-1', other).score).not.toBe(byName('beta-1', quickResult).score);
  });
});

describe('choices', () => {
  test('models: only these are shown and compared, with the same predictions', () => {
    const models = ['theta', 'alpha-2', 'beta-1', 'theta'];
    const some = rankRecorded({ ...quick, draws: 5, models });
    expect(some.models.map(({ model }) => model).sort()).toEqual(['alpha-2', 'beta-1', 'theta']);
    for (const { rank: _rank, ...line } of some.models)
      expect(byName(line.model, quickResult)).toMatchObject(line);
    expect(some.sessions.map(({ model }) => model)).toEqual(['theta', 'alpha-2', 'beta-1']);
    expect(some.random.draws).toBe(5);
  });

  test('families: given ones are kept together', () => {
    expect(quickResult).toMatchObject({ folds: 4, families: { source: 'given', count: 4 } });
  });

  test('more than 20 families: five folds', () => {
    const names = Array.from({ length: 22 }, (_, i) => `${String.fromCharCode(97 + i)}-1`);
    const many = rankRecorded({ ...request, bank: simulatedBank(names, 40), items: 20, draws: 1 });
    expect(many).toMatchObject({ folds: 5, families: { count: 22 } });
    expect(many.models.every(({ verified }) => verified)).toBe(true);
  });

  test.each(RANK_STRATEGIES)(
    'strategy %s: says what was right of the items asked, and expected',
    (strategy) => {
      const models = ['alpha-1', 'alpha-2', 'beta-1', 'beta-2', 'delta', 'eta', 'theta'];
      const own = withHalves(fixtureBank(14, models));
      const families = ['a', 'b', 'a', 'b', 'b', 'a', 'b'];
      const ranked = rankRecorded({ ...quick, bank: own, items: 6, families, strategy });
      expect(ranked.strategy).toBe(strategy);
      for (const { model, record } of ranked.sessions) {
        const { right, shareRight, shareExpected, residual } = byName(model, ranked);
        const sum = record.items.reduce((total, { score }) => total + (score ?? 0), 0);
        expect(right).toBeCloseTo(sum, 10);
        expect(shareRight).toBeCloseTo((100 * sum) / 6, 10);
        // Estimated from the same answers, and not the same number.
        expect(Math.abs(shareExpected! - shareRight)).toBeLessThan(25);
        expect(shareExpected).not.toBe(shareRight);
        expect(residual === null || residual > 0 === shareRight > shareExpected!).toBe(true);
      }
    },
  );

  test('balanced: as many items of each topic', () => {
    const ranked = rankRecorded({ ...quick, items: 9, strategy: 'balanced' });
    const { codes } = small.tags.topic;
    for (const { record } of ranked.sessions) {
      const topics = [0, 0, 0];
      for (const { item } of record.items) topics[codes[small.responses.items.indexOf(item)]]++;
      expect(topics).toEqual([3, 3, 3]);
    }
  });

  test('balanced: a model that answered fewer items than a test has is asked all of them', () => {
    const third = withScores(small, (i, j, u) => (i === 0 && j % 3 !== 0 ? Number.NaN : u));
    const answered = third.responses.scores
      .subarray(0, third.responses.items.length)
      .filter((u) => !Number.isNaN(u)).length;
    const { models } = rankRecorded({ ...quick, bank: third, items: 40, strategy: 'balanced' });
    const own = models.find(({ model }) => model === third.responses.examinees[0])!;
    expect([own.items, answered < 40]).toEqual([answered, true]);
  });

  test('all items: the scores themselves', () => {
    const { models } = rankRecorded({ ...quick, items: 60 });
    for (const { score, actual, low, high, stopped } of models) {
      expect(score).toBeCloseTo(actual, 9);
      expect(high - low).toBeLessThan(1e-6);
      expect(stopped).toBe('no eligible item left');
    }
  });
});

describe('refuses', () => {
  test('more items than the bank has', () => {
    const error = failureOf(() => rankRecorded({ ...request, items: 241 }));
    expect(error.code).toBe('TOO_MANY_ITEMS');
  });

  test('two models', () => {
    const error = failureOf(() =>
      rankRecorded({ ...request, bank: simulatedBank(['a', 'b'], 240) }),
    );
    expect(error.code).toBe('TOO_FEW_EXAMINEES');
  });

  test('a model that is not recorded, naming the nearest', () => {
    const error = failureOf(() => rankRecorded({ ...request, models: ['delta', 'alpah-1'] }));
    expect(error.code).toBe('NAME_UNKNOWN');
    expect(error.message).toContain('alpha-1');
  });

  test('a model without answers', () => {
    const empty = withScores(bank, (i, _, u) => (i === 3 ? Number.NaN : u));
    const error = failureOf(() => rankRecorded({ ...request, bank: empty }));
    expect(error.code).toBe('NO_ANSWERS');
    expect(error.message).toContain('examinee beta-1');
  });
});

describe('a robust ranking', () => {
  const ranked = robustResult;

  test('asks each model as many items, none twice, and keeps them in the record', () => {
    ranked.sessions.forEach(({ record }) => {
      const items = record.items.map(({ item }) => item);
      expect(items).toHaveLength(40);
      expect(new Set(items).size).toBe(40);
      expect(record).toMatchObject({ strategy: 'robust', randomShare: expect.any(Number) });
    });
    expect(robustSteps).toHaveLength(rankSteps(robust));
  });

  test('predicts near the recorded scores, with intervals of its own', () => {
    expect(ranked.agreement.mae).toBeLessThan(7);
    expect(ranked.agreement.kendall).toBeGreaterThan(0.75);
    ranked.models.forEach(({ low, high, score, verified }) => {
      expect(low).toBeLessThan(score);
      expect(high).toBeGreaterThan(score);
      // A dozen models are too few to check intervals on.
      expect(verified).toBe(false);
    });
  });

  test('says of a model that is better than all of its calibration', () => {
    expect(byName(MODELS[12], ranked).alarm).toBe('beyond');
    expect(ranked.models.filter(({ alarm }) => alarm === 'beyond').length).toBeLessThan(4);
  });
});
