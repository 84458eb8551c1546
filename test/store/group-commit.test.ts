import { describe, expect, test } from 'vitest';
import { ThetarankError } from '../../src/errors.ts';
import { groupCommit } from '../../src/store/access/group-commit.ts';

/** A commit that ends when it is told to, and what each one was given. */
function heldCommit() {
  const commits: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const commit = (entries: readonly number[]) => {
    commits.push(entries);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  return { commit, commits, ends };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('what arrives together', () => {
  test('is one commit, and what arrives meanwhile is the next', async () => {
    const { commit, commits, ends } = heldCommit();
    const add = groupCommit(commit);
    const done: number[] = [];
    for (const k of [1, 2, 3]) void add([k]).then(() => done.push(k));
    await turn();
    expect(commits).toEqual([[1, 2, 3]]);
    for (const k of [4, 5]) void add([k, 10 * k]).then(() => done.push(k));
    await turn();
    expect(commits).toHaveLength(1);
    expect(done).toEqual([]);
    ends[0]();
    await turn();
    expect(done).toEqual([1, 2, 3]);
    expect(commits).toEqual([
      [1, 2, 3],
      [4, 40, 5, 50],
    ]);
    ends[1]();
    await turn();
    expect(done).toEqual([1, 2, 3, 4, 5]);
    void add([6]);
    await turn();
    expect(commits[2]).toEqual([6]);
  });

  test('nothing is no commit', async () => {
    const { commit, commits } = heldCommit();
    await groupCommit(commit)([]);
    expect(commits).toEqual([]);
  });

  test('is committed one by one if the whole group fails', async () => {
    const kept: number[] = [];
    const add = groupCommit<number>(async (entries) => {
      if (entries.includes(2)) throw new Error('two');
      kept.push(...entries);
    });
    const results = await Promise.allSettled([add([1]), add([2]), add([3])]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(kept).toEqual([1, 3]);
    await add([4]);
    expect(kept).toEqual([1, 3, 4]);
  });

  test('is not tried one by one if the database itself fails', async () => {
    let commits = 0;
    const add = groupCommit<number>(async () => {
      commits++;
      throw new ThetarankError('STORE_UNAVAILABLE', 'locked', {});
    });
    const results = await Promise.allSettled([add([1]), add([2]), add([3])]);
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'STORE_UNAVAILABLE' } });
    expect(commits).toBe(1);
  });

  test('is two commits at once where that is allowed, and never three', async () => {
    const { commit, commits, ends } = heldCommit();
    const add = groupCommit(commit, 2);
    for (const k of [1, 2, 3]) {
      void add([k]);
      await turn();
    }
    expect(commits).toEqual([[1], [2]]);
    ends[1]();
    await turn();
    expect(commits).toEqual([[1], [2], [3]]);
    void add([4]);
    await turn();
    expect(commits).toHaveLength(3);
    ends[0]();
    await turn();
    expect(commits[3]).toEqual([4]);
  });
});
