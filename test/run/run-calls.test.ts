import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fail } from '../../src/errors.ts';
import { AnswerAwaited } from '../../src/examinee/batch/answer-awaited.ts';
import type { Examinee, Question } from '../../src/examinee/examinee.ts';
import { plainReply } from '../../src/examinee/reply.ts';
import { SYSTEM_CLOCK } from '../../src/examinee/services.ts';
import { randomStream } from '../../src/random.ts';
import { KeptCalls } from '../../src/run/kept-calls.ts';
import { keptOutputs } from '../../src/run/kept-outputs.ts';
import { type BudgetLimits, NO_LIMITS, RunBudgets } from '../../src/run/run-budgets.ts';
import { type CallServices, type RunCall, runCalls } from '../../src/run/run-calls.ts';
import type { RunAnswer, RunCharge } from '../../src/run/run-record.ts';
import { testItem } from './test-item.ts';

const ITEMS = 12;
const PRICE = 0.1;
/** The most a call can take, and what it takes. */
const TOKENS = 100;
const USED = { prompt: 50, completion: 10, reasoning: 0 };

interface AskedCall {
  readonly call: string;
  readonly item: string;
}

/** Three models, each of which generates, criticises the next one and reflects on the criticism of the one before. */
function debatingModels(
  options: { fails?: (asked: AskedCall) => boolean; isForAll?: boolean } = {},
) {
  const asked: AskedCall[] = [];
  const seen: Record<string, readonly string[]> = {};
  const random = randomStream('run-calls');
  const most = new Map<string, number>();
  const inFlight = new Map<string, number>();
  const examinee = (name: string): Examinee => ({
    name,
    async ask({ item, messages }: Question) {
      const call = messages[0].content;
      asked.push({ call, item });
      const now = (inFlight.get(name) ?? 0) + 1;
      inFlight.set(name, now);
      most.set(name, Math.max(most.get(name) ?? 0, now));
      await setTimeout(2 * random());
      inFlight.set(name, inFlight.get(name)! - 1);
      if (options.fails?.({ call, item }) === true)
        fail('EXAMINEE_FAILED', {
          examinee: name,
          reason: 'HTTP 500',
          todo: 'Try again.',
          cost: PRICE,
          isForAll: options.isForAll === true,
        });
      return { ...plainReply(`${call} on ${item}`), cost: PRICE, tokens: USED };
    },
  });
  const names = ['x', 'y', 'z'];
  const examinees = names.map(examinee);
  const callOf = (id: string, m: number, before: number[]): RunCall => ({
    id,
    model: names[m],
    before,
    examinee: examinees[m],
    repeat: 0,
    conversation(item, outputs) {
      seen[`${id} on ${item.id}`] = outputs;
      const prompt = { version: 'v', hash: '', messages: [{ role: 'user' as const, content: id }] };
      return { turns: 1, next: () => prompt };
    },
    most: () => ({ dollars: PRICE, tokens: TOKENS }),
    read: (_, { outputs: [output] }) => ({
      output,
      extracted: 'A',
      rule: 'r',
      reason: null,
      score: 1,
    }),
  });
  const calls = [
    ...names.map((name, m) => callOf(name, m, [])),
    ...names.map((name, m) => callOf(`${name} criticised`, (m + 1) % 3, [m])),
    ...names.map((name, m) => callOf(`${name} reflects`, m, [m, 3 + m])),
  ];
  return { asked, seen, most, calls };
}

const nothing = { dollars: 0, tokens: 0 };
const budgets = (limits: BudgetLimits, before = nothing, clock = SYSTEM_CLOCK) =>
  new RunBudgets(limits, before, clock);

