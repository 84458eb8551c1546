import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/languages/words.ts';
import { liveDocument } from '../../src/operations/rank/live-report.ts';
import type { LiveScore } from '../../src/ranking/live/live-test.ts';
import { documentPage } from '../../src/report/page.ts';
import { documentText } from '../../src/report/text.ts';
import { ifMissing } from '../../src/workflow/live/if-missing.ts';
import type { LiveModel, LiveResult } from '../../src/workflow/live/live-result.ts';

const use = {
  answers: 40,
  unread: {},
  truncated: 0,
  refused: 0,
  cached: 0,
  promptTokens: 1,
  completionTokens: 1,
  cost: 0,
  reused: 0,
  retries: {},
  latency: null,
};
const MODEL: LiveModel = {
  rank: 1,
  model: 'mine',
  place: null,
  bestPlace: null,
  worstPlace: null,
  places: 0,
  actual: null,
  stopped: null,
  error: null,
  use,
  items: 40,
  ability: 0.35,
  se: 0.21,
  atBound: null,
  score: 55,
  low: 45,
  high: 65,
  verified: false,
  alarm: null,
  unverified: 'strategy',
  expected: { score: 55, low: 41, high: 69, basis: 'model' },
  misfit: null,
  ownRandom: null,
  growth: null,
  patterns: [],
  tags: {},
  right: 20,
  shareRight: 50,
  shareExpected: 51,
  residual: 0,
};
const RESULT: LiveResult = {
  version: 1,
  bank: 'exam',
  simulated: false,
  fullScore: 'micro',
  bankItems: 100,
  askable: 100,
  leftOut: { least: 0, most: 0 },
  target: 'recorded',
  growTo: null,
  strategy: 'paper',
  items: 40,
  lag: 1,
  seed: 1,
  prompts: ['cot-en-1'],
  mode: 'default',
  run: 2,
  database: 'x.db',
  complete: true,
  models: [MODEL],
  unanswered: [],
  recorded: [],
  recordedAs: {},
  unconverged: [],
  calibration: null,
  reused: null,
  endpointChanges: [],
  doubts: [],
  cost: 0,
};
const calibration = {
  number: 3,
  fingerprint: 'f',
  method: 'synthesis',
  pool: ['a', 'b'],
  bankItems: 100,
  warnings: [],
};

type Beside = Parameters<typeof liveDocument>[1];
const liveReport = (result: LiveResult, beside: Beside = {}) =>
  documentText(liveDocument(result, beside, { t: ENGLISH, reader: 'caller', where: '' }));
const livePage = (result: LiveResult, people: Beside['people'] = null) =>
  documentPage(liveDocument(result, { people }, { t: ENGLISH, reader: 'others', where: '' }));

test('a ranking repeats the warnings of its calibration', () => {
  const why = 'the reliability of the scale is 0.00';
  const warned = { ...RESULT, calibration: { ...calibration, warnings: [why] } };
  expect(liveReport(warned, {})).toMatch(new RegExp(`^WARNING: .*: ${why}\\.`, 'm'));
  expect(liveReport({ ...RESULT, calibration }, {})).not.toContain('WARNING');
});

test('people stand below the ranking as a reference without a rank', async () => {
  const people = {
    ...{ accuracy: 71.6, low: 69, high: 74.1, items: 80, of: 100, respondents: 20_000 },
    ...{ perItem: 214, plainMean: 70, tags: {} },
  };
  const report = liveReport(RESULT, { people });
  expect(report).toMatch(/^People .*\b214\b.*: 71\.6 \(69\.0 to 74\.1\)\..* 80 of 100 /m);
  expect(liveReport(RESULT, { people: null })).not.toContain('People (');
  // And on its page, with a mark at their score.
  const page = await livePage(RESULT, people);
  expect(page).toMatch(/: People .*\b214\b/);
  expect(await livePage(RESULT)).not.toContain('The marked line');
});

test('intervals are of the expected score if that is the target', () => {
  const report = liveReport({ ...RESULT, target: 'expected' }, {});
  expect(report).toMatch(/mine .*55\.0 +41\.0 – 69\.0/);
  const recorded = liveReport(RESULT, {});
  expect(recorded).toMatch(/mine .*55\.0 +45\.0 – 65\.0/);
});

test.each([
  ['highest', 6, '≥ 6.00'],
  ['lowest', -6, '≤ −6.00'],
] as const)('an ability on the %s bound has a mark and no error', (atBound, ability, shown) => {
  const report = liveReport({ ...RESULT, models: [{ ...MODEL, atBound, ability }] }, {});
  expect(report).toMatch(new RegExp(`mine +55\\.0 .* ${shown} `));
  expect(report).toContain('≤, ≥');
  const within = liveReport(RESULT, {});
  expect(within).toContain('0.35 ± 0.21');
  expect(within).not.toContain('≤, ≥');
});

