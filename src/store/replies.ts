import type { Reply, ReplyCache } from '../examinee/examinee.ts';
import type { Access } from './access.ts';
import { batches } from './batches.ts';
import { groupCommit } from './group-commit.ts';

/** Replies by key, as JSON. The first one of a key stays. */
export function replyCache(access: Access, clock: () => Date): ReplyCache {
  const put = groupCommit<{ key: string; reply: string; kept_at: string }>((rows) =>
    access.write(async (trx) => {
      for (const some of batches(rows))
        await trx
          .insertInto('replies')
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    }),
  );
  return {
    async get(key) {
      const row = await access.read((db) =>
        db.selectFrom('replies').select('reply').where('key', '=', key).executeTakeFirst(),
      );
      return row === undefined ? undefined : (JSON.parse(row.reply) as Reply);
    },
    put: (key, reply) =>
      put([{ key, reply: JSON.stringify(reply), kept_at: clock().toISOString() }]),
  };
}