function setting(calls: readonly RunCall[], record: RunAnswer[] = []) {
  const kept = new KeptCalls(calls.length, ITEMS);
  const place = new Map(calls.map(({ id }, k) => [id, k]));
  for (const answer of record) kept.keep(place.get(answer.examinee)!, answer.place - 1, answer);
  const charged: RunCharge[] = [];
  let reads = 0;
  let texts = 0;
  const store = {
    async append(_: number, answers: readonly RunAnswer[]) {
      await setTimeout(1);
      record.push(...answers);
      return answers.length;
    },
    async charge(_: number, charges: readonly RunCharge[]) {
      charged.push(...charges);
      return charges[0];
    },
    async *outputs(_: number, placesOf: ReadonlyMap<string, readonly number[]>) {
      reads++;
      for (const { examinee, place: at, output } of [...record])
        if (placesOf.get(examinee)?.includes(at)) {
          texts++;
          yield { examinee, place: at, output };
        }
    },
  };
  const needed = () => calls.map((_, k) => k);
  const wanted = (item: number) => {
    const missing = needed().filter((call) => !kept.isKept(call, item));
    const before = new Set(missing.flatMap((call) => calls[call].before));
    return [...before].filter((call) => kept.isKept(call, item));
  };
  const failures: number[] = [];
  const services: CallServices = {
    store,
    run: 1,
    kept,
    concurrency: 4,
    budgets: budgets(NO_LIMITS),
    itemAt: async (item) => testItem(item),
    placeOf: (item) => item + 1,
    outputsOf: keptOutputs(
      store,
      1,
      {
        items: ITEMS,
        wanted,
        examineeOf: (call) => calls[call].id,
        placeOf: (item) => item + 1,
      },
      5,
    ),
    now: () => '2026-01-01T00:00:00.000Z',
    stop: new AbortController().signal,
    abort: new AbortController().signal,
    onAnswer() {},
    onFailure: (call) => void failures.push(call),
  };
  return {
    work: { calls, items: ITEMS, needed },
    services,
    record,
    charged,
    failures,
    wanted,
    reads: () => reads,
    texts: () => texts,
  };
}

const nameOf = ({ call, item }: AskedCall) => `${call} on ${item}`;
const keptNames = (record: readonly RunAnswer[]) =>
  record.map(({ examinee, item }) => `${examinee} on ${item}`).sort();

test('a call with an awaited answer stays missing, and ends nothing', async () => {
  const { calls } = debatingModels();
  const waiting = calls.map((call, k) => ({
    ...call,
    examinee: {
      name: call.model,
      async ask(question: Question) {
        if (k === 1 || question.item === 'item-3') throw new AnswerAwaited(question);
        return plainReply('x');
      },
    },
  }));
  const { work, services, record, failures } = setting(waiting);
  const outcomes = await runCalls(work, services);
  expect(outcomes.map(({ stopped }) => stopped)).toEqual([null, null, null]);
  expect(failures).toEqual([]);
  // Of all but one item: y's generation, the criticism of it and its reflection are missing.
  expect(record).toHaveLength(6 * (ITEMS - 1));
});

test('every call is asked once, after those it sees, with their outputs', async () => {
  const { asked, seen, most, calls } = debatingModels();
  const { work, services, record } = setting(calls);
  const outcomes = await runCalls(work, services);
  expect(outcomes.map(({ stopped }) => stopped)).toEqual([null, null, null]);
  const names = asked.map(nameOf);
  expect(names).toHaveLength(9 * ITEMS);
  expect(new Set(names).size).toBe(9 * ITEMS);
  expect(keptNames(record)).toEqual([...names].sort());
  for (let j = 0; j < ITEMS; j++) {
    const on = `on item-${j}`;
    expect(seen[`x criticised ${on}`]).toEqual([`x ${on}`]);
    expect(seen[`x reflects ${on}`]).toEqual([`x ${on}`, `x criticised ${on}`]);
  }
  for (const n of most.values()) expect(n).toBeLessThanOrEqual(4);
  expect(record[0]).toMatchObject({ prompt: 'v', score: 1, cost: PRICE });
});

