import { describe, expect, test } from 'vitest';
import { logTables, SessionKernel } from '../../../../sim/monte-carlo/run/session-kernel.ts';
import { DEFAULT_BOUNDS, prepareBank } from '../../../../src/cat/bank.ts';
import { PUBLISHED, type SessionConfiguration } from '../../../../src/cat/configuration.ts';
import type { SelectRule } from '../../../../src/cat/select/selector.ts';
import { SELECT_NAMES, SELECTORS } from '../../../../src/cat/select/selectors.ts';
import { AdaptiveSession } from '../../../../src/cat/session.ts';
import type { StopRule } from '../../../../src/cat/stop/rules.ts';
import { loadSolver } from '../../../../src/highs-solver.ts';
import { simulatedItems, simulatedScores, sit } from '../../../cat/simulated.ts';
import { IS_ALL } from '../../../repetitions.ts';

const solver = await loadSolver();
const positions = Array.from({ length: 200 }, (_, j) => j);
const bank = prepareBank(
  positions.map((j) => `q${j}`),
  simulatedItems('3PL', 200, 'kernel'),
  {
    content: { values: ['A', 'B', 'C'], codes: positions.map((j) => j % 3) },
    part: { values: ['I', 'II'], codes: positions.map((j) => (j >> 3) % 2) },
  },
  DEFAULT_BOUNDS,
  positions.map((j) => 1 + (j % 4)),
);
const ABILITIES = IS_ALL ? [-7, -1, 0.4, 7] : [-7, 0.4];

const of = (change: Partial<SessionConfiguration>): SessionConfiguration => ({
  ...PUBLISHED,
  stop: { rule: 'length', items: 30 },
  ...change,
});
const untilPrecise = {
  rule: 'any',
  of: [
    { rule: 'length', items: 60 },
    {
      rule: 'all',
      of: [
        { rule: 'length', items: 5 },
        { rule: 'standard-error', below: 0.33 },
      ],
    },
  ],
} as const;

const within = (items: number, rule: StopRule): StopRule => ({
  rule: 'any',
  of: [{ rule: 'length', items }, rule],
});
const settled = within(60, { rule: 'estimate-change', last: 4, below: 0.1 });

/** Quotas on two tags that overlap. */
const CROSSED = [
  { tag: 'content', value: 'A', least: 0.5 },
  { tag: 'content', value: 'C', most: 0.2 },
  { tag: 'part', value: 'I', least: 0.4, most: 0.6 },
];

const DESIGNS: [string, SessionConfiguration][] = [
  ...(['ml', 'map', 'eap', 'wle'] as const).map(
    (estimator) => [estimator, of({ estimator })] as [string, SessionConfiguration],
  ),
  ['prior and start', of({ estimator: 'map', prior: { mean: 0.5, sd: 2 }, start: 1 })],
  ['lag 4', of({ lag: 4 })],
  ['lag beyond the test', of({ lag: 40 })],
  ...SELECT_NAMES.map(
    (rule) =>
      [rule, of({ select: { rule, ...SELECTORS[rule].options } as SelectRule })] as [
        string,
        SessionConfiguration,
      ],
  ),
  ['standard error', of({ stop: untilPrecise })],
  ['standard error, lag 3, eap', of({ stop: untilPrecise, lag: 3, estimator: 'eap' })],
  [
    'information left',
    of({
      stop: {
        rule: 'any',
        of: [
          { rule: 'length', items: 60 },
          { rule: 'information-left', below: 0.3 },
        ],
      },
    }),
  ],
  [
    'quotas',
    of({
      quotas: [
        { tag: 'content', value: 'A', least: 0.6 },
        { tag: 'content', value: 'C', most: 0.1 },
      ],
    }),
  ],
  ['settled estimate', of({ stop: settled })],
  ['settled estimate, lag 3, eap', of({ stop: settled, lag: 3, estimator: 'eap' })],
  [
    'ratio test',
    of({
      stop: within(60, { rule: 'sprt', cut: 0, indifference: 0.3, alpha: 0.05, beta: 0.05 }),
    }),
  ],
  [
    'class by interval',
    of({ stop: within(60, { rule: 'confidence-classification', cuts: [0, 1], confidence: 0.9 }) }),
  ],
  ['budget', of({ stop: { rule: 'budget', most: 40 } })],
  ['enemies and excluded items', of({ enemies: [bank.ids.slice(0, 150)], exclude: ['q199'] })],
  [
    'barred items by level',
    of({
      lag: 2,
      barred: {
        cuts: [-0.5, 0.7],
        items: [0, 1, 2].map((k) => positions.filter((j) => j % 3 === k)),
      },
    }),
  ],
  [
    'barred items by level, information left',
    of({
      barred: { cuts: [0], items: [positions.slice(0, 100), positions.slice(100)] },
      stop: within(60, { rule: 'information-left', below: 0.3 }),
    }),
  ],
  ['shadow tests', of({ quotas: CROSSED })],
  [
    'shadow tests, lag 3, kept for some items, until nothing is left',
    of({
      lag: 3,
      quotas: CROSSED,
      assembly: { rule: 'shadow', every: 3, within: 0.01 },
      stop: within(15, { rule: 'information-left', below: 0.3 }),
    }),
  ],
  [
    'shadow tests with enemies, excluded and barred items',
    of({
      quotas: CROSSED,
      enemies: [bank.ids.slice(0, 60), bank.ids.slice(40, 90)],
      exclude: ['q199'],
      barred: { cuts: [0], items: [positions.slice(0, 100), positions.slice(100)] },
      stop: { rule: 'length', items: 10 },
    }),
  ],
  [
    'shadow tests within a budget',
    of({ quotas: CROSSED, stop: within(8, { rule: 'budget', most: 14 }) }),
  ],
  ['the whole bank', of({ stop: { rule: 'length', items: 300 } })],
];

describe('gives item by item, and to the last bit, what AdaptiveSession gives', () => {
  test.each(DESIGNS)('%s', (_name, configuration) => {
    const kernel = new SessionKernel(bank, configuration, logTables(bank), solver);
    let items = 0;
    // One kernel for all: nothing of a test may be left to the next.
    for (const [k, ability] of ABILITIES.entries()) {
      const scores = simulatedScores(bank, ability, `kernel ${k}`);
      const seed = `session ${k}`;
      const session = sit(new AdaptiveSession(bank, { ...configuration, seed }, solver), scores);
      kernel.run(seed, scores);
      expect(Array.from(kernel.index.subarray(0, kernel.length))).toEqual(
        session.items().map(({ index }) => index),
      );
      const { answers, ...estimate } = session.estimate;
      expect(kernel.estimate).toEqual(estimate);
      expect(kernel.answers.count).toBe(answers);
      expect(kernel.choices()).toEqual(session.choices());
      expect(kernel.stopped).toBe(session.stopped);
      items += kernel.length;
    }
    expect(items).toBeGreaterThan(4 * ABILITIES.length);
  });

  test('fractional scores', () => {
    const configuration = of({});
    const scores = simulatedScores(bank, 0, 'fractions').map((u, j) => (j % 3 === 0 ? 0.3 : u));
    const kernel = new SessionKernel(bank, configuration, logTables(bank));
    kernel.run('1', scores);
    const { ability, se } = sit(new AdaptiveSession(bank, configuration), scores).estimate;
    expect(kernel.estimate).toMatchObject({ ability, se });
  });
});
