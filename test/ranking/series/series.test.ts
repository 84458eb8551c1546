import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExamineePosterior } from '../../../src/cat/robust/examinee-posterior.ts';
import type { ScoreModel } from '../../../src/cat/robust/score-model.ts';
import { randomNormal, randomStream, shuffle } from '../../../src/random.ts';
import { apartCheckpoints } from '../../../src/ranking/series/apart-checkpoints.ts';
import { answersTo, checkpointItems } from '../../../src/ranking/series/checkpoint-items.ts';
import { fitSeries } from '../../../src/ranking/series/fit-series.ts';
import { fitWithCare } from '../../../src/ranking/series/fit-with-care.ts';
import { historyCorrelations } from '../../../src/ranking/series/history-correlations.ts';
import { pairedDifferences } from '../../../src/ranking/series/paired-differences.ts';
import { correlation, fitPersistence } from '../../../src/ranking/series/persistence.ts';
import { predictSeries } from '../../../src/ranking/series/predict-series.ts';
import { answerRows } from '../../../src/ranking/series/series-answers.ts';
import { seriesChanges } from '../../../src/ranking/series/series-changes.ts';
import { SeriesPosterior } from '../../../src/ranking/series/series-posterior.ts';
import golden from '../../golden/series/history-correlations.json' with { type: 'json' };

/** Rounding of solutions of systems of six equations. */
const ROUNDING = 10;
const ITEMS = 200;

/** Items with one ability and no groups. */
function model(): ScoreModel {
  const random = randomStream('series', 'model');
  const coefficients = new Float64Array(2 * ITEMS);
  for (let j = 0; j < ITEMS; j++) {
    coefficients[2 * j] = randomNormal(random);
    coefficients[2 * j + 1] = Math.exp(0.2 * randomNormal(random));
  }
  return {
    items: ITEMS,
    dimensions: 1,
    coefficients,
    covariances: new Float64Array(4 * ITEMS),
    guessing: new Float64Array(ITEMS),
    abilityVariances: Float64Array.of(4),
    groupings: [],
  };
}

const EVEN = new Float64Array(ITEMS).fill(1 / ITEMS);

/** Answers of checkpoints with these abilities to all items; those of one item are drawn from one number as long as it lasts. */
function rowsOf(own: ScoreModel, abilities: readonly number[], seed: string): Float64Array[] {
  const random = randomStream('series', seed);
  const luck = Float64Array.from({ length: ITEMS }, () => random());
  return abilities.map((ability) =>
    Float64Array.from({ length: ITEMS }, (_, j) => {
      if (random() < 0.1) luck[j] = random();
      const logit = own.coefficients[2 * j] + own.coefficients[2 * j + 1] * ability;
      return luck[j] < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
    }),
  );
}

const mean = (row: Float64Array) => row.reduce((sum, u) => sum + u, 0) / row.length;

function asked(rows: readonly Float64Array[], items: number, anchors: number) {
  const order = shuffle(
    Int32Array.from({ length: ITEMS }, (_, j) => j),
    randomStream('order'),
  );
  const earlier: Int32Array[] = [];
  return rows.map((row) => {
    const own = checkpointItems({ order, items, anchors }, earlier);
    earlier.push(own);
    return answersTo(own, row);
  });
}

describe('correlations of the answers to an item', () => {
  test.each(golden.cases)('with κ $lasting, φ $decay asked at $times are those of numpy', (own) => {
    const found = historyCorrelations(
      own.times,
      (t, s) => correlation(own, Math.abs(t - s)),
      own.length,
    );
    expect(found.logDeterminant).toBeCloseTo(own.logDeterminant, ROUNDING);
    own.weights.forEach((w, k) => {
      expect(found.weights[k]).toBeCloseTo(w, 8);
    });
    own.rest.forEach((r, k) => {
      expect(found.rest[k]).toBeCloseTo(r, 8);
    });
  });

  test('are found from many pairs', () => {
    const truth = { lasting: 0.6, decay: 0.8 };
    const counts = Float64Array.of(0, 1e6, 1e6, 1e6);
    const products = counts.map((n, gap) => n * truth.lasting * truth.decay ** gap);
    const found = fitPersistence({ products, expected: counts, counts });
    expect(found.lasting).toBeCloseTo(0.6, 2);
    expect(found.decay).toBeCloseTo(0.8, 2);
  });
});

