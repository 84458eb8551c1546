import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { fail } from '../../../src/errors.ts';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import type { Examinee, Question, Reply } from '../../../src/examinee/examinee.ts';
import { eventBus } from '../../../src/server/events.ts';
import type { ConfiguredModels } from '../../../src/server/models/configured-models.ts';
import { modelRunner } from '../../../src/server/models/model-runner.ts';
import type { Instance } from '../../../src/store/instances/instance-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { testItem } from '../../run/test-item.ts';
import { sessionsInMemory } from './sessions-in-memory.ts';

const ITEMS = Array.from({ length: 12 }, (_, j) => testItem(j));
const IDS = ITEMS.map(({ id }) => id);
const COST = 0.1;

/** Answers B to every question, when it is let. */
function examinee(fails: (question: Question) => boolean = () => false) {
  const waiting: (() => void)[] = [];
  const self = {
    name: 'm',
    calls: [] as string[],
    most: 0,
    inFlight: 0,
    /** How many questions it takes at a time. */
    places: 100,
    /** Whether answers come by themselves. */
    isFree: true,
    let() {
      for (const go of waiting.splice(0)) go();
    },
    async ask(question: Question, signal?: AbortSignal, hold?: AbortSignal): Promise<Reply> {
      while (self.inFlight >= self.places) {
        hold?.throwIfAborted();
        await sleep(1);
      }
      self.calls.push(question.item);
      self.most = Math.max(self.most, ++self.inFlight);
      try {
        if (self.isFree) await sleep(1);
        else
          await new Promise<void>((resolve, reject) => {
            waiting.push(resolve);
            signal?.addEventListener('abort', () => reject(signal.reason));
          });
      } finally {
        self.inFlight--;
      }
      if (fails(question)) {
        const reason = 'HTTP 500 of http://models.internal:8000/v1';
        fail('EXAMINEE_FAILED', { examinee: 'm', reason, todo: 'Try again.', cost: 0.01 });
      }
      return {
        output: 'The answer is (B).',
        thinking: null,
        finishReason: 'stop',
        tokens: { prompt: 10, completion: 5, reasoning: 0 },
        cost: COST,
        latency: 1,
        attempts: 1,
        cached: false,
        refused: null,
      };
    },
  };
  return self;
}

const configuration = endpointConfiguration({
  name: 'm',
  baseUrl: 'http://models.internal:8000/v1',
  model: 'served',
  sampling: { maxTokens: 100 },
  // 100 tokens of an answer are 10 cents, those of prompts cost nothing: no answer costs more.
  price: { prompt: 0, completion: 1000 },
});

function runnerOf(of: Examinee, grace = 1000, instance: Instance | null = null) {
  const events = eventBus();
  const logged: unknown[] = [];
  const sessions = sessionsInMemory(events);
  const model = { configuration, examinee: () => of, troubles: () => [] };
  let changed = (_: string): void => {};
  const models: ConfiguredModels = {
    list: () => [{ name: 'm', model: 'served' }],
    find: (name) => (name === 'm' ? model : undefined),
    get: (name) =>
      name === 'm' ? model : fail('NAME_UNKNOWN', { kind: 'model', name, nearest: [] }),
    onTroubles(listener) {
      changed = listener;
      return () => {};
    },
  };
  const store = {
    async *items(_: string, ids: readonly string[]) {
      yield* ITEMS.filter(({ id }) => ids.includes(id));
    },
  } as unknown as Store;
  const log = (...line: unknown[]) => void logged.push(line);
  const runner = modelRunner({ store, events, instance, log }, models, sessions.service, {
    grace,
  });
  return { ...sessions, runner, logged, events, trouble: () => changed('m') };
}

