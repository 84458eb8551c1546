import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../../src/errors.ts';
import type { Examinee, Question, Reply } from '../../src/examinee/examinee.ts';
import { randomStream } from '../../src/random.ts';
import { Budget } from '../../src/run/budget.ts';
import { type RunModel, type RunServices, runModels } from '../../src/run/run-models.ts';
import type { RunAnswer } from '../../src/run/run-record.ts';
import { testItem } from './test-item.ts';

const BANK: Item[] = Array.from({ length: 40 }, (_, j) => testItem(j));

/** A test that asks item after item, `lag` of them unanswered at most, and notes what it was told. */
function plainTest(model: string, length: number, lag: number) {
  const scores = new Map<number, number>();
  let asked = 0;
  return {
    model,
    scores,
    next(most: number) {
      const items: number[] = [];
      while (items.length < most && asked < length && asked - scores.size < lag)
        items.push(asked++);
      return items;
    },
    record: (item: number, score: number) => void scores.set(item, score),
    get isOver() {
      return asked === length;
    },
  };
}

/** Says "The answer is (B)." after a while; fails on the items it is told to. */
function examinee(
  name: string,
  fails: (item: string) => boolean = () => false,
): Examinee & { calls: string[]; most: number } {
  const random = randomStream('delays', name);
  let inFlight = 0;
  const self = {
    name,
    calls: [] as string[],
    most: 0,
    async ask({ item }: Question): Promise<Reply> {
      self.calls.push(item);
      self.most = Math.max(self.most, ++inFlight);
      await setTimeout(3 * random());
      inFlight--;
      if (fails(item))
        fail('EXAMINEE_FAILED', { examinee: name, reason: 'HTTP 500', todo: 'Try again later.' });
      return {
        output: 'The answer is (B).',
        thinking: null,
        finishReason: 'stop',
        tokens: { prompt: 10, completion: 5, reasoning: 0 },
        cost: 0.1,
        latency: 1,
        attempts: 1,
        cached: false,
        refused: null,
      };
    },
  };
  return self;
}

function servicesOf(kept: RunAnswer[], more: Partial<RunServices> = {}): RunServices {
  return {
    store: {
      async append(_run, answers) {
        await setTimeout(1);
        kept.push(...answers);
        return answers.length;
      },
      charge: async (_run, charges) => charges[0],
    },
    run: 1,
    idAt: (position) => BANK[position].id,
    itemAt: async (position) => BANK[position],
    askOf: () => ({ prompt: { variant: 'answer-only' }, score: {} }),
    budget: new Budget(Number.POSITIVE_INFINITY),
    concurrency: 5,
    unanswered: 'stop',
    now: () => '2026-01-01T00:00:00.000Z',
    stop: new AbortController().signal,
    abort: new AbortController().signal,
    onAnswer() {},
    ...more,
  };
}

const modelOf = (
  test: ReturnType<typeof plainTest>,
  who: Examinee,
  known: readonly RunAnswer[] = [],
): RunModel => ({
  test,
  examinee: who,
  mostCost: () => 0.2,
  known: new Map(known.map((answer) => [answer.item, answer])),
});

test('every item is asked once, kept, and scored by its key', async () => {
  const kept: RunAnswer[] = [];
  const tests = ['a', 'b'].map((name) => plainTest(name, 30, 100));
  const who = ['a', 'b'].map((name) => examinee(name));
  const outcomes = await runModels(
    tests.map((test, k) => modelOf(test, who[k])),
    servicesOf(kept),
  );
  expect(outcomes.map(({ stopped }) => stopped)).toEqual([null, null]);
  for (const [k, { scores }] of tests.entries()) {
    const own = kept.filter(({ examinee: name }) => name === tests[k].model);
    expect(own.map(({ item }) => item).sort()).toEqual(
      BANK.slice(0, 30)
        .map(({ id }) => id)
        .sort(),
    );
    expect(own.map(({ place }) => place).sort((x, y) => x - y)).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 1),
    );
    for (const [j, score] of scores) expect(score).toBe(BANK[j].key[0] === 'B' ? 1 : 0);
    expect(who[k].most).toBe(5);
  }
});