test('what to do next: more items as far as the bank has them, but not after a warning', () => {
  expect(liveReport(RESULT, {})).toContain('(--items 80).');
  expect(liveReport({ ...RESULT, items: 60 }, {})).toContain('(--items 100).');
  expect(liveReport({ ...RESULT, items: 100 }, {})).not.toContain('--items');
  const unreadable = { pattern: 'unreadable', of: 40, truncated: 0, empty: 0 } as const;
  const after = (count: number) =>
    liveReport({ ...RESULT, models: [{ ...MODEL, patterns: [{ ...unreadable, count }] }] }, {});
  expect(after(10)).toContain('--items 80');
  expect(after(20)).toMatch(/^Next: .*WARNING/m);
  expect(after(20)).not.toContain('--items');
});

test('answers without a recognised one are counted in words', () => {
  const own = { ...use, unread: { none: 18, empty: 3 }, truncated: 2 };
  const text = liveReport({ ...RESULT, models: [{ ...MODEL, use: own }] }, {});
  expect(text).toMatch(/^mine +40 +not found 18, empty 3 +2 /m);
  expect(text).toMatch(/^Truncated: 2 .*max-tokens/m);
});

test('the heading says how far tests may grow', () => {
  const heading = (growTo: number | null) => liveReport({ ...RESULT, growTo }, {});
  expect(heading(90)).toMatch(/^items: 40, and up to 90 /m);
  expect(heading(null)).not.toContain('up to');
});

test('a page that is sent to others has nothing to type, and says whose answers are simulated', async () => {
  const doubted: LiveModel = { ...MODEL, alarm: 'contradicted', misfit: 0.9 };
  const change = {
    model: 'mine',
    field: 'model',
    old: 'a',
    new: 'b',
    between: 'asked',
  } as const;
  const result: LiveResult = {
    ...RESULT,
    target: 'expected',
    growTo: 60,
    models: [
      {
        ...doubted,
        patterns: [{ pattern: 'unreadable', count: 30, of: 40, truncated: 20, empty: 0 }],
      },
    ],
    endpointChanges: [change],
    reused: { answers: 3, oldest: '2026-01-01T00:00:00Z', newest: '2026-01-01T00:00:00Z' },
    doubts: [{ kind: 'simulated', examinees: ['mine'] }],
    leftOut: { least: 2, most: 3 },
  };
  const page = (await livePage(result)).replaceAll(/<style[\s\S]*?<\/style>/g, '');
  expect(page).toMatch(/SIMULATED:.* 2 to 3 flagged /s);
  expect(page).not.toMatch(/[\s(]--?[a-zA-Z]/);
  const text = liveReport(result, {});
  expect(text).toContain('SIMULATED:');
  expect(text).toMatch(/^mine .* see WARNING$/m);
  for (const option of [
    '--target',
    '--strategy',
    '--reuse',
    '--resume',
    '-M max-tokens',
    '--include-flagged',
  ])
    expect(text).toContain(option);
});

test('a score that changes a lot without unreadable answers is warned of, a small change is only told', () => {
  const expected = { score: 55, low: 41, high: 69, basis: 'model' } as const;
  const score = {
    ...MODEL,
    expected,
    misfit: 0,
    ownRandom: null,
    growth: null,
  } as unknown as LiveScore;
  const own = { score, place: 3, rank: 1 };
  const without = (value: number, place = 3) =>
    ifMissing(
      { unread: 4, truncated: 2, refused: 1 },
      own,
      {
        score: { ...score, items: 35, score: value, low: value - 9, high: value + 9 },
        place,
        rank: 1,
      },
      'recorded',
    );
  const report = (missing: ReturnType<typeof ifMissing>) =>
    liveReport({ ...RESULT, models: [{ ...MODEL, place: 3, ifMissing: missing }] }, {});
  // The standard error is 14 / 1.6449 = 8.51 points.
  const small = without(63.4);
  expect(small).toMatchObject({ isLarge: false, movesPlace: false });
  expect(small.error).toBeCloseTo(8.511, 3);
  expect(report(small)).toMatch(
    /^mine: 4 unreadable .* 2 truncated .* 1 refused .* 63\.4 \(54\.4 – 72\.4 \?\) .* 0\.35 ± 0\.21 /m,
  );
  expect(report(small)).not.toContain('WARNING');
  expect(report(without(63.6))).toMatch(/^WARNING: mine: .* 63\.6 .* 8\.6 .* 8\.5\.$/m);
  expect(report(without(56, 2))).toMatch(/WARNING: mine: .* place 2 .*3\./);
});

test('the share right is said not to be the score only where items were chosen', async () => {
  const isSaid = (result: LiveResult) => liveReport(result, {}).includes('chosen for each model');
  expect(isSaid(RESULT)).toBe(true);
  expect(isSaid({ ...RESULT, strategy: 'random' })).toBe(false);
  const models = RESULT.models.map((own) => ({ ...own, items: RESULT.askable }));
  const all = { ...RESULT, models, items: RESULT.askable };
  expect(isSaid(all)).toBe(false);
  expect(await livePage(RESULT)).toContain('They are chosen');
  expect(await livePage(all)).not.toContain('They are chosen');
});