describe('the posterior of a series', () => {
  const dynamics = { steps: new Float64Array(0), effects: 1, between: () => 1 };

  test('of one checkpoint is that of a robust test', () => {
    const own = model();
    const [row] = rowsOf(own, [0.5], 'one');
    const answers = answersTo(
      Int32Array.from({ length: 60 }, (_, j) => j),
      row,
    );
    const alone = new ExamineePosterior(own);
    alone.update(answers);
    const series = new SeriesPosterior(own, [answers], dynamics);
    // Its answers are at least as uncertain as LEAST_VARIANCE: a little less is learned from the easiest items.
    expect(series.mean[0]).toBeCloseTo(alone.mean[0], 2);
    expect(series.covariance[0]).toBeCloseTo(alone.covariance[0], 2);
  });

  test('of a checkpoint that answered everything has its exact score', () => {
    const own = model();
    const rows = rowsOf(own, [0, 0.1], 'exact');
    const all = Int32Array.from({ length: ITEMS }, (_, j) => j);
    const answers = [answersTo(all, rows[0]), answersTo(all.slice(0, 40), rows[1])];
    const posterior = new SeriesPosterior(own, answers, {
      steps: Float64Array.of(0.04),
      effects: 1,
      between: (t, s) => (t === s ? 1 : 0.8),
    });
    const { scores, covariance } = predictSeries(posterior, EVEN);
    expect(scores[0]).toBeCloseTo(mean(rows[0]), ROUNDING);
    expect(Math.abs(covariance[0])).toBeLessThan(1e-12);
    expect(covariance[3]).toBeGreaterThan(1e-5);
  });

  test('does not take the same item, asked again, for another one', () => {
    const own = model();
    const [row] = rowsOf(own, [0], 'repeated');
    const items = Int32Array.from({ length: 20 }, (_, j) => j);
    const at = (correlated: number) =>
      new SeriesPosterior(own, [answersTo(items, row), answersTo(items, row)], {
        steps: Float64Array.of(1e-6),
        effects: 1,
        between: (t, s) => (t === s ? 1 : correlated),
      }).covariance[0];
    const once = new SeriesPosterior(own, [answersTo(items, row)], dynamics).covariance[0];
    expect(at(0.999)).toBeCloseTo(once, 2);
    expect(at(0)).toBeLessThan(0.6 * once);
  });
});

describe('a fitted series', () => {
  const abilities = [-0.6, -0.4, -0.2, 0, 0.2, 0.4];

  test('errs less than the answers of each checkpoint alone, and its errors are as large as it says', () => {
    const own = model();
    let [series, alone, held, all] = [0, 0, 0, 0];
    for (let run = 0; run < 12; run++) {
      const rows = rowsOf(own, abilities, `run ${run}`);
      const answers = asked(rows, 30, 10);
      const fit = fitSeries(own, answers, EVEN);
      const width = abilities.length + 1;
      rows.forEach((row, t) => {
        const { scores, count } = answers[t];
        const error = fit.scores[t] - mean(row);
        series += error ** 2;
        alone += (scores.reduce((sum, u) => sum + u, 0) / count - mean(row)) ** 2;
        held += Number(Math.abs(error) < 1.645 * Math.sqrt(fit.covariance[(width + 1) * t]));
        all++;
      });
    }
    expect(series).toBeLessThan(0.4 * alone);
    // 72 intervals of 90%, those of one run related.
    expect(held / all).toBeGreaterThan(0.8);
  });

  test('does not carry a broken checkpoint over', () => {
    const own = model();
    const rows = rowsOf(own, abilities, 'broken');
    const broken = rowsOf(own, [-3], 'other')[0];
    const answers = asked([...rows.slice(0, 3), broken, ...rows.slice(3)], 60, 20);
    expect(apartCheckpoints(answerRows(answers, ITEMS), EVEN)).toEqual([{ at: 3, isClear: true }]);
    const fit = fitSeries(own, answers, EVEN, [3]);
    expect(Math.abs(fit.scores[3] - mean(broken))).toBeLessThan(0.1);
    expect(Math.abs(fit.scores[4] - mean(rows[3]))).toBeLessThan(0.1);
  });

  test('is the mean of both fits if a checkpoint is perhaps apart', () => {
    const own = model();
    const answers = asked(rowsOf(own, abilities, 'perhaps'), 40, 20);
    const without = fitSeries(own, answers, EVEN);
    const apart = fitSeries(own, answers, EVEN, [2]);
    const both = fitWithCare(own, answers, EVEN, [], [2]);
    const place = (abilities.length + 2) * 2;
    expect(both.scores[2]).toBeCloseTo((without.scores[2] + apart.scores[2]) / 2, ROUNDING);
    // The variance of a mixture: the mean of the variances, and a quarter of the squared distance.
    expect(both.covariance[place]).toBeCloseTo(
      (without.covariance[place] + apart.covariance[place]) / 2 +
        (without.scores[2] - apart.scores[2]) ** 2 / 4,
      ROUNDING,
    );
    expect(fitWithCare(own, answers, EVEN, [2], []).scores).toEqual(apart.scores);
  });
});

