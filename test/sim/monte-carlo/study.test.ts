import { describe, expect, test } from 'vitest';
import { abilityBins } from '../../../sim/monte-carlo/measure/bins.ts';
import { rankAgreement } from '../../../sim/monte-carlo/measure/rank-agreement.ts';
import { Ratio, replicationsNeeded } from '../../../sim/monte-carlo/measure/ratio.ts';
import { blockCount } from '../../../sim/monte-carlo/run/block.ts';
import { configurationOf, prepareReplication } from '../../../sim/monte-carlo/run/replication.ts';
import { runBlocks } from '../../../sim/monte-carlo/run/run-blocks.ts';
import { firstReplications, nextReplications, StudySums } from '../../../sim/monte-carlo/study.ts';
import { trueAbility } from '../../../sim/monte-carlo/truth/abilities.ts';
import { drawAnswers } from '../../../sim/monte-carlo/truth/true-model.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import { predictedScore } from '../../../src/irt/predicted-score.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { byInformation, informationOf, sit } from '../../cat/simulated.ts';
import { failureOf } from '../../files/temporary.ts';
import { run, studyOf } from './study-of.ts';

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

describe('measures are those of sessions one by one', async () => {
  const study = studyOf({
    stopping: [{ rule: 'standard-error', below: 0.45, least: 4 }],
    calibration: { perturb: { a: 0.1, b: 0.2 } },
  });
  const { design } = study;
  const [{ estimator, select, stop, quotas, lag }] = design.cells;

  /** All sessions, by AdaptiveSession, replication by replication. */
  const replications = [1, 2, 3].map((number) => {
    const [{ model, tests }] = prepareReplication(study, number).truthTests;
    const { bank } = tests[0];
    return Array.from({ length: 25 }, (_, i) => {
      const ability = trueAbility(design, number, i);
      const answers = new Float64Array(120);
      drawAnswers(model, ability, answers, design.seed, number, i);
      const session = new AdaptiveSession(bank, {
        estimator,
        select,
        stop,
        quotas,
        lag,
        exclude: [],
        start: 0,
        prior: design.prior,
        seed: `1/${number}/${i}`,
      });
      sit(session, answers);
      const asked = session.items().map(({ index }) => index);
      const truly = { ...bank, items: model.items };
      const info = (items: readonly number[]) =>
        items.reduce((sum, j) => sum + informationOf(truly, j, ability), 0);
      const predicted = predictedScore(
        {
          items: bank.items,
          index: Int32Array.from(asked),
          scores: Float64Array.from(asked, (j) => answers[j]),
          count: asked.length,
        },
        session.estimate,
        new Float64Array(120).fill(1 / 120),
      ).score;
      return {
        ability,
        asked,
        estimate: session.estimate.ability,
        se: session.estimate.se,
        efficiency:
          info(asked) / info(byInformation(truly, ability, () => true).slice(0, asked.length)),
        scoreError: predicted - mean(Array.from(answers)),
      };
    });
  });
  const all = replications.flat();
  const errors = all.map(({ estimate, ability }) => estimate - ability);
  const [cell] = (await run(study)).cells;

  test('of ability, with the standard error over replications', () => {
    expect(cell.sessions).toBe(75);
    expect(cell.bias.value).toBeCloseTo(mean(errors), 12);
    expect(cell.rmse.value).toBeCloseTo(Math.sqrt(mean(errors.map((e) => e * e))), 12);
    expect(cell.meanSe.value).toBeCloseTo(mean(all.map(({ se }) => se)), 12);
    const holds = all.map(({ se }, k) => (Math.abs(errors[k]) <= 1.96 * se ? 1 : 0));
    expect(cell.coverage.value).toBeCloseTo(mean(holds), 12);
    const means = replications.map((one) => mean(one.map((s) => s.estimate - s.ability)));
    const m = mean(means);
    expect(cell.bias.se).toBeCloseTo(Math.sqrt(mean(means.map((x) => (x - m) ** 2)) / 2), 12);
  });

  test('by ability: bins hold all sessions, each in its own', () => {
    expect(cell.byAbility.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(75);
    const bin = cell.byAbility.find(({ name }) => name === '0 to 0.5');
    const own = all.flatMap(({ ability }, k) => (ability >= 0 && ability < 0.5 ? [errors[k]] : []));
    expect(bin?.sessions).toBe(own.length);
    expect(bin?.bias.value).toBeCloseTo(mean(own), 12);
  });

  test('of length, efficiency and predicted score', () => {
    const lengths = all.map(({ asked }) => asked.length).sort((x, y) => x - y);
    expect(cell.meanLength.value).toBeCloseTo(mean(lengths), 12);
    expect(lengths[0]).toBeLessThan(lengths[74]);
    expect(cell.lengths).toMatchObject({
      least: lengths[0],
      quartiles: [lengths[18], lengths[37], lengths[56]],
      most: lengths[74],
    });
    expect(cell.efficiency.value).toBeCloseTo(mean(all.map(({ efficiency }) => efficiency)), 12);
    expect(cell.scoreBias.value).toBeCloseTo(mean(all.map(({ scoreError }) => scoreError)), 12);
    expect(cell.scoreError.value).toBeCloseTo(
      mean(all.map(({ scoreError }) => Math.abs(scoreError))),
      12,
    );
  });

  test('of exposure and overlap', () => {
    const { itemUse } = cell;
    const figures = replications.map((sessions) => {
      const rates = Array.from({ length: 120 }, (_, j) =>
        mean(sessions.map(({ asked }) => (asked.includes(j) ? 1 : 0))),
      );
      const average = mean(rates);
      let shared = 0;
      for (const [x, one] of sessions.entries())
        for (const other of sessions.slice(0, x))
          shared += one.asked.filter((j) => other.asked.includes(j)).length;
      const length = mean(sessions.map(({ asked }) => asked.length));
      return {
        mean: average,
        max: Math.max(...rates),
        unused: mean(rates.map((rate) => (rate === 0 ? 1 : 0))),
        chiSquare: rates.reduce((sum, rate) => sum + (rate - average) ** 2 / average, 0),
        overlap: shared / ((25 * 24) / 2) / length,
      };
    });
    for (const name of ['mean', 'max', 'unused', 'chiSquare', 'overlap'] as const)
      expect(itemUse[name].value, name).toBeCloseTo(mean(figures.map((one) => one[name])), 12);
  });

  test('of order, within groups', () => {
    const groups = replications.flatMap((one) => [
      // 25 in groups of at most 10: as even as can be.
      one.slice(0, 8),
      one.slice(8, 16),
      one.slice(16),
    ]);
    const agreements = groups.map((group) =>
      rankAgreement(
        group.map(({ estimate }) => estimate),
        group.map(({ ability }) => ability),
        [1, 3, 5],
      ),
    );
    for (const name of ['kendall', 'spearman', 'pairs'] as const)
      expect(cell[name].value, name).toBeCloseTo(mean(agreements.map((one) => one[name]!)), 12);
    expect(cell.top.map(({ k }) => k)).toEqual([1, 3, 5]);
    cell.top.forEach(({ value }, n) => {
      const own = agreements.flatMap(({ top }) => top[n] ?? []);
      expect(own).toHaveLength(9);
      expect(value).toBeCloseTo(mean(own), 12);
    });
  });
});

test('groups that do not come out even are as even as can be: the order of a few does not count as that of many', async () => {
  const { group, cells } = await run(
    studyOf({ abilities: { normal: { mean: 0, sd: 1, count: 21 } } }),
  );
  expect(group).toBe(7);
  // With a group of one left over, order would be undefined in it.
  const exact = await run(
    studyOf({ abilities: { normal: { mean: 0, sd: 1, count: 21 } }, group: 7 }),
  );
  expect(exact.cells).toEqual(cells);
});

test('infinite standard errors are counted, left out of the mean, and hold every ability', async () => {
  // Who misses all of these is put on the bound, where they tell nothing at all to the last bit.
  const change = {
    estimators: ['ml', 'eap'],
    lengths: [3],
    unmixed: 'bound',
    bounds: [-10, 10],
    bank: { generate: { items: 40, a: 20, b: { uniform: { low: 9.5, high: 10 } }, c: 0.25 } },
    abilities: { list: new Array(25).fill(-5) },
  };
  const { cells } = await run(studyOf(change));
  const [ml, eap] = cells;
  expect(eap.infiniteSe.value).toBe(0);
  expect(ml.infiniteSe.value).toBeGreaterThan(0);
  expect(ml.infiniteSe.value).toBeLessThan(1);
  expect(ml.coverage.value).toBeGreaterThanOrEqual(ml.infiniteSe.value!);
  const parts = ml.byAbility.reduce(
    (sum, { infiniteSe, sessions }) => sum + (infiniteSe.value ?? 0) * sessions,
    0,
  );
  expect(parts / 75).toBeCloseTo(ml.infiniteSe.value!, 12);
});

describe('results depend on the design alone', async () => {
  const study = studyOf({
    selectors: ['maximum-information', 'randomesque'],
    truth: { testlets: { items: 4, sd: 0.5 }, wrongKeys: { share: 0.05 } },
  });
  const report = JSON.stringify(await run(study));

  test('not on the number of workers', async () => {
    expect(JSON.stringify(await run(study, 2))).toBe(report);
    const { design } = study;
    const other = await run({ ...study, design: { ...design, seed: 2 } });
    expect(JSON.stringify(other)).not.toBe(report);
  });

  test('not on the order in which blocks come', async () => {
    const results: Parameters<StudySums['add']>[] = [];
    const blocks = Array.from({ length: blockCount(study.design) }, (_, k) => k);
    await runBlocks(study, blocks.toReversed(), 0, (block, groups) =>
      results.push([block, groups]),
    );
    const sums = new StudySums(study);
    for (const block of results) sums.add(...block);
    expect(JSON.stringify(sums.report())).toBe(report);
  });

  test('truths and calibrations take the same examinees and random numbers', async () => {
    const truths = [{ noise: { share: 0.05 } }, { drift: { share: 0.3, mean: 1 } }, {}];
    const calibrations = [{ recalibrate: { examinees: 50, rung: '1pl' } }, {}];
    const small = {
      bank: { generate: { items: 40 } },
      abilities: { list: [-1, 0, 1] },
      replications: 2,
    };
    const together = (await run(studyOf({ ...small, truth: truths, calibration: calibrations })))
      .cells;
    expect(together).toHaveLength(6);
    let k = 0;
    for (const truth of truths)
      for (const calibration of calibrations) {
        const [alone] = (await run(studyOf({ ...small, truth, calibration }))).cells;
        expect(together[k++]).toEqual(alone);
      }
    expect(new Set(together.map(({ rmse }) => rmse.value)).size).toBe(6);
  });

  test('a cell is the same beside other cells', async () => {
    const alone = await run(studyOf({ estimators: ['eap'] }));
    const beside = await run(studyOf({ estimators: ['ml', 'eap', 'wle'] }));
    expect(beside.cells[1]).toEqual(alone.cells[0]);
  });
});

test('one replication: standard errors are over groups', async () => {
  const report = await run(studyOf({ replications: 1 }));
  expect(report.clusters).toBe('groups');
  expect(report.cells[0].bias.se).toBeGreaterThan(0);
  expect(report.cells[0].itemUse.max.se).toBe(null);
});

describe('requested precision', () => {
  test('is said in replications, for each measure', async () => {
    const precision = { bias: 0.01, coverage: 0.001, top3: 0.01, exposure_unused: 0.001 };
    const [cell] = (await run(studyOf({ precision }))).cells;
    // With three replications Student's t is 4.30265 where a normal figure has 1.95996.
    const replications = (se: number | null, wanted: number) =>
      Math.ceil(3 * ((4.302652729696 / 1.959963984540054) * (se! / wanted)) ** 2);
    const expected = {
      bias: replications(cell.bias.se, 0.01),
      coverage: replications(cell.coverage.se, 0.001),
      top3: replications(cell.top[1].se, 0.01),
      exposure_unused: replications(cell.itemUse.unused.se, 0.001),
    };
    expect(cell.neededBy).toEqual(expected);
    expect(cell.replicationsNeeded).toBe(Math.max(...Object.values(expected)));
  });

  test('is unknown if it is unknown for one of them: exposure of one replication', async () => {
    const precision = { bias: 0.01, exposure_max: 0.01 };
    const [cell] = (await run(studyOf({ precision, replications: 1 }))).cells;
    expect(cell.neededBy.bias).toBeGreaterThan(1);
    expect(cell.neededBy.exposure_max).toBe(null);
    expect(cell.replicationsNeeded).toBe(null);
  });

  test('is waited for: errors are then no larger than they say, however few replications it began with', () => {
    const wanted = 0.25;
    const random = randomStream('until precise', 'test');
    let [hold, squares] = [0, 0];
    const studies = 2000;
    for (let k = 0; k < studies; k++) {
      const ratio = new Ratio();
      let replications = firstReplications({ replications: 2 }, 1000);
      for (let done = 0; ; ) {
        for (; done < replications; done++) ratio.add(randomNormal(random), 1);
        const sample = { replications, clusters: replications };
        const needed = replicationsNeeded(ratio.figure(), sample, wanted)!;
        if (needed <= replications) break;
        replications = nextReplications(replications, needed, 1000);
      }
      const { value, se } = ratio.figure();
      if (Math.abs(value!) <= 1.96 * se!) hold++;
      squares += value! ** 2;
    }
    // Begun with two and looked at each time, as once, 74% held, and the error was 2.4 times what was asked for.
    expect(hold / studies).toBeGreaterThan(0.93);
    expect(Math.sqrt(squares / studies)).toBeLessThan(1.05 * wanted);
    expect(firstReplications({ replications: 30 }, 1000)).toBe(30);
    expect(firstReplications({ replications: 2 }, 7)).toBe(7);
  });

  test('is the name of a measure', () => {
    expect(failureOf(() => studyOf({ precision: { biass: 0.1 } })).message).toMatch(
      /d\.yaml, precision: found "biass"; accepted: bias; all measures: bias, rmse,/,
    );
    expect(failureOf(() => studyOf({ precision: { top2: 0.1 } })).message).toContain('"top2"');
  });
});

describe('classes', () => {
  const cuts = [-0.5, 0.4];
  const study = studyOf({
    cuts,
    stopping: [
      'length',
      { rule: 'sprt', cut: 0.4, indifference: 0.5, alpha: 0.1, beta: 0.1 },
      { rule: 'confidence-classification', cut: 1, confidence: 0.8 },
    ],
    replications: 1,
  });

  test('are called by the estimate, or by the ratio test at its cut', async () => {
    const { cells } = await run(study);
    expect(cells[0].classes.map(({ cut }) => cut)).toEqual([-0.5, 0.4, 1]);
    const [{ model, tests }] = prepareReplication(study, 1).truthTests;
    cells.forEach((cell, c) => {
      const { bank } = tests[c];
      const wrong = cell.classes.map(() => [0, 0]);
      for (let i = 0; i < 25; i++) {
        const ability = trueAbility(study.design, 1, i);
        const answers = new Float64Array(120);
        drawAnswers(model, ability, answers, 1, 1, i);
        const configuration = configurationOf(study.design.cells[c], study.design, bank);
        const session = new AdaptiveSession(bank, { ...configuration, seed: `1/1/${i}` });
        sit(session, answers);
        const asked = session.items().map(({ index }) => index);
        const l = (theta: number) =>
          asked.reduce((sum, j) => {
            const { a, b, c: guess, d } = bank.items;
            const p = guess[j] + (d[j] - guess[j]) / (1 + Math.exp(-a[j] * (theta - b[j])));
            return sum + Math.log(answers[j] === 1 ? p : 1 - p);
          }, 0);
        cell.classes.forEach(({ cut }, n) => {
          const byRatio = c === 1 && cut === 0.4;
          // With equal error rates the closer bound is that on the side of the greater likelihood.
          const above = byRatio ? l(0.9) - l(-0.1) >= 0 : session.estimate.ability >= cut;
          if (above !== ability >= cut) wrong[n][above ? 0 : 1]++;
        });
      }
      cell.classes.forEach(({ right, falseAbove, falseBelow }, n) => {
        expect(falseAbove.value).toBeCloseTo(wrong[n][0] / 25, 12);
        expect(falseBelow.value).toBeCloseTo(wrong[n][1] / 25, 12);
        expect(right.value).toBeCloseTo(1 - (wrong[n][0] + wrong[n][1]) / 25, 12);
      });
      expect(wrong.flat().reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0);
    });
  });
});

describe('order', () => {
  test('pairs and the best, with tied estimates', () => {
    const one = (x: number[], y: number[]) => rankAgreement(x, y, [1]);
    expect(one([1, 1, 2], [0, 1, 2])).toMatchObject({ pairs: 2.5 / 3, top: [1] });
    expect(one([2, 1, 2], [0, 1, 2])).toMatchObject({ pairs: 1.5 / 3, top: [0.5] });
    expect(one([5], [1])).toEqual({ kendall: null, spearman: null, pairs: null, top: [null] });
  });

  test('the best three among seven, by hand', () => {
    const truth = [7, 6, 5, 4, 3, 2, 1];
    // 7 and 5 are found for sure; 6, 4 and 3 share one place: 2 + 1/3.
    const top = rankAgreement([9, 5, 8, 5, 5, 1, 0], truth, [1, 3, 6, 7]).top;
    expect(top).toEqual([1, (2 + 1 / 3) / 3, 1, null]);
    // Whoever is as good as the third is one of the best.
    expect(rankAgreement([1, 2, 3, 9, 8, 7, 0], [7, 6, 5, 5, 5, 5, 1], [3]).top).toEqual([1]);
  });
});

describe('bins', () => {
  test('are the points of a grid, and intervals otherwise', () => {
    const grid = abilityBins(
      studyOf({ abilities: { grid: { low: -1, high: 1, step: 0.5, each: 4 } } }).design,
    );
    expect(grid.list.map(({ name }) => name)).toEqual(['−1', '−0.5', '0', '0.5', '1']);
    expect(
      grid.of(
        trueAbility(studyOf({ abilities: { grid: { low: -1, high: 1, step: 0.5 } } }).design, 1, 3),
      ),
    ).toBe(3);
    const { list, of } = abilityBins(studyOf({ bins: { low: -1, high: 1, count: 4 } }).design);
    expect(list.map(({ name }) => name)).toEqual([
      'below −0.5',
      '−0.5 to 0',
      '0 to 0.5',
      'from 0.5',
    ]);
    expect([-9, -0.5, -0.01, 0, 0.5, 9].map(of)).toEqual([0, 1, 1, 2, 3, 3]);
  });
});
