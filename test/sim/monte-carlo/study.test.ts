import { describe, expect, test } from 'vitest';
import { trueAbility } from '../../../sim/monte-carlo/abilities.ts';
import { abilityBins } from '../../../sim/monte-carlo/bins.ts';
import { blockCount } from '../../../sim/monte-carlo/block.ts';
import { rankAgreement } from '../../../sim/monte-carlo/rank-agreement.ts';
import { prepareReplication } from '../../../sim/monte-carlo/replication.ts';
import { runBlocks } from '../../../sim/monte-carlo/run-blocks.ts';
import { StudyTotals } from '../../../sim/monte-carlo/study.ts';
import { drawAnswers } from '../../../sim/monte-carlo/true-model.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import { predictedScore } from '../../../src/irt/predicted-score.ts';
import { byInformation, informationOf, sit } from '../../cat/simulated.ts';
import { run, studyOf } from './study-of.ts';

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

describe('measures are those of sessions one by one', () => {
  const study = studyOf({
    stopping: [{ rule: 'standard-error', below: 0.45, least: 4 }],
    calibration: { perturb: { a: 0.1, b: 0.2 } },
  });
  const { design } = study;
  const [{ estimator, select, stop, quotas, lag }] = design.cells;

  /** All sessions, by AdaptiveSession, replication by replication. */
  const replications = [1, 2, 3].map((number) => {
    const [{ model, tests }] = prepareReplication(study, number).worlds;
    const { bank } = tests[0];
    return Array.from({ length: 25 }, (_, i) => {
      const ability = trueAbility(design, number, i);
      const answers = new Float64Array(120);
      drawAnswers(model, ability, answers, design.seed, number, i);
      const session = new AdaptiveSession(bank, {
        ...{ estimator, select, stop, quotas, lag, exclude: [], start: 0 },
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

  test('of ability, with the standard error over replications', async () => {
    const [cell] = (await run(study)).cells;
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

  test('by ability: bins hold all sessions, each in its own', async () => {
    const [cell] = (await run(study)).cells;
    expect(cell.byAbility.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(75);
    const bin = cell.byAbility.find(({ name }) => name === '0 to 0.5');
    const own = all.flatMap(({ ability }, k) => (ability >= 0 && ability < 0.5 ? [errors[k]] : []));
    expect(bin?.sessions).toBe(own.length);
    expect(bin?.bias.value).toBeCloseTo(mean(own), 12);
  });

  test('of length, efficiency and predicted score', async () => {
    const [cell] = (await run(study)).cells;
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

  test('of exposure and overlap', async () => {
    const { itemUse } = (await run(study)).cells[0];
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

  test('of order, within groups', async () => {
    const [cell] = (await run(study)).cells;
    const groups = replications.flatMap((one) => [
      one.slice(0, 10),
      one.slice(10, 20),
      one.slice(20),
    ]);
    const agreements = groups.map((group) =>
      rankAgreement(
        group.map(({ estimate }) => estimate),
        group.map(({ ability }) => ability),
      ),
    );
    for (const name of ['kendall', 'spearman', 'pairs', 'top1'] as const)
      expect(cell[name].value, name).toBeCloseTo(mean(agreements.map((one) => one[name]!)), 12);
  });
});

describe('results depend on the design alone', () => {
  const study = studyOf({
    selectors: ['maximum-information', 'randomesque'],
    truth: { testlets: { items: 4, sd: 0.5 }, wrongKeys: { share: 0.05 } },
  });

  test('not on the number of workers', async () => {
    const one = JSON.stringify(await run(study, 1));
    expect(JSON.stringify(await run(study, 4))).toBe(one);
    expect(JSON.stringify(await run(studyOf({ seed: 2 }), 1))).not.toBe(one);
  });

  test('not on the order in which blocks come', async () => {
    const tallies: Parameters<StudyTotals['add']>[] = [];
    const blocks = Array.from({ length: blockCount(study.design) }, (_, k) => k);
    await runBlocks(study, blocks.toReversed(), 1, (...block) => tallies.push(block));
    const totals = new StudyTotals(study);
    for (const block of tallies) totals.add(...block);
    expect(JSON.stringify(totals.report())).toBe(JSON.stringify(await run(study)));
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
    const alone = await run(studyOf({ ...{ estimators: ['eap'] } }));
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

test('what is asked for in precision is said in replications', async () => {
  const [cell] = (await run(studyOf({ precision: { bias: 0.01, coverage: 0.001 } }))).cells;
  const n = Math.max(3 * (cell.bias.se! / 0.01) ** 2, 3 * (cell.coverage.se! / 0.001) ** 2);
  expect(cell.replicationsNeeded).toBe(Math.ceil(n));
});

describe('order', () => {
  test('pairs and the best, where estimates tie', () => {
    expect(rankAgreement([1, 1, 2], [0, 1, 2])).toMatchObject({ pairs: 2.5 / 3, top1: 1 });
    expect(rankAgreement([2, 1, 2], [0, 1, 2])).toMatchObject({ pairs: 1.5 / 3, top1: 0.5 });
    expect(rankAgreement([5], [1])).toEqual({
      kendall: null,
      spearman: null,
      pairs: null,
      top1: null,
    });
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