/** A row of zeros and ones, and further items that are right. */
const bits = (text: string) => Float64Array.from(text.padEnd(20, '1'), Number);
const TWENTY = new Float64Array(20).fill(1 / 20);

describe('checkpoints that are apart', () => {
  test('are those whose answers are outside of both neighbours', () => {
    const usual = bits('1');
    // Six right answers are lost at once: mid-p 2⁻⁷. The others have no answers outside, so that nothing is corrected.
    const rows = [usual, usual, bits('000000'), usual, usual];
    expect(apartCheckpoints(rows, TWENTY)).toEqual([{ at: 2, isClear: true }]);
    // Two: mid-p 1/8. Perhaps.
    expect(apartCheckpoints([usual, usual, bits('00'), usual], TWENTY)).toEqual([
      { at: 2, isClear: false },
    ]);
    expect(apartCheckpoints([usual, usual, bits('0'), usual], TWENTY)).toEqual([]);
  });

  test('are not good ones beside a broken one', () => {
    // The one before it rises by six items, which the broken one has wrong again.
    const first = bits('111111110000000000');
    const second = bits('111111111111110000');
    const broken = bits('000000000000000000');
    const third = bits('111111111111111100');
    const rows = [first, second, broken, third, bits('1')];
    expect(apartCheckpoints(rows, TWENTY)).toEqual([{ at: 2, isClear: true }]);
    // The same where another reason sets it apart, and its own answers are too few to show it.
    const few = broken.map((u, j) => (j < 8 || j > 13 ? Number.NaN : u));
    const own = [first, second, few, third].map((row, t) =>
      row.map((u, j) => (t === 0 && j > 15 ? Number.NaN : u)),
    );
    expect(apartCheckpoints(own, TWENTY, [2]).filter(({ at }) => at !== 2)).toEqual([]);
  });

  test('are not those before a broken last one', () => {
    const usual = bits('000000');
    const rows = [usual, usual, bits('1'), bits('000000000000000000')];
    expect(apartCheckpoints(rows, TWENTY)).toEqual([{ at: 3, isClear: true }]);
  });

  test('are not those from which a run goes on at another level', () => {
    const [high, low] = [bits('1'), bits('00000000')];
    expect(apartCheckpoints([high, high, low, low, low], TWENTY)).toEqual([]);
    expect(apartCheckpoints([low, low, high, high, high], TWENTY)).toEqual([]);
    // At the end nobody knows: a fall is looked at with care, a rise is not.
    expect(apartCheckpoints([high, high, low], TWENTY)).toEqual([{ at: 2, isClear: true }]);
    expect(apartCheckpoints([low, low, high], TWENTY)).toEqual([]);
  });
});