test('an answer is told to the test only when it is kept', async () => {
  const kept: RunAnswer[] = [];
  const own = plainTest('a', 20, 3);
  const record = own.record;
  own.record = (item, score) => {
    expect(kept.map((answer) => answer.item)).toContain(BANK[item].id);
    record(item, score);
  };
  await runModels([modelOf(own, examinee('a'))], servicesOf(kept));
  expect(own.scores.size).toBe(20);
});

test('known answers are not asked again', async () => {
  const first: RunAnswer[] = [];
  await runModels([modelOf(plainTest('a', 12, 4), examinee('a'))], servicesOf(first));
  const kept: RunAnswer[] = [];
  const who = examinee('a');
  const again = plainTest('a', 20, 4);
  await runModels([modelOf(again, who, first)], servicesOf(kept));
  expect(who.calls).toHaveLength(8);
  expect(kept.map(({ item }) => item)).toEqual(expect.arrayContaining(who.calls));
  expect(again.scores.size).toBe(20);
});

test('a record of another test is refused', async () => {
  const first: RunAnswer[] = [];
  await runModels([modelOf(plainTest('a', 3, 1), examinee('a'))], servicesOf(first));
  const moved = first.map((answer, k) => ({ ...answer, place: first[2 - k].place }));
  await expect(
    runModels([modelOf(plainTest('a', 3, 1), examinee('a'), moved)], servicesOf([])),
  ).rejects.toThrow(/start a new run/);
});

test('a record of another test ends the tests of the other models too', async () => {
  const first: RunAnswer[] = [];
  await runModels([modelOf(plainTest('a', 3, 1), examinee('a'))], servicesOf(first));
  const moved = first.map((answer, k) => ({ ...answer, place: first[2 - k].place }));
  const other = examinee('b');
  const models = [
    modelOf(plainTest('a', 3, 1), examinee('a'), moved),
    modelOf(plainTest('b', 40, 2), other),
  ];
  await expect(runModels(models, servicesOf([]))).rejects.toThrow(/start a new run/);
  expect(other.calls.length).toBeLessThanOrEqual(2);
});

test('a model whose endpoint fails ends alone', async () => {
  const kept: RunAnswer[] = [];
  const tests = ['a', 'b'].map((name) => plainTest(name, 30, 100));
  const outcomes = await runModels(
    [
      modelOf(
        tests[0],
        examinee('a', (item) => item === BANK[7].id),
      ),
      modelOf(tests[1], examinee('b')),
    ],
    servicesOf(kept),
  );
  expect(outcomes[0]).toMatchObject({ stopped: 'failed', error: { code: 'EXAMINEE_FAILED' } });
  expect(outcomes[1]).toEqual({ model: 'b', stopped: null, error: null });
  expect(tests[1].scores.size).toBe(30);
  // What was in flight is kept and counted.
  expect(kept.filter(({ examinee: name }) => name === 'a')).toHaveLength(tests[0].scores.size);
});

test('a store that fails ends the run, after everything in flight has ended', async () => {
  const who = examinee('a');
  const services = servicesOf([], {
    store: {
      append: async () => {
        throw new Error('disk full');
      },
      charge: async (_run, charges) => charges[0],
    },
  });
  await expect(runModels([modelOf(plainTest('a', 30, 100), who)], services)).rejects.toThrow(
    'disk full',
  );
  const calls = who.calls.length;
  await setTimeout(20);
  expect(who.calls).toHaveLength(calls);
});

describe('the budget', () => {
  test('is never exceeded, and the rest of a test can go on', async () => {
    const kept: RunAnswer[] = [];
    const budget = new Budget(1.05);
    const outcomes = await runModels(
      ['a', 'b'].map((name) => modelOf(plainTest(name, 30, 100), examinee(name))),
      servicesOf(kept, { budget }),
    );
    expect(outcomes.map(({ stopped }) => stopped)).toEqual(['budget', 'budget']);
    expect(budget.spent).toBeLessThanOrEqual(1.05);
    // Each call costs half of what it might: nine fit before a tenth could pass the limit.
    expect(kept).toHaveLength(9);
  });
});

