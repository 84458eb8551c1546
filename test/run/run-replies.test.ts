import { expect, test } from 'vitest';
import { plainReply } from '../../src/examinee/reply.ts';
import { type ReplyStore, RunReplies, replySourceOf } from '../../src/run/run-replies.ts';

const AT = '2026-11-20T08:00:00.000Z';

/** A store in memory, with one reply of run 1. */
function storeWith(): ReplyStore & { kept: Map<string, string> } {
  const kept = new Map([['run 1/q', 'old']]);
  const replyOf = (source: string, key: string) => {
    const output = kept.get(`${source}/${key}`);
    return output === undefined ? undefined : plainReply(output);
  };
  return {
    kept,
    own: async (source, key) => replyOf(source, key),
    async ofOthers(source, key) {
      const reply = source === 'run 1' ? undefined : replyOf('run 1', key);
      return reply && { ...reply, reusedFrom: AT };
    },
    hasOthers: async () => true,
    async put(source, key, { output }) {
      kept.set(`${source}/${key}`, output);
    },
  };
}

test('a run uses its own replies only', async () => {
  const store = storeWith();
  const replies = new RunReplies(store, null);
  expect(await replies.get('q')).toBeUndefined();
  replies.begin(2);
  expect(await replies.get('q')).toBeUndefined();
  await replies.put('q', plainReply('new'));
  expect(await replies.get('q')).toEqual(plainReply('new'));
  expect(Object.fromEntries(store.kept)).toEqual({ 'run 1/q': 'old', 'run 2/q': 'new' });
  // The run that is continued finds what it recorded.
  const again = new RunReplies(store, replySourceOf(2));
  expect((await again.get('q'))?.output).toBe('new');
});

test('with reuse it also uses those of other runs, after its own', async () => {
  const replies = new RunReplies(storeWith(), null, true);
  expect(await replies.get('q')).toEqual({ ...plainReply('old'), reusedFrom: AT });
  replies.begin(2);
  await replies.put('q', plainReply('new'));
  expect(await replies.get('q')).toEqual(plainReply('new'));
  expect(await replies.get('another')).toBeUndefined();
});

test('before a run has begun nothing can be kept for it', () => {
  const replies = new RunReplies(storeWith(), null);
  expect(() => replies.put('q', plainReply('new'))).toThrow('no run has begun');
});
