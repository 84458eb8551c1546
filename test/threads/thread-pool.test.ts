import { afterEach, describe, expect, test } from 'vitest';
import { runTasks } from '../../src/threads/run-tasks.ts';
import { openPool, type RemoteWorkers, type ThreadPool } from '../../src/threads/thread-pool.ts';
import { openTestTasks, type TestTask } from './test-tasks.ts';

const work = {
  from: import.meta.url,
  worker: 'test-worker.ts',
  data: { add: 0.5 },
  open: openTestTasks,
};
const squares = (count: number): TestTask[] =>
  Array.from({ length: count }, (_, of) => ({ do: 'square', of }));

let pool: ThreadPool<TestTask, number> | null = null;
afterEach(() => pool?.close());
const opened = (workers: number) => {
  pool = openPool(work, workers);
  return pool;
};

test('a thread takes waiting tasks of a lower turn first, and those of one turn as given', async () => {
  pool = openPool({ ...work, turnOf: ({ of }: TestTask) => of % 2 }, 1);
  const done: number[] = [];
  // The first has the thread before the others wait for it.
  const all = [1, 3, 2, 5, 4].map((of) =>
    pool!.run({ do: 'square', of }).then(() => done.push(of)),
  );
  await Promise.all(all);
  expect(done).toEqual([1, 2, 4, 3, 5]);
});

describe.each([0, 1, 3])('%i workers', (workers) => {
  test('give every task its result and its steps', async () => {
    const own = opened(workers);
    const steps: string[] = [];
    const results = await Promise.all(
      squares(20).map((task) => own.run(task, (step) => steps.push(step))),
    );
    expect(results).toEqual(squares(20).map(({ of }) => of ** 2 + 0.5));
    expect(steps.toSorted()).toEqual(
      squares(20)
        .map(({ of }) => `square ${of}`)
        .toSorted(),
    );
  });

  test('hand on an error of the registry with its code, and begin nothing more', async () => {
    const own = opened(workers);
    const failed = own.run({ do: 'fail', of: 4 });
    await expect(failed).rejects.toMatchObject({
      code: 'TOO_FEW_EXAMINEES',
      message: 'found 4 examinees; a test needs at least 9.',
    });
    await expect(own.run({ do: 'square', of: 2 })).rejects.toMatchObject({
      code: 'TOO_FEW_EXAMINEES',
    });
  });

  test('runTasks tells of the steps of tasks', async () => {
    const steps: string[] = [];
    const onStep = (doing: string) => steps.push(doing);
    await runTasks(work, squares(3), workers, () => {}, onStep);
    expect(steps.toSorted()).toEqual(['square 0', 'square 1', 'square 2']);
  });

  test('runTasks hands over each result once', async () => {
    const found = new Map<number, number>();
    await runTasks(work, squares(40), workers, ({ of }, result) => {
      expect(found.has(of)).toBe(false);
      found.set(of, result);
    });
    expect([...found.keys()].toSorted((x, y) => x - y)).toEqual(squares(40).map(({ of }) => of));
  });

  test('runTasks ends with what `done` throws', async () => {
    const ended = runTasks(work, squares(40), workers, () => {
      throw new Error('the disk is full');
    });
    await expect(ended).rejects.toThrow('the disk is full');
  });
});

test('no more threads than workers or tasks are started, and none is this one', async () => {
  const own = opened(4);
  const threads = await Promise.all(
    Array.from({ length: 12 }, () => own.run({ do: 'thread', of: 0 })),
  );
  expect(new Set(threads).size).toBeLessThanOrEqual(4);
  const alone = opened(0);
  expect(threads).not.toContain(await alone.run({ do: 'thread', of: 0 }));
});

describe('a thread that dies', () => {
  test('by itself: THREAD_ENDED, for what waits too', async () => {
    const own = opened(1);
    const ended = own.run({ do: 'exit', of: 7 });
    const waits = own.run({ do: 'square', of: 2 });
    await expect(ended).rejects.toMatchObject({ code: 'THREAD_ENDED', exitCode: 1 });
    await expect(waits).rejects.toThrow('(exit code 7)');
  });

  test('of a defect: the defect', async () => {
    await expect(opened(1).run({ do: 'throw', of: 0 })).rejects.toThrow('a defect');
  });
});

test('a pool that is closed leaves no task running', async () => {
  const own = opened(2);
  await own.run({ do: 'square', of: 2 });
  const running = own.run({ do: 'thread', of: 0 });
  running.catch(() => {});
  await own.close();
});

test('runTasks tells workers elsewhere how many tasks there are', async () => {
  const told: (number | undefined)[] = [];
  const elsewhere: RemoteWorkers = {
    ahead: 2,
    open(of) {
      told.push(of.tasks);
      return openPool(of as never, 0);
    },
  };
  await runTasks(work, squares(5), elsewhere, () => {});
  expect(told).toEqual([5]);
});