/** Waits until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { interval: 1 }).toBe(true);
}

test('what goes wrong with a model is an event of its sessions, and opens none that is paused', async () => {
  const model = examinee();
  model.isFree = false;
  const { open, service, events, trouble } = runnerOf(model);
  open('s', IDS, { lag: 2 });
  await until(() => model.calls.length === 2);
  const states: string[] = [];
  events.listen((event) => event.type === 'session' && states.push(event.state));
  trouble();
  await until(() => states.length === 1);
  await service.pause('s');
  trouble();
  await until(() => states.length === 3);
  expect(states).toEqual(['open', 'paused', 'paused']);
  model.let();
  await until(() => model.inFlight === 0);
  expect(model.calls).toHaveLength(2);
});

test('the first answers of a session are told of if none can be read, until one can', async () => {
  const model = examinee();
  model.isFree = false;
  let output = '';
  const mute: Examinee = {
    name: 'm',
    ask: async (...question) => ({ ...(await model.ask(...question)), output }),
  };
  const { open, runner } = runnerOf(mute);
  const own = open('s', IDS, { lag: 1 });
  const answerOne = async () => {
    const answered = own.scores.size;
    await until(() => model.inFlight === 1);
    model.let();
    await until(() => own.scores.size === answered + 1);
  };
  expect(runner.troubles('other')).toEqual([]);
  for (let k = 0; k < 4; k++) await answerOne();
  expect(runner.troubles('s')).toEqual([]);
  await answerOne();
  expect(runner.troubles('s')).toEqual([
    {
      cause: 'unreadable',
      since: expect.stringMatching(/^20\d\d-/),
      message:
        'WARNING: the first 5 answers could not be read and count as wrong, so the score says more about the prompt, the limit of tokens or the extraction than about the model; all were empty: check the chat template and the reasoning parser of the server.',
      todo: expect.stringContaining('Pause the session'),
      retryIn: null,
    },
  ]);
  output = 'The answer is (B).';
  await answerOne();
  expect(runner.troubles('s')).toEqual([]);
});

describe('a session that is resumed', () => {
  /** Some answers, then an error that ends the session, then it goes on. */
  async function resumed(answers: number, first: string) {
    let isBroken = false;
    let output = first;
    const model = examinee(() => isBroken);
    model.isFree = false;
    const self: Examinee = {
      name: 'm',
      ask: async (...question) => ({ ...(await model.ask(...question)), output }),
    };
    const { open, runner, service } = runnerOf(self);
    const own = open('s', IDS, { lag: 1 });
    const go = async (isSo: () => boolean) => {
      await until(() => model.inFlight === 1);
      model.let();
      await until(isSo);
    };
    const answerOne = (text: string) => {
      output = text;
      const { size } = own.scores;
      return go(() => own.scores.size === size + 1);
    };
    for (let k = 0; k < answers; k++) await answerOne(first);
    isBroken = true;
    await go(() => own.summary.state === 'failed');
    isBroken = false;
    await service.resume('s');
    return { runner, answerOne };
  }

  test('counts the answers before that could not be read', async () => {
    const { runner, answerOne } = await resumed(3, '');
    await answerOne('');
    expect(runner.troubles('s')).toEqual([]);
    await answerOne('');
    expect(runner.troubles('s')).toMatchObject([
      {
        cause: 'unreadable',
        message: expect.stringContaining('the first 5 answers could not be read'),
      },
    ]);
  });

  test('does not call its next answers the first ones if one before could be read', async () => {
    const { runner, answerOne } = await resumed(1, 'The answer is (B).');
    for (let k = 0; k < 6; k++) await answerOne('');
    expect(runner.troubles('s')).toEqual([]);
  });
});

