import type { Reply, ReplyCache } from '../../examinee/examinee.ts';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import { groupCommit } from '../access/group-commit.ts';

/** Replies by key, as JSON. The first one of a key stays. */
export function replyCache(access: Access, clock: () => Date): ReplyCache {
  const put = groupCommit<{ key: string; reply: string; kept_at: string }>((rows) =>
    access.persist(async (trx) => {
      // One order for everyone: transactions that keep the same keys then cannot wait for each other.
      const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
      for (const some of batches(sorted))
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
    put: (key, reply) => {
      const row = { key, reply: JSON.stringify(reply), kept_at: clock().toISOString() };
      return access.begin(async () => {
        await put([row]);
      });
    },
  };
}
