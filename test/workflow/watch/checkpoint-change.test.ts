import { expect, test } from 'vitest';
import { lineText } from '../../../src/cli/watch/watch-lines.ts';
import type { RecordedBank } from '../../../src/ranking/recorded-bank.ts';
import type { Store } from '../../../src/store/store.ts';
import type { LiveResult } from '../../../src/workflow/live/live-result.ts';
import { checkpointChange } from '../../../src/workflow/watch/checkpoint-change.ts';

const ITEMS = Array.from({ length: 10 }, (_, j) => `item-${j}`);
const bank = {
  ...{ name: 'mine', simulated: false, fullScore: 'items', tags: {} },
  responses: { examinees: [], items: ITEMS, scores: new Float32Array() },
} as unknown as RecordedBank;
/** Tests of six items each, of which the two share `shared`. */
let unread: readonly string[] = [];
function storeOf(shared: number, ...results: LiveResult[]): Store {
  const configuration = { bank: 'mine' };
  return {
    runs: async () => [1, 2].map((id) => ({ id, configuration })),
    summaryOf: async (run: number) => results[run - 1],
    origins: async () => [],
    async *answers(run: number) {
      const first = run === 1 ? 0 : 6 - shared;
      for (const item of ITEMS.slice(first, first + 6))
        yield {
          ...{ examinee: `step-${run}`, item, score: run === 1 ? 1 : 0, refused: null },
          extracted: run === 2 && unread.includes(item) ? null : 'A',
        };
    },
  } as unknown as Store;
}
function resultOf(
  run: number,
  [score, low, high]: readonly [number, number, number],
  { strategy = 'robust', verified = true } = {},
): LiveResult {
  const model = { score, low, high, expected: { score, low, high }, verified };
  return { run, strategy, models: [model] } as unknown as LiveResult;
}
const random = { strategy: 'random' };
const LOWER = [40, 35, 45] as const;
const change = (shared: number, own = resultOf(2, LOWER), more = {}) =>
  checkpointChange(
    storeOf(shared, resultOf(1, [50, 45, 55], { strategy: own.strategy, ...more }), own),
    bank,
    { checkpoint: 'step-1', run: 1 },
    { checkpoint: 'step-2', run: 2 },
    'expected',
    { drop: 0.01, confidence: 0.95 },
  );

test('tests that share few items are compared by their scores, as independent ones', async () => {
  for (const own of [resultOf(2, LOWER), resultOf(2, LOWER, random)]) {
    const found = await change(2, own);
    expect(found).toMatchObject({ from: 'step-1', run: 1, basis: 'scores', shared: 2 });
    expect(found?.verified).toBe(true);
    expect(found?.difference).toBeCloseTo(-10, 9);
    // Two 90% intervals of ±5.
    expect(found?.low).toBeCloseTo(-10 - Math.sqrt(50), 6);
    expect(found?.high).toBeCloseTo(-10 + Math.sqrt(50), 6);
    expect(found?.regression?.is).toBe('shown');
    // z = (−10 + 1) / (√50 / 1.6449): Φ(z) = erfc(−z / √2) / 2, by Python's math.erfc.
    expect(found?.regression?.p).toBeCloseTo(0.018149736218411, 6);
  }
});

test('unverified intervals decide nothing', async () => {
  const unverified = { verified: false };
  for (const found of [
    await change(2, resultOf(2, LOWER, unverified)),
    await change(2, resultOf(2, LOWER), unverified),
  ]) {
    expect(found).toMatchObject({ verified: false, regression: { is: 'undecided' } });
    expect(found?.regression?.p).toBeCloseTo(0.018149736218411, 6);
  }
});

test('an interval that ends at 0 points counts by its other side', async () => {
  const found = await change(2, resultOf(2, [0, 0, 5]));
  expect(found?.high).toBeCloseTo(-50 + Math.sqrt(50), 6);
});

test('random tests that share half of their items are compared by these alone', async () => {
  const own = resultOf(2, LOWER, { ...random, verified: false });
  const paired = { basis: 'items', shared: 3, verified: true, difference: -100 };
  expect(await change(3, own)).toMatchObject(paired);
});

test('items that tests have chosen are no sample of the bank, so the scores are compared', async () => {
  expect(await change(6)).toMatchObject({ basis: 'scores', shared: 6, difference: -10 });
  expect(await change(6, resultOf(2, LOWER, random), { strategy: 'robust' })).toMatchObject({
    basis: 'scores',
  });
});

test('without unreadable answers: by the pairs that remain, or the scores without them', async () => {
  unread = ITEMS.slice(3, 8);
  const own = (left: readonly number[]) => {
    const result = resultOf(2, LOWER, random);
    const [score, low, high] = left;
    return {
      ...result,
      models: [{ ...result.models[0], ifMissing: { unread: 5, refused: 0, score, low, high } }],
    } as unknown as LiveResult;
  };
  const found = await change(2, own([49, 44, 54]));
  expect(found).toMatchObject({ basis: 'scores', regression: { is: 'shown' } });
  expect(found?.difference).toBeCloseTo(-10, 9);
  // 49 and 50 points, each ± 5.
  expect(found?.ifMissing).toMatchObject({
    ...{ basis: 'scores', shared: 0, movesVerdict: true, regression: { is: 'undecided' } },
    low: expect.closeTo(-1 - Math.sqrt(50), 6),
  });
  expect(found?.ifMissing?.difference).toBeCloseTo(-1, 9);
  // As low without them: nothing else is decided.
  expect((await change(2, own(LOWER)))?.ifMissing).toMatchObject({ movesVerdict: false });
  const text = lineText(
    {
      ...{ checkpoint: 'step-2', path: null, state: 'tested', model: 'step-2', run: 2 },
      ...{ score: 40, low: 35, high: 45, verified: true, unverified: null, alarm: null },
      ...{
        place: null,
        answers: 6,
        unread: 5,
        truncated: 0,
        refused: 0,
        tooLong: 0,
        cost: null,
        seconds: 1,
        error: null,
      },
      change: { ...found!, passedOver: [] },
    },
    { drop: 1, confidence: 0.95 },
  );
  expect(text).toContain('5 unreadable answers');
  expect(text).toContain('1.0 points is shown');
  expect(text).toMatch(/WARNING: .* −?-?1\.0 \(.*\); .*--fail-if is then undecided\.$/);
  unread = [];
  expect((await change(2))?.ifMissing).toBeUndefined();
});