test('kept calls are not asked again, and their outputs are read when needed', async () => {
  const before = debatingModels();
  const stop = new AbortController();
  const first = setting(before.calls);
  await runCalls(first.work, {
    ...first.services,
    stop: stop.signal,
    onAnswer: () => void (first.record.length >= 30 && stop.abort()),
  });
  const half = first.record.length;
  expect(half).toBeGreaterThanOrEqual(30);
  expect(half).toBeLessThan(45);
  const after = debatingModels();
  const second = setting(after.calls, first.record);
  const all = Array.from({ length: ITEMS }, (_, item) => second.wanted(item).length);
  const wanted = all.reduce((sum, n) => sum + n, 0);
  await runCalls(second.work, second.services);
  expect(after.asked).toHaveLength(9 * ITEMS - half);
  expect(new Set(keptNames(second.record)).size).toBe(9 * ITEMS);
  expect(second.record).toHaveLength(9 * ITEMS);
  for (const [name, outputs] of Object.entries(after.seen)) {
    const on = name.slice(name.indexOf(' on '));
    const [who] = name.split(' ');
    expect(outputs, name).toEqual(
      [`${who}${on}`, `${who} criticised${on}`].slice(
        0,
        name.includes('criticised') ? 1 : name.includes('reflects') ? 2 : 0,
      ),
    );
  }
  expect(second.reads()).toBeGreaterThan(1);
  // Each text once, and none that nobody sees.
  expect(second.texts()).toBe(wanted);
  // Nothing is missing: nothing is read.
  const third = setting(debatingModels().calls, second.record);
  await runCalls(third.work, third.services);
  expect(third.reads()).toBe(0);
});

test('a model whose endpoint fails ends alone, and calls that depend on it stay missing', async () => {
  for (const isForAll of [true, false]) {
    const { asked, calls } = debatingModels({
      fails: ({ call }) => ['x', 'z criticised', 'x reflects'].includes(call),
      isForAll,
    });
    const { work, services, record } = setting(calls);
    const outcomes = await runCalls(work, services);
    expect(outcomes.map(({ stopped }) => stopped)).toEqual(['failed', null, null]);
    expect(outcomes[0].error?.code).toBe('EXAMINEE_FAILED');
    const kept = new Set(record.map(({ examinee }) => examinee));
    expect([...kept].sort()).toEqual(['y', 'y criticised', 'y reflects', 'z']);
    expect(record).toHaveLength(4 * ITEMS);
    expect(asked.length - record.length).toBeLessThanOrEqual(7);
  }
});

test('a call without an answer stays missing with those that see it; the rest is asked', async () => {
  const { calls } = debatingModels({
    fails: ({ call, item }) => call === 'y' && item === 'item-3',
  });
  const { work, services, record, failures } = setting(calls);
  const budget = budgets({ ...NO_LIMITS, money: 1000 });
  const outcomes = await runCalls(work, { ...services, budgets: budget });
  expect(outcomes.map(({ stopped }) => stopped)).toEqual([null, null, null]);
  expect(failures).toEqual([1]);
  expect(record).toHaveLength(9 * ITEMS - 3);
  expect(budget.taken.dollars).toBeCloseTo(PRICE * (9 * ITEMS - 2), 9);
});

test('paid calls without a kept answer are charged to the run: failures and unfinished cases', async () => {
  const { calls } = debatingModels({
    fails: ({ call, item }) => call === 'y' && item === 'item-3',
  });
  const [x] = calls;
  const answers = x.examinee;
  const ofTwo: RunCall = {
    ...x,
    examinee: {
      name: 'x',
      async ask(question, ...signals) {
        if (question.repeat > 0 || question.messages.length < 2 || question.item !== 'item-5')
          return answers.ask(question, ...signals);
        throw new DOMException('stopped', 'AbortError');
      },
    },
    conversation: (item, seen) => ({
      turns: 2,
      next: (before) => {
        const prompt = x.conversation(item, seen).next([]);
        return before.length === 0
          ? prompt
          : { ...prompt, messages: [...prompt.messages, ...prompt.messages] };
      },
    }),
  };
  const { work, services, record, charged } = setting([ofTwo, calls[1]]);
  const budget = budgets(NO_LIMITS);
  const running = runCalls(work, { ...services, budgets: budget });
  await expect(running).rejects.toThrow('stopped');
  expect(charged.map(({ source }) => source.split(',')[0]).sort()).toEqual([
    'no reply: y at 4',
    'x at 6',
  ]);
  // The first question of the case; of a failure the dollars alone are known.
  expect(charged.find(({ source }) => source.startsWith('x'))).toMatchObject({
    dollars: PRICE,
    tokens: 60,
  });
  expect(charged.find(({ source }) => source.startsWith('no reply: y'))).toMatchObject({
    dollars: PRICE,
    tokens: 0,
  });
  const kept = record.reduce((sum, { cost }) => sum + cost, 0);
  expect(budget.taken.dollars).toBeCloseTo(kept + 2 * PRICE, 9);
});