describe('changes', () => {
  const difference = (scores: readonly number[]) => (t: number, s: number) => ({
    value: scores[t] - scores[s],
    variance: 0.0004,
  });

  test('are from the checkpoint before and from the best one, with p of the items that both answered', () => {
    const scores = [0.5, 0.9, 0.6];
    const rows = [bits('000000'), bits('111111'), bits('111100')];
    rows[2][19] = Number.NaN;
    const { before, best } = seriesChanges(scores, rows, TWENTY, difference(scores));
    expect(before[0]).toBeNull();
    // Six more are right: mid-p 1/128, which the other pair, with two, could not reach. Two fewer: 1/8, and the other pair could have
    // reached (1 + 6/2)/64 at most.
    expect(before[1]).toMatchObject({ from: 0, difference: 0.4, se: 0.02, shared: 20 });
    expect(before[1]?.p).toBeCloseTo(1 / 128, ROUNDING);
    expect(before[2]?.shared).toBe(19);
    expect(before[2]?.p).toBeCloseTo(1 / 8 + 4 / 64, ROUNDING);
    expect(best[2]?.from).toBe(1);
    expect(best[2]?.difference).toBeCloseTo(-0.3, ROUNDING);
  });

  test('of the expected score have the variance of the bank as a sample besides', () => {
    const scores = [0.5, 0.6];
    const rows = [bits('000011'), bits('111100')].map((row) =>
      row.map((u, j) => (j < 8 ? u : Number.NaN)),
    );
    const { before } = seriesChanges(scores, rows, TWENTY, difference(scores));
    // Six of eight shared answers differ, and two independent ones by .5 + .6 − 2 · .3: (6 + 2 · .5) / 10, over 20 items.
    const half = 1.6448536269514722 * Math.sqrt(0.0004 + (0.7 - 0.01) / 20);
    expect(before[1]?.expected.low).toBeCloseTo(0.1 - half, ROUNDING);
    expect(before[1]?.expected.high).toBeCloseTo(0.1 + half, ROUNDING);
    // Without any shared item only the independent answers count.
    const apart = rows.map((row, t) => row.map((u, j) => (j % 2 === t ? u : Number.NaN)));
    const none = seriesChanges(scores, apart, TWENTY, difference(scores)).before[1];
    const wide = 1.6448536269514722 * Math.sqrt(0.0004 + (0.5 - 0.01) / 20);
    expect(none?.shared).toBe(0);
    expect(none?.expected.high).toBeCloseTo(0.1 + wide, ROUNDING);
  });

  test('of a series that only chance moves are rarely marked, whatever the number of checkpoints', () => {
    const random = randomStream('series', 'chance');
    const even = new Float64Array(25).fill(1 / 25);
    let marked = 0;
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      const rows = Array.from({ length: 10 }, () =>
        Float64Array.from({ length: 25 }, (_, j) => Number(random() < (j < 8 ? 0.5 : 1))),
      );
      const pairs = rows.slice(1).map((_, k) => ({ later: k + 1, earlier: k }));
      marked += Number(pairedDifferences(rows, even, pairs).some(({ fall }) => fall < 0.05));
    }
    // At most 5%, with three standard errors of 400 runs.
    expect(marked / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs));
  });
});

test('every checkpoint answers the anchors, and no other item twice before all were asked', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 60 }),
      fc.integer({ min: 2, max: 10 }),
      fc.integer({ min: 1, max: 8 }),
      (size, items, checkpoints) => {
        const anchors = Math.max(1, Math.floor(items / 3));
        const order = shuffle(
          Int32Array.from({ length: size }, (_, j) => j),
          randomStream(size),
        );
        const asked: Int32Array[] = [];
        for (let t = 0; t < checkpoints; t++)
          asked.push(checkpointItems({ order, items, anchors }, asked));
        for (const own of asked) {
          expect(new Set(own).size).toBe(items);
          expect([...own.slice(0, anchors)]).toEqual([...order.slice(0, anchors)]);
        }
        const others = asked.flatMap((own) => [...own.slice(anchors)]);
        const most = Math.ceil(others.length / (size - anchors));
        const counts = new Map<number, number>();
        for (const j of others) counts.set(j, (counts.get(j) ?? 0) + 1);
        expect(Math.max(...counts.values())).toBeLessThanOrEqual(most);
        if (others.length <= size - anchors) expect(new Set(others).size).toBe(others.length);
      },
    ),
  );
});
