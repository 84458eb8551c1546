import { describe, expect, test } from 'vitest';
import { checkStudy } from '../../../../sim/monte-carlo/check-study.ts';
import { blockCount } from '../../../../sim/monte-carlo/run/block.ts';
import {
  configurationOf,
  prepareReplication,
} from '../../../../sim/monte-carlo/run/replication.ts';
import { trueAbility } from '../../../../sim/monte-carlo/truth/abilities.ts';
import { drawAnswers } from '../../../../sim/monte-carlo/truth/true-model.ts';
import {
  addBlock,
  countSession,
  emptyCounts,
  emptyHistory,
} from '../../../../src/cat/exposure/exposure-counts.ts';
import {
  barsOfBlock,
  type ExposureRule,
  fadingOf,
  levelsOf,
} from '../../../../src/cat/exposure/exposure-rules.ts';
import { AdaptiveSession } from '../../../../src/cat/session.ts';
import { sit } from '../../../cat/simulated.ts';
import { failureOf } from '../../../files/temporary.ts';
import { IS_ALL } from '../../../repetitions.ts';
import { run, studyOf } from '../study-of.ts';

const RULES = [
  { rule: 'maximum-rate', rate: 0.2, block: 10 },
  { rule: 'eligibility', rate: 0.3, cuts: [-0.5, 0.5], block: 5 },
  { rule: 'sympson-hetter', rate: 0.3, examinees: 60, rounds: 4 },
];
const study = studyOf({
  abilities: { normal: { mean: 0, sd: 1, count: 55 } },
  exposure: ['none', ...RULES],
  replications: 2,
});

describe('the tests of a replication, one after another', () => {
  test.each([1, 2, 3])('are those of adaptive sessions under rule %d', async (at) => {
    const { design } = study;
    const alone = { ...study, design: { ...design, cells: [design.cells[at]], replications: 1 } };
    const [{ model, tests }] = prepareReplication(alone, 1).truthTests;
    const [{ bank, exposure }] = tests;
    const { rule } = exposure!;
    const history = emptyHistory(120, levelsOf(rule));
    const asked = new Float64Array(120);
    let squared = 0;
    for (let first = 0; first < 55; first += rule.block) {
      const block = Math.min(rule.block, 55 - first);
      const bars = barsOfBlock({ ...rule, block }, history, '1/1');
      const counts = emptyCounts(120, levelsOf(rule));
      bars.forEach((barred, s) => {
        const ability = trueAbility(design, 1, first + s);
        const answers = new Float64Array(120);
        drawAnswers(model, ability, answers, 1, 1, first + s);
        const configuration = configurationOf(design.cells[at], design, bank);
        const seed = `1/1/${first + s}`;
        const session = new AdaptiveSession(bank, { ...configuration, barred, seed });
        sit(session, answers);
        countSession(counts, session);
        for (const { index } of session.items()) asked[index]++;
        squared += (session.estimate.ability - ability) ** 2;
      });
      addBlock(history, counts, fadingOf(rule));
    }
    const [cell] = (await run(alone)).cells;
    expect(cell.rmse.value).toBeCloseTo(Math.sqrt(squared / 55), 12);
    expect(cell.itemUse.max.value).toBeCloseTo(Math.max(...asked) / 55, 12);
    const { rate } = RULES[at - 1];
    const above = asked.filter((n) => n / 55 > rate + 1e-9).length / 120;
    expect(cell.itemUse.above.value).toBeCloseTo(above, 12);
  });

  test('cost precision, and keep items below the rate', async () => {
    const [none, bounded, , controlled] = (await run(study)).cells;
    expect(none.exposure).toBe('none');
    expect(bounded.exposure).toBe('maximum-rate rate 0.2 block 10');
    // A cell without a rule is compared with the strictest one.
    expect(none.itemUse.above.value).toBeGreaterThan(0.1);
    expect(bounded.itemUse.above.value).toBe(0);
    expect(bounded.itemUse.max.value).toBeLessThanOrEqual(0.2);
    expect(bounded.rmse.value).toBeGreaterThan(none.rmse.value!);
    expect(controlled.itemUse.max.value).toBeLessThan(none.itemUse.max.value!);
    expect(bounded.meanLength.value).toBe(12);
  });
});

test('a rule of exposure and shadow tests keep to both', async () => {
  const quotas = [
    { tag: 'content', value: 'A', least: 0.5, most: 0.5 },
    { tag: 'form', value: 'x', least: 0.25, most: 0.25 },
  ];
  const tags = { content: { A: 0.5, B: 0.5 }, form: { x: 0.5, y: 0.5 } };
  const { cells } = await run(
    studyOf({
      bank: { generate: { items: 120, tags } },
      constraints: [{ quotas }],
      abilities: { normal: { mean: 0, sd: 1, count: 10 } },
      // Bars leave enough of every kind for each test.
      exposure: [
        { ...RULES[0], rate: 0.4 },
        { ...RULES[2], examinees: 10, rounds: 2 },
      ],
      replications: 1,
    }),
  );
  for (const { meanLength } of cells) expect(meanLength.value).toBe(12);
  expect(cells[0].itemUse.max.value).toBeLessThanOrEqual(0.4);
  expect(cells[1].itemUse.max.value).toBeLessThan(1);
});