test('a budget is not passed, and all that was paid is kept', async () => {
  const { asked, calls } = debatingModels();
  const { work, services, record } = setting(calls);
  const budget = budgets({ ...NO_LIMITS, money: 3 });
  const outcomes = await runCalls(work, { ...services, budgets: budget });
  expect(outcomes.map(({ stopped }) => stopped)).toEqual(['budget', 'budget', 'budget']);
  expect(asked).toHaveLength(30);
  expect(record).toHaveLength(30);
  expect(budget.taken.dollars).toBeCloseTo(3, 9);
});

test('a call reserves the most tokens it can take, and counts those it took', async () => {
  const { asked, calls } = debatingModels();
  const { work, services, record } = setting(calls);
  const budget = budgets({ ...NO_LIMITS, tokens: 1000 });
  const outcomes = await runCalls(work, { ...services, budgets: budget });
  expect(outcomes.map(({ stopped }) => stopped)).toEqual(['budget', 'budget', 'budget']);
  // Of 60 tokens each 16 fit: a seventeenth could have taken 100.
  expect(asked).toHaveLength(16);
  expect(record).toHaveLength(16);
  expect(budget.taken.tokens).toBe(960);
  expect(budget.spent).toEqual(['tokens']);
});

test('once its time is over no call begins; open calls arrive', async () => {
  const { asked, calls } = debatingModels();
  const { work, services, record } = setting(calls);
  let at = 0;
  // Nobody wakes the timer: the clock alone tells.
  const clock = { now: () => at, sleep: () => new Promise<void>(() => {}) };
  const budget = budgets({ ...NO_LIMITS, time: 1000 }, nothing, clock);
  let then = 0;
  const outcomes = await runCalls(work, {
    ...services,
    budgets: budget,
    onAnswer() {
      if (record.length < 20 || then > 0) return;
      at = 1000;
      then = asked.length;
    },
  });
  expect(outcomes.map(({ stopped }) => stopped)).toEqual(['budget', 'budget', 'budget']);
  expect(then).toBeGreaterThan(20);
  expect(asked).toHaveLength(then);
  expect(record).toHaveLength(then);
  expect(budget.spent).toEqual(['time']);
});

test('an error of the store ends the run once no call is open', async () => {
  const { asked, calls } = debatingModels();
  const { work, services } = setting(calls);
  const store = { ...services.store, append: () => Promise.reject(new Error('disk full')) };
  await expect(runCalls(work, { ...services, store })).rejects.toThrow('disk full');
  const then = asked.length;
  await setTimeout(20);
  expect(asked).toHaveLength(then);
  const busy = setting(calls);
  const late = { ...busy.services.store, append: async () => 0 };
  await expect(runCalls(busy.work, { ...busy.services, store: late })).rejects.toMatchObject({
    code: 'RUN_BUSY',
  });
  // Answers that came second were paid all the same.
  expect(busy.charged[0]).toMatchObject({ dollars: PRICE, tokens: 60 });
});

test('a run that is stopped before it begins asks nothing', async () => {
  const { asked, calls } = debatingModels();
  const { work, services } = setting(calls);
  const stop = AbortSignal.abort();
  const outcomes = await runCalls(work, { ...services, stop });
  expect(outcomes.map(({ stopped }) => stopped)).toEqual(['stopped', 'stopped', 'stopped']);
  expect(asked).toEqual([]);
});
