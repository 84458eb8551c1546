import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { poolSpans } from '../../src/threads/pool-spans.ts';
import { type Tracer, useTracer } from '../../src/tracing/span.ts';

/** Spans as a tracer gets them, with a clock of the test. */
interface Told {
  readonly name: string;
  readonly parent: string | null | undefined;
  facts: Record<string, unknown>;
  end: string;
}
let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  useTracer(null);
});

function recording(current: string | null): Told[] {
  const told: Told[] = [];
  const tracer = {
    begin(name, facts, { parent }) {
      const span: Told = { name, parent, facts: { ...facts }, end: 'open' };
      told.push(span);
      return {
        note: (more) => Object.assign(span.facts, more),
        within: (work) => work(),
        end: (error) => {
          span.end = error === undefined ? 'ended' : 'failed';
        },
        drop: () => {
          span.end = 'dropped';
        },
        rename: () => {},
      };
    },
    traceParent: () => current,
  } as Partial<Tracer> as Tracer;
  useTracer(tracer);
  return told;
}

test('a thread counts all tasks; only those of 100 ms or more, and failed ones, have spans', () => {
  const told = recording('study');
  const thread = poolSpans('monte-carlo')();
  const task = (ms: number, error?: unknown) => {
    const ended = thread.begin('round');
    now += ms;
    ended(error);
  };
  task(99);
  task(100);
  task(3, new Error());
  now += 1000;
  thread.end();
  expect(told).toEqual([
    {
      ...{ name: 'thread', parent: 'study', end: 'ended' },
      // 99 + 100 + 3; what it waited does not count.
      facts: { 'thetarank.thread': 1, 'thetarank.tasks': 3, 'thetarank.busy_ms': 202 },
    },
    ...['dropped', 'ended', 'failed'].map((end) => ({
      ...{ name: 'task monte-carlo', parent: 'round', end },
      facts: { 'thetarank.thread': 1 },
    })),
  ]);
});

test('a pool of many long tasks has 200 spans of tasks, and counts the others', () => {
  const told = recording('study');
  const begin = poolSpans(undefined);
  const threads = [begin(), begin()];
  for (let k = 0; k < 150; k++)
    for (const thread of threads) {
      const ended = thread.begin(null);
      now += 100;
      ended();
    }
  expect(told.filter(({ name }) => name === 'task')).toHaveLength(200);
  expect(told.filter(({ name }) => name === 'thread').map(({ facts }) => facts)).toEqual(
    [1, 2].map((number) => ({
      ...{ 'thetarank.thread': number, 'thetarank.tasks': 150, 'thetarank.busy_ms': 15_000 },
    })),
  );
  // Without a parent of its own, a task belongs to that of the pool.
  expect(told.at(-1)).toMatchObject({ name: 'task', parent: 'study' });
});

test('what belongs to no span, such as a pool of a worker, has none', () => {
  const told = recording(null);
  const thread = poolSpans('monte-carlo')();
  thread.begin('round')();
  thread.end();
  expect(told).toEqual([]);
});