test.runIf(IS_ALL)(
  'a block is a replication, and results do not depend on the number of workers',
  async () => {
    expect(blockCount(study.design)).toBe(2);
    const one = JSON.stringify(await run(study, 1));
    expect(JSON.stringify(await run(study, 2))).toBe(one);
  },
);

test('the search for control parameters has numbers of its own in each replication that draws its bank', () => {
  const controlOf = (change: object, number: number) => {
    const { truthTests } = prepareReplication(studyOf({ exposure: [RULES[2]], ...change }), number);
    return truthTests.map(
      ({ tests }) =>
        (tests[0].exposure!.rule as Extract<ExposureRule, { rule: 'sympson-hetter' }>).control,
    );
  };
  expect(controlOf({}, 1)).not.toEqual(controlOf({}, 2));
  // Truths do not change what the test knows: one search for all.
  const [first, second] = controlOf({ truth: ['none', { noise: { share: 0.2 } }] }, 1);
  expect(second).toBe(first);
  // Examinees of the search are drawn for it: those of a study, few as they may be, do not come again and again.
  const abilities = { normal: { mean: 0, sd: 1, count: 4 } };
  expect(controlOf({ abilities }, 1)).toEqual(controlOf({}, 1));
});

test('how the search went is measured, and its tolerance is a part of the design', async () => {
  const searchOf = async (options: object) => {
    const exposure = [{ rule: 'sympson-hetter', rate: 0.3, examinees: 100, rounds: 3, ...options }];
    const { cells } = await run(studyOf({ exposure, replications: 2 }));
    return cells[0].search;
  };
  const strict = await searchOf({ tolerance: 0 });
  expect(strict.converged).toEqual({ value: 0, se: 0 });
  expect(strict.rounds.value).toBe(3);
  expect(strict.greatest.value).toBeGreaterThan(0.3);
  const loose = await searchOf({ tolerance: 0.7 });
  expect(loose.converged.value).toBe(1);
  // Without any bound the first item is asked of all.
  expect(loose.rounds.value).toBe(1);
  expect(loose.greatest.value).toBe(1);
  const { cells } = await run(studyOf({ replications: 1 }));
  expect(cells[0].search.converged).toEqual({ value: null, se: null });
});

test('tests that run out of eligible items are counted, with every reason to stop', async () => {
  // Twenty items in tests of 15, each asked of three quarters at most: random bars leave too few of them again and again.
  const scarce = studyOf({
    bank: { generate: { items: 20 } },
    abilities: { normal: { mean: 0, sd: 1, count: 40 } },
    exposure: ['none', { rule: 'maximum-rate', rate: 0.75, block: 20 }],
    lengths: [15],
  });
  const [whole, short] = (await run(scarce)).cells;
  expect(whole.exhausted).toEqual({ value: 0, se: 0 });
  expect(whole.stops).toEqual([{ reason: '15 items', sessions: 120, share: 1 }]);
  const cut = short.lengths.counts.reduce((sum, [length, n]) => sum + (length < 15 ? n : 0), 0);
  expect(cut).toBeGreaterThan(20);
  expect(short.exhausted.value).toBeCloseTo(cut / 120, 12);
  expect(short.exhausted.se).toBeGreaterThan(0);
  const left = short.stops.find(({ reason }) => reason === 'no eligible item left');
  expect(left).toEqual({ reason: 'no eligible item left', sessions: cut, share: cut / 120 });
  expect(short.stops.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
});

test.each<[object, string]>([
  [
    { exposure: [{ rule: 'maximum-rate', rate: 0.125, block: 8 }] },
    'found maximum-rate rate 0.125 block 8 (at a rate of 0.125, more than 5% of the first tests would find fewer than 12 eligible items among 120 and end early; use a rate of at least 0.15)',
  ],
  [
    { exposure: [{ rule: 'maximum-rate', rate: 0.05 }] },
    'd.yaml, exposure: found maximum-rate rate 0.05 (with a rate of 0.05, 120 items are too few for tests of 12',
  ],
  [
    { exposure: [{ rule: 'sympson-hetter', rate: 0.05 }] },
    'exposure: found sympson-hetter rate 0.05 (with a rate of 0.05',
  ],
  [
    { exposure: [{ rule: 'maximum-rate', rate: 0.2 }], abilities: { list: [0, 1, 2] } },
    'in blocks of 3 sessions a rate of 0.2 is less than one session',
  ],
])('what the bank or the examinees cannot meet is refused: %j', (change, message) => {
  expect(failureOf(() => checkStudy(studyOf(change), 'd.yaml')).message).toContain(message);
});

test.each<[unknown, string]>([
  [{ rule: 'maximum-rate', cuts: [0] }, 'exposure[0]: found maximum-rate with cuts'],
  [{ rule: 'eligibility', cuts: [1, 0] }, 'exposure[0]: found exposure cuts 1, 0'],
  ['some', 'exposure[0]: found "some"'],
])('%j is refused with its path', (rule, message) => {
  expect(failureOf(() => studyOf({ exposure: [rule] })).message).toContain(message);
});
