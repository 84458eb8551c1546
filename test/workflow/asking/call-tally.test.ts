import { expect, test } from 'vitest';
import { KeptCalls } from '../../../src/run/kept-calls.ts';
import type { RunCall } from '../../../src/run/run-calls.ts';
import type { RunAnswer } from '../../../src/run/run-record.ts';
import { outputsSeen } from '../../../src/workflow/asking/call-sources.ts';
import { callTally } from '../../../src/workflow/asking/call-tally.ts';

/** Call 1 sees call 0; call 2 is of another model. */
const calls = [[], [0], []].map((before, k) => ({
  id: `call ${k}`,
  before,
})) as unknown as RunCall[];
const right = { score: 1, extracted: 'A' } as unknown as RunAnswer;

function work() {
  const kept = new KeptCalls(calls.length, 2);
  kept.keep(0, 0, right);
  return { calls, items: 2, kept, needed: (item: number) => (item === 0 ? [0, 1, 2] : [2]) };
}

test('counts what is kept, then each answer as it comes: calls, whole items, and scores by row', () => {
  const own = work();
  const tally = callTally(own, {
    rows: [[0, 1], [2]],
    counts: (call, item) => call !== 2 || item === 1,
  });
  expect(tally.calls()).toEqual({ kept: 1, missing: 3 });
  expect([tally.items(), tally.finals()]).toEqual([
    0,
    [
      { right: 1, answers: 1 },
      { right: 0, answers: 0 },
    ],
  ]);
  for (const [call, item] of [
    [2, 1],
    [2, 0],
    [1, 0],
  ]) {
    own.kept.keep(call, item, right);
    tally.count(call, item);
  }
  expect(tally.calls()).toEqual({ kept: 4, missing: 0 });
  expect([tally.items(), tally.finals()]).toEqual([
    2,
    [
      { right: 2, answers: 2 },
      { right: 1, answers: 1 },
    ],
  ]);
});

test('only kept outputs that a missing call sees are read', async () => {
  const asked: string[] = [];
  const store = {
    async *outputs(_: number, places: ReadonlyMap<string, readonly number[]>) {
      asked.push(...places.keys());
      yield { examinee: 'call 0', place: 1, output: 'what it said' };
    },
  } as never;
  const outputsOf = outputsSeen(store, { ...work(), placeOf: (item) => item + 1 }, 1);
  expect([...(await outputsOf(0))]).toEqual([[0, 'what it said']]);
  expect(asked).toEqual(['call 0']);
});
