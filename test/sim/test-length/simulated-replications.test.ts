import { describe, expect, test } from 'vitest';
import { drawAnswers, drawTrueModel } from '../../../sim/monte-carlo/truth/true-model.ts';
import type { SimulatedStudy } from '../../../sim/test-length/length-study.ts';
import { replicationThreads } from '../../../sim/test-length/replication-threads.ts';
import { simulatedReplications } from '../../../sim/test-length/simulated-replications.ts';
import type { Target } from '../../../sim/test-length/target.ts';
import { prepareBank } from '../../../src/cat/bank.ts';
import { PUBLISHED } from '../../../src/cat/configuration.ts';
import type { SelectRule } from '../../../src/cat/select/selector.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

const ITEMS = 60;
const random = randomStream(1, 'items');
const column = (of: () => number) => Float64Array.from({ length: ITEMS }, of);
const ids = Array.from({ length: ITEMS }, (_, j) => `i${j}`);
const items = itemParameters({
  a: column(() => Math.exp(0.3 * randomNormal(random))),
  b: column(() => randomNormal(random)),
  c: column(() => 0.2),
  d: column(() => 1),
});
const ABILITIES = [-1.2, -0.4, 0.1, 0.6, 1.5];
const TARGETS: Target[] = [
  ...(['kendall', 'spearman', 'pairs', 'top1', 'se', 'rmse', 'mae', 'coverage', 'bias'] as const),
  'median-se' as const,
].map((measure) => ({ measure, value: 0.5 }));

function studyOf(change: Partial<SimulatedStudy> = {}): SimulatedStudy {
  return {
    kind: 'simulated',
    seed: 7,
    targets: TARGETS,
    ids,
    items,
    tags: {},
    weights: new Float64Array(ITEMS).fill(1 / ITEMS),
    abilities: { kind: 'models', list: ABILITIES },
    examinees: ABILITIES.length,
    estimator: 'ml',
    select: { rule: 'maximum-information' },
    calibratedOn: null,
    ...change,
  };
}

/** The estimates of adaptive sessions of one length, asked item by item. */
function sessions(length: number, select: SelectRule, replication: number) {
  const bank = prepareBank(ids, items);
  const model = drawTrueModel(items, {}, 7, replication);
  return ABILITIES.map((ability, k) => {
    const answers = new Float64Array(ITEMS);
    drawAnswers(model, ability, answers, 7, replication, k);
    const session = new AdaptiveSession(bank, {
      ...PUBLISHED,
      seed: `7/${replication}/${k}`,
      select,
      stop: { rule: 'length', items: length },
    });
    const asked = new Set<number>();
    for (let [issued] = session.next(); issued !== undefined; [issued] = session.next()) {
      asked.add(issued.index);
      session.recordAt(issued.index, answers[issued.index]);
    }
    const { ability: estimate, se } = session.estimate;
    let predicted = 0;
    let score = 0;
    for (let j = 0; j < ITEMS; j++) {
      score += answers[j];
      predicted += asked.has(j)
        ? answers[j]
        : probability(estimate, items.a[j], items.b[j], items.c[j], items.d[j]);
    }
    return { ability, estimate, se, scoreError: (100 * Math.abs(predicted - score)) / ITEMS };
  });
}

describe('a replication', () => {
  test.each<SelectRule>([
    { rule: 'maximum-information' },
    { rule: 'random' },
    { rule: 'progressive', acceleration: 1 },
  ])('gives at each length what sessions of that length give: $rule', (select) => {
    const lengths = [3, 8, 21];
    const {
      values,
      items: asked,
      sessions: count,
    } = simulatedReplications(studyOf({ select }))(2, lengths);
    const isEach = select.rule === 'progressive';
    expect(count).toBe(isEach ? 15 : 5);
    expect(asked).toBe(5 * (isEach ? 3 + 8 + 21 : 21));
    lengths.forEach((length, l) => {
      const rows = sessions(length, select, 2);
      const mean = (of: (row: (typeof rows)[number]) => number) =>
        rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
      let right = 0;
      for (const x of rows)
        for (const y of rows)
          if (x.ability < y.ability)
            right += x.estimate === y.estimate ? 0.5 : Number(x.estimate < y.estimate);
      const best = rows.every(({ estimate }) => estimate <= rows[4].estimate);
      const [kendall, spearman, pairs, top1, se, rmse, mae, coverage, bias, middle] = values[l];
      expect(pairs).toBeCloseTo(right / 10, 12);
      const isTied = new Set(rows.map(({ estimate }) => estimate)).size < rows.length;
      if (!isTied) expect(kendall).toBeCloseTo(2 * pairs - 1, 12);
      expect(Math.abs(spearman)).toBeLessThanOrEqual(1);
      expect(top1).toBe(best ? 1 : 0);
      // An error of more than the bounds allow counts as that.
      expect(se).toBeCloseTo(
        mean((row) => Math.min(row.se, 12)),
        12,
      );
      expect(middle).toBeCloseTo(
        Math.min(12, rows.map((row) => row.se).sort((x, y) => x - y)[2]),
        12,
      );
      expect(rmse).toBeCloseTo(
        mean((row) => (row.estimate - row.ability) ** 2),
        12,
      );
      expect(bias).toBeCloseTo(
        mean((row) => row.estimate - row.ability),
        12,
      );
      expect(mae).toBeCloseTo(
        mean((row) => row.scoreError),
        9,
      );
      expect(coverage).toBe(
        mean((row) => (Math.abs(row.estimate - row.ability) <= 1.96 * row.se ? 1 : 0)),
      );
    });
  });

  test('fewer examinees than models are drawn anew, others come from a distribution', () => {
    const targets: Target[] = [{ measure: 'bias', value: 0.1 }];
    const replicate = simulatedReplications(studyOf({ examinees: 2, targets }));
    const seen = new Set([1, 2, 3, 4].map((r) => replicate(r, [ITEMS]).values[0][0]));
    expect(seen.size).toBe(4);
    const drawn = simulatedReplications(
      studyOf({ abilities: { kind: 'normal', normal: { mean: 3, sd: 0.1 } }, targets }),
    );
    expect(Number.isFinite(drawn(1, [10]).values[0][0])).toBe(true);
  });

  test('a calibration of its own has parameters of its own, the same each time', () => {
    const targets: Target[] = [{ measure: 'se', value: 0.5 }];
    const of = (calibratedOn: number | null, replication: number) =>
      simulatedReplications(studyOf({ targets, calibratedOn }))(replication, [20]).values;
    const own = of(12, 1);
    expect(own).not.toEqual(of(null, 1));
    expect(of(12, 1)).toEqual(own);
  });

  test('is the same on any thread', async () => {
    const study = studyOf();
    const found = async (workers: number) => {
      const threads = replicationThreads(study, workers);
      const values = new Map<number, unknown>();
      try {
        await threads.run([1, 2, 3, 4, 5], [4, 9], (r, of) => values.set(r, of));
        await threads.run([6], [4], (r, of) => values.set(r, of));
      } finally {
        await threads.close();
      }
      return [...values].sort(([x], [y]) => x - y);
    };
    expect(await found(2)).toEqual(await found(0));
  });
});
