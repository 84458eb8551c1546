import { expect, test } from 'vitest';
import { checkStudy } from '../../../../sim/monte-carlo/check-study.ts';
import {
  configurationOf,
  prepareReplication,
} from '../../../../sim/monte-carlo/run/replication.ts';
import { drawAnswers } from '../../../../sim/monte-carlo/truth/true-model.ts';
import { AdaptiveSession } from '../../../../src/cat/session.ts';
import { loadSolver } from '../../../../src/highs-solver.ts';
import { sit } from '../../../cat/simulated.ts';
import { failureOf } from '../../../files/temporary.ts';
import { run, studyOf } from '../study-of.ts';

const solver = await loadSolver();
const PASSAGES = { generate: { items: 120, tags: { passage: { neighbours: 4 } } } };
const COSTS = { generate: { items: 120, cost: { uniform: { low: 1, high: 5 } } } };

/** The items of the first examinees' tests in a cell, by the kernel. */
function testsOf(study: ReturnType<typeof studyOf>, at: number, examinees = 6) {
  const [{ model, tests }] = prepareReplication(study, 1).truthTests;
  const { kernel, bank } = tests[at];
  return Array.from({ length: examinees }, (_, i) => {
    const answers = new Float64Array(bank.items.count);
    drawAnswers(model, (i - 3) / 2, answers, 1, 1, i);
    kernel.run(`${i}`, answers);
    const configuration = configurationOf(study.design.cells[at], study.design, bank);
    const session = sit(
      new AdaptiveSession(bank, { ...configuration, seed: `${i}` }, solver),
      answers,
    );
    const items = Array.from(kernel.index.subarray(0, kernel.length));
    expect(session.items().map(({ index }) => index)).toEqual(items);
    expect(session.stopped).toBe(kernel.stopped);
    return { items, bank, stopped: kernel.stopped };
  });
}

test('of the questions about one passage a test asks one', () => {
  const study = studyOf({ bank: PASSAGES, constraints: ['none', { enemies: { tag: 'passage' } }] });
  expect(study.design.cells.map(({ constraint }) => constraint)).toEqual([
    'none',
    'enemies by passage',
  ]);
  const passagesOf = (items: readonly number[]) => items.map((j) => Math.floor(j / 4));
  const isMixed = (at: number) =>
    testsOf(study, at).map(({ items }) => new Set(passagesOf(items)).size < items.length);
  expect(isMixed(0)).toContain(true);
  expect(isMixed(1)).not.toContain(true);
});

test('of a set of enemies a test asks one, beside quotas', () => {
  const ids = Array.from({ length: 100 }, (_, j) => `i${j + 1}`);
  const study = studyOf({
    bank: { generate: { items: 120, tags: { content: { A: 0.5, B: 0.5 } } } },
    constraints: [{ quotas: [{ tag: 'content', value: 'A', most: 0.5 }], enemies: [ids] }],
  });
  expect(study.design.cells[0].constraint).toBe('content=A 0–50%, 1 set of enemies');
  for (const { items } of testsOf(study, 0))
    expect(items.filter((j) => j < 100).length).toBeLessThanOrEqual(1);
});

const TAGGED = { A: { x: 0.5, y: 0.5 }, B: { x: 0.3, y: 0.7 } };
const overlapping = (least: number) => [
  { tag: 'A', value: 'x', least: 0.5, most: 0.5 },
  { tag: 'B', value: 'x', least, most: 0.75 },
];

