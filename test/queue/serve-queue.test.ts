import { expect, onTestFinished, test, vi } from 'vitest';
import { fail } from '../../src/errors.ts';
import type { Message, Queue } from '../../src/queue/queue.ts';
import { type QueueHandler, serveQueue } from '../../src/queue/serve-queue.ts';
import type { WorkerState, WorkerStore } from '../../src/store/work/worker-store.ts';

const message = (retryCount: number): Message => ({ id: 'one', queue: 'q', data: {}, retryCount });

/** A worker of two slots that is handed these messages, and the ends of the tries. */
function serving(
  messages: Message[],
  handle: QueueHandler['handle'],
  leave: () => Promise<void> = async () => {},
  queue: Partial<Queue> = {},
) {
  const drain = new AbortController();
  const abort = new AbortController();
  const outages: (string | null)[] = [];
  const states: WorkerState[] = [];
  const nothing = async () => {};
  const ended = serveQueue({
    queue: {
      take: async () => messages.splice(0, 1),
      hold: async () => [],
      ...{ done: nothing, failed: nothing },
      ...queue,
    } satisfies Partial<Queue> as unknown as Queue,
    workers: { renew: nothing, leave } as unknown as WorkerStore,
    handlers: [{ queue: 'q', slots: 2, handle }],
    facts: { id: 'w', host: 'here', pid: 1, version: '1', threads: 2, queues: [] },
    watch: { handled: (state) => states.push(state), outage: (reason) => outages.push(reason) },
    drain: drain.signal,
    abort: abort.signal,
  });
  return { drain, abort, states, outages, ended };
}

test('a message that was lost and taken again is still worked on when its former try ends', async () => {
  const tries = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun: number[] = [];
  const { drain, states, ended } = serving([message(0), message(1)], ({ retryCount }) => {
    begun.push(retryCount);
    return tries[retryCount].promise;
  });
  await expect.poll(() => begun).toEqual([0, 1]);
  tries[0].resolve();
  await expect.poll(() => states.map(({ active }) => active)).toEqual([1]);
  drain.abort();
  tries[1].resolve();
  expect(await ended).toMatchObject({ active: 0, done: 2 });
});

test('a try that was lost because the database was away is told as no failure, once it is back', async () => {
  const elapsed = performance.now.bind(performance);
  let isAway = false;
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  clock.mockImplementation(() => elapsed() + (isAway ? 60_000 : 0));
  const told: string[] = [];
  const [lost] = [message(0)];
  const { drain, ended } = serving(
    [lost],
    (_, __, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('was lost'))),
      ),
    undefined,
    {
      hold: async () => [],
      failed: async () => void told.push('failed'),
      forgiven: async (_message, error) => void told.push(error),
    },
  );
  isAway = true;
  await expect.poll(() => told, { timeout: 20_000 }).toEqual(['was lost']);
  drain.abort();
  await ended;
  expect(told).toEqual(['was lost']);
});

test('a defect ends it, and what it has is ended too: others will have that', async () => {
  let lost: AbortSignal | null = null;
  const { ended } = serving(
    new Proxy([message(0)], {
      get: (all, name) =>
        name === 'splice' && lost !== null
          ? () => {
              throw new TypeError('a defect');
            }
          : Reflect.get(all, name),
    }),
    (_, __, signal) => {
      lost = signal;
      return new Promise(() => {});
    },
  );
  await expect(ended).rejects.toThrow('a defect');
  expect(lost!).toMatchObject({ aborted: true });
});

const never = () => new Promise<never>(() => {});
const away = new Proxy([] as Message[], {
  get: (all, name) =>
    name === 'splice'
      ? () => fail('STORE_UNAVAILABLE', { location: 'x', reason: 'no answer', todo: 'y' })
      : Reflect.get(all, name),
});

test('a worker that is told to end while the database does not answer tells it nothing more', async () => {
  const { drain, outages, ended } = serving(away, never, never);
  await expect.poll(() => outages).toHaveLength(1);
  drain.abort();
  expect(await ended).toMatchObject({ active: 0 });
});

test('a worker that is ended at once waits for the database for a moment only', async () => {
  const { abort, ended } = serving([], never, never);
  abort.abort();
  expect(await ended).toMatchObject({ active: 0 });
});