describe('a model that the service asks', () => {
  test('answers a session by itself, as many items at once as it has in flight, each once', async () => {
    const model = examinee();
    const { open } = runnerOf(model);
    const own = open('s', IDS, { lag: 4 });
    await until(() => own.summary.state === 'finished');
    expect([...model.calls].sort()).toEqual([...IDS].sort());
    expect(model.most).toBe(4);
    // The key goes round from A to D: B is right every fourth time.
    expect(
      [...own.scores]
        .filter(([, score]) => score === 1)
        .map(([item]) => item)
        .sort(),
    ).toEqual(IDS.filter((_, j) => j % 4 === 1).sort());
    expect(own.summary.cost).toBeCloseTo(IDS.length * COST, 12);
    expect(own.charged).toBe(0);
  });

  test('is left alone by sessions that callers answer', async () => {
    const model = examinee();
    const { open, runner } = runnerOf(model);
    open('s', IDS, { model: null });
    await runner.start();
    await sleep(5);
    expect(model.calls).toEqual([]);
  });

  test('is asked nothing more from a pause on; what comes then is charged, and asked again when it goes on', async () => {
    const model = examinee();
    model.isFree = false;
    const { open, service } = runnerOf(model);
    const own = open('s', IDS, { lag: 2 });
    await until(() => model.inFlight === 2);
    await service.pause('s');
    model.let();
    await until(() => own.charged > 0.19);
    await sleep(5);
    expect(model.calls).toHaveLength(2);
    expect(own.scores.size).toBe(0);
    model.isFree = true;
    await service.resume('s');
    await until(() => own.summary.state === 'finished');
    expect(model.calls).toHaveLength(IDS.length + 2);
    expect(own.summary.cost).toBeCloseTo((IDS.length + 2) * COST, 12);
  });

  test('goes on at once if a pause ends before its answers arrive, and counts them', async () => {
    const model = examinee();
    model.isFree = false;
    const { open, service } = runnerOf(model);
    const own = open('s', IDS, { lag: 2 });
    await until(() => model.inFlight === 2);
    await service.pause('s');
    await service.resume('s');
    model.isFree = true;
    model.let();
    await until(() => own.summary.state === 'finished');
    expect(model.calls).toHaveLength(IDS.length);
    expect(own.charged).toBe(0);
  });

  test('is not asked what waited for its turn when the pause began, but at once when it ends', async () => {
    const model = examinee();
    model.isFree = false;
    model.places = 1;
    const { open, service } = runnerOf(model);
    open('s', IDS, { lag: 2 });
    await until(() => model.inFlight === 1);
    await service.pause('s');
    await sleep(5);
    model.places = 2;
    await sleep(5);
    expect(model.calls).toHaveLength(1);
    await service.resume('s');
    await until(() => model.inFlight === 2);
    expect(new Set(model.calls).size).toBe(2);
  });

  test('is asked nothing more of a session that was ended', async () => {
    const model = examinee();
    model.isFree = false;
    const { open, service } = runnerOf(model);
    const own = open('s', IDS, { lag: 3 });
    await until(() => model.inFlight === 3);
    await service.end('s');
    model.let();
    await until(() => own.charged > 0.29);
    await sleep(5);
    expect(model.calls).toHaveLength(3);
    expect(own.summary.state).toBe('ended');
  });

  test('costs no more than the budget of its session, which then fails and says so', async () => {
    const model = examinee();
    const { open, service } = runnerOf(model);
    const own = open('s', IDS, { lag: 4, budget: 0.55 });
    await until(() => own.summary.state === 'failed');
    expect(model.calls).toHaveLength(5);
    expect(own.scores.size).toBe(5);
    expect(own.summary.reason).toMatch(/\$0\.55 is spent: \$0\.5000/);
    await service.resume('s');
    await until(() => own.summary.state === 'failed');
    expect(model.calls).toHaveLength(5);
  });

  test('that fails ends its session as failed, without its address, once the others in flight are kept', async () => {
    let isBroken = true;
    const model = examinee(({ item }) => isBroken && item === 'item-1');
    const { open, service } = runnerOf(model);
    const own = open('s', IDS, { lag: 3 });
    const other = open('t', IDS.slice(4), { lag: 1 });
    await until(() => own.summary.state === 'failed' && other.summary.state === 'finished');
    expect(own.summary.reason).toBe('model m did not answer (HTTP 500 of [address]). Try again.');
    expect(own.scores.has('item-1')).toBe(false);
    // What the failure cost counts too.
    expect(own.charged).toBeCloseTo(0.01, 12);
    isBroken = false;
    await service.resume('s');
    await until(() => own.summary.state === 'finished');
    expect(own.scores.size).toBe(IDS.length);
  });

  test('that throws an unexpected error fails its session without quoting any output', async () => {
    const model = examinee(() => {
      throw new TypeError('Which number is 3?');
    });
    const { open, logged } = runnerOf(model);
    const own = open('s', IDS);
    await until(() => own.summary.state === 'failed');
    expect(own.summary.reason).toBe('an error inside the service; for the cause see its log.');
    expect(JSON.stringify(logged)).toContain('TypeError');
    expect(JSON.stringify(logged)).not.toContain('Which number');
  });

  test('after a restart asks only the open questions', async () => {
    const model = examinee();
    const { open, runner } = runnerOf(model);
    const own = open('s', IDS, { lag: 2 }, false);
    own.scores.set('item-0', 1);
    open('paused', IDS, { state: 'paused' }, false);
    await runner.start();
    await until(() => own.summary.state === 'finished');
    expect(model.calls).toHaveLength(IDS.length - 1);
    expect(model.calls).not.toContain('item-0');
  });

  test('whose lease is lost is asked nothing more, whatever is heard of it, until the lease is there again', async () => {
    const model = examinee();
    model.isFree = false;
    let period = new AbortController();
    let isFree = true;
    const released: string[] = [];
    const instance = {
      get lost() {
        return period.signal;
      },
      hold: async () => isFree,
      free: async (names: readonly string[]) => (isFree ? [...names] : []),
      release: async (name: string) => void released.push(name),
    } as unknown as Instance;
    const { open, events, runner } = runnerOf(model, 1000, instance);
    const own = open('s', IDS, { lag: 2 });
    await until(() => model.calls.length === 2);
    isFree = false;
    period.abort();
    period = new AbortController();
    // The instance that asks now has answered, and another answer to a question in flight here counts.
    own.scores.set(model.calls[0], 0);
    const heard = () =>
      events.emit({ type: 'session', session: 's', bank: 'b', state: 'open', model: 'm' });
    heard();
    model.let();
    await until(() => released.length === 1);
    heard();
    await runner.look();
    await sleep(20);
    expect(model.calls).toHaveLength(2);
    expect(own.summary.state).toBe('open');
    expect(own.charged).toBeCloseTo(COST, 12);
    expect(own.scores.get(model.calls[0])).toBe(0);
    isFree = true;
    model.isFree = true;
    await runner.look();
    await until(() => own.summary.state === 'finished');
    expect(model.calls).toHaveLength(IDS.length);
    await runner.close();
  });

  test('that answers an item which another instance has answered meanwhile is charged, and its session goes on', async () => {
    const model = examinee();
    model.isFree = false;
    const { open } = runnerOf(model);
    const own = open('s', IDS, { lag: 2 });
    await until(() => model.calls.length === 2);
    own.scores.set(model.calls[0], 0);
    model.isFree = true;
    model.let();
    await until(() => own.summary.state !== 'open');
    expect(own.summary.state).toBe('finished');
    expect(own.charged).toBeCloseTo(COST, 12);
  });

  test('that is not configured any more fails its sessions with a reason', async () => {
    const { open, runner } = runnerOf(examinee());
    const own = open('s', IDS, { model: 'gone' }, false);
    await runner.start();
    await until(() => own.summary.state === 'failed');
    expect(own.summary.reason).toMatch(/unknown model "gone"/);
  });

  test('keeps what comes before the service closes, and leaves its session open', async () => {
    const model = examinee();
    model.isFree = false;
    const { open, runner } = runnerOf(model);
    const own = open('s', IDS, { lag: 2 });
    await until(() => model.inFlight === 2);
    const closed = runner.close();
    model.let();
    await closed;
    expect(own.scores.size).toBe(2);
    expect(model.calls).toHaveLength(2);
    expect(own.summary.state).toBe('open');
  });

  test('is torn off after the time of grace, charged with the most that it can have cost', async () => {
    const model = examinee();
    model.isFree = false;
    const { open, runner } = runnerOf(model, 5);
    const own = open('s', IDS, { lag: 2 });
    await until(() => model.inFlight === 2);
    await runner.close();
    expect(own.charged).toBeCloseTo(0.2, 12);
    expect(own.summary.state).toBe('open');
  });
});