test('quotas of two tags are kept by shadow tests, the same on threads, and greedily if the design says so', async () => {
  const study = studyOf({
    bank: { generate: { items: 90, tags: TAGGED } },
    constraints: [
      { quotas: overlapping(0.75) },
      { quotas: overlapping(0.75), assembly: { rule: 'shadow', every: 4, within: 0.01 } },
      { quotas: overlapping(0.75), assembly: 'greedy' },
    ],
    abilities: { normal: { mean: 0, sd: 1, count: 12 } },
    group: 6,
    replications: 1,
  });
  expect(study.design.cells.map(({ constraint }) => constraint)).toEqual([
    'A=x 50–50%, B=x 75–75%',
    'A=x 50–50%, B=x 75–75%, shadow every 4 within 0.01',
    'A=x 50–50%, B=x 75–75%, greedy',
  ]);
  for (const at of [0, 1])
    for (const { items, bank } of testsOf(study, at, 3))
      for (const [tag, n] of [
        ['A', 6],
        ['B', 9],
      ] as const)
        expect(items.filter((j) => bank.tags[tag].codes[j] === 0)).toHaveLength(n);
  expect(await run(study, 2)).toEqual(await run(study, 1));
});

test('a budget ends a test before it costs more, and what tests cost is measured', async () => {
  const study = studyOf({ bank: COSTS, stopping: [{ rule: 'budget', most: 20 }, 'length'] });
  const sums = testsOf(study, 0).map(({ items, bank, stopped }) => {
    const sum = items.reduce((total, j) => total + bank.costs![j], 0);
    if (items.length < 12) expect(stopped).toBe('budget of 20 used up');
    return sum;
  });
  for (const sum of sums) expect(sum).toBeLessThanOrEqual(20 + 1e-9);
  const [limited, free] = (await run(study)).cells;
  expect(limited.cost.value).toBeLessThanOrEqual(20);
  expect(limited.cost.value).toBeGreaterThan(16);
  expect(free.cost.value! / 12).toBeCloseTo(3, 0);
  expect(limited.meanLength.value).toBeLessThan(12);
  const [unknown] = (await run(studyOf({}))).cells;
  expect(unknown.cost.value).toBe(null);
});

test.each<[object, string]>([
  [
    { stopping: [{ rule: 'budget', most: 20 }] },
    'd.yaml, stopping: found budget most 20, at most 12 items (adaptive session: a budget needs the costs',
  ],
  [
    { bank: COSTS, stopping: [{ rule: 'budget', most: 0.5 }] },
    'every item costs more than the budget of 0.5',
  ],
  [
    { bank: PASSAGES, constraints: [{ enemies: { tag: 'pasage' } }] },
    'd.yaml, constraints: found enemies by pasage',
  ],
  [
    {
      bank: { generate: { items: 20, tags: { A: { x: 0.5, y: 0.5 }, B: { x: 0.2, y: 0.8 } } } },
      constraints: [{ quotas: overlapping(0.75) }],
    },
    'd.yaml, constraints: found A=x 50–50%, B=x 75–75%, at most 12 items (content quotas: B = x needs 9',
  ],
  [{ constraints: [{ enemies: [['i1', 'i999']] }] }, 'constraints: found 1 set of enemies'],
])('what the bank cannot meet is refused: %j', (change, message) => {
  expect(failureOf(() => checkStudy(studyOf(change), 'd.yaml')).message).toContain(message);
});

test.each<[object, string]>([
  [{ constraints: [{}] }, 'constraints[0]: found an object; accepted: quotas, enemies, or both'],
  [
    { constraints: [{ quotas: overlapping(0.5), assembly: { rule: 'shadow', every: 0 } }] },
    'constraints[0].assembly',
  ],
  [{ constraints: [{ enemies: [['i1']] }] }, 'constraints[0].enemies'],
  [{ stopping: [{ rule: 'budget' }] }, 'stopping[0]: found budget without most'],
  [{ bank: { generate: { items: 9, cost: -1 } } }, 'bank.generate.cost: found -1'],
  [
    { bank: { generate: { items: 9, tags: { t: { neighbours: 1.5 } } } } },
    'bank.generate.tags.t.neighbours: found 1.5',
  ],
  [{ bank: { generate: { items: 9 }, costs: 'c.csv' } }, 'bank.costs: found "c.csv"'],
])('%j is refused with its path', (change, message) => {
  expect(failureOf(() => studyOf(change)).message).toContain(message);
});