describe('stopping', () => {
  test('keeps open calls and asks no more', async () => {
    const kept: RunAnswer[] = [];
    const stop = new AbortController();
    const own = plainTest('a', 40, 100);
    const outcomes = await runModels(
      [modelOf(own, examinee('a'))],
      servicesOf(kept, {
        stop: stop.signal,
        onAnswer() {
          if (kept.length >= 10) stop.abort();
        },
      }),
    );
    expect(outcomes[0].stopped).toBe('stopped');
    expect(kept.length).toBeGreaterThanOrEqual(10);
    expect(kept.length).toBeLessThanOrEqual(15);
    expect(own.scores.size).toBe(kept.length);
  });

  test('ends what waits for its turn at the endpoint', async () => {
    const kept: RunAnswer[] = [];
    const stop = new AbortController();
    const base = examinee('a');
    // Two at a time get through, as at a gate; the others wait until they are told to stop.
    let inFlight = 0;
    const gated: Examinee = {
      name: 'a',
      async ask(question, signal, hold) {
        if (inFlight === 2) await setTimeout(60_000, undefined, { signal: hold });
        inFlight++;
        return base.ask(question, signal, hold).finally(() => inFlight--);
      },
    };
    const [outcome] = await runModels(
      [modelOf(plainTest('a', 40, 100), gated)],
      servicesOf(kept, { stop: stop.signal, onAnswer: () => stop.abort() }),
    );
    expect(outcome).toMatchObject({ stopped: 'stopped', error: null });
    expect(kept.length).toBeLessThanOrEqual(2);
  });

  test('at once asks nothing', async () => {
    const who = examinee('a');
    const outcomes = await runModels(
      [modelOf(plainTest('a', 40, 100), who)],
      servicesOf([], { stop: AbortSignal.abort() }),
    );
    expect(outcomes[0].stopped).toBe('stopped');
    expect(who.calls).toEqual([]);
  });
});

test('an answer that another process has kept meanwhile ends the run', async () => {
  const services = servicesOf([], {
    store: { append: async () => 0, charge: async (_run, charges) => charges[0] },
  });
  await expect(runModels([modelOf(plainTest('a', 5, 1), examinee('a'))], services)).rejects.toThrow(
    /another process/,
  );
});

describe('a question that never gets an answer', () => {
  const fails = (items: number[]) => (item: string) => items.some((j) => BANK[j].id === item);

  test('can count as wrong, and its test goes on', async () => {
    const kept: RunAnswer[] = [];
    const own = plainTest('a', 30, 100);
    const [outcome] = await runModels(
      [modelOf(own, examinee('a', fails([7, 20])))],
      servicesOf(kept, { unanswered: 'wrong' }),
    );
    expect(outcome.stopped).toBeNull();
    expect(own.scores.size).toBe(30);
    const refused = kept.filter(({ refused }) => refused !== null);
    expect(refused.map(({ item }) => item).sort()).toEqual([BANK[20].id, BANK[7].id].sort());
    for (const { score, refused: reason } of refused) {
      expect(score).toBe(0);
      expect(reason).toMatch(/no answer: HTTP 500/);
    }
  });

  test('is not kept as wrong if failures follow each other', async () => {
    const kept: RunAnswer[] = [];
    const [outcome] = await runModels(
      [modelOf(plainTest('a', 30, 1), examinee('a', fails([7, 8, 9])))],
      servicesOf(kept, { unanswered: 'wrong' }),
    );
    expect(outcome).toMatchObject({ stopped: 'failed', error: { code: 'EXAMINEE_FAILED' } });
    expect(kept).toHaveLength(9);
  });
});

test('a test that throws ends all of them, and nothing is left in flight', async () => {
  const own = plainTest('a', 30, 3);
  const next = own.next;
  own.next = (most) => {
    if (own.scores.size > 4) throw new Error('a defect');
    return next(most);
  };
  const who = [examinee('a'), examinee('b')];
  const other = plainTest('b', 40, 100);
  await expect(
    runModels([modelOf(own, who[0]), modelOf(other, who[1])], servicesOf([])),
  ).rejects.toThrow('a defect');
  const calls = who.map(({ calls }) => calls.length);
  await setTimeout(20);
  expect(who.map(({ calls }) => calls.length)).toEqual(calls);
  expect(calls[1]).toBeLessThan(40);
});
