import type { Reply } from '../../examinee/examinee.ts';
import type { ReplyStore } from '../../run/run-replies.ts';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import { groupCommit } from '../access/group-commit.ts';

interface Row {
  source: string;
  key: string;
  reply: string;
  kept_at: string;
}

/** Groups of lookups under way at most. */
const LOOKUPS = 4;

/** Replies by key and source, as JSON. Of one source the first reply of a key stays. */
export function replyTables(access: Access, clock: () => Date): ReplyStore {
  const put = groupCommit<Row>((rows) =>
    access.persist(async (trx) => {
      // One order for everyone: transactions that keep the same keys then cannot wait for each other.
      const sorted = rows.toSorted((a, b) => order(a.key, b.key) || order(a.source, b.source));
      for (const some of batches(sorted))
        await trx
          .insertInto('replies')
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    }),
  );
  // Each question is looked up before it is asked, many at the same time: one statement for all of them costs little more than one.
  const own = groupCommit(
    (asked: readonly Pick<Row, 'source' | 'key'>[]) =>
      access.read(async (db) => {
        const found = new Map<string, string>();
        for (const some of batches(asked)) {
          const rows = await db
            .selectFrom('replies')
            .select(['source', 'key', 'reply'])
            .where('key', 'in', [...new Set(some.map(({ key }) => key))])
            .where('source', 'in', [...new Set(some.map(({ source }) => source))])
            .execute();
          for (const row of rows) found.set(nameOf(row), row.reply);
        }
        return found;
      }),
    LOOKUPS,
  );
  return {
    async own(source, key) {
      const reply = (await own([{ source, key }]))?.get(nameOf({ source, key }));
      return reply === undefined ? undefined : (JSON.parse(reply) as Reply);
    },
    async ofOthers(source, key) {
      const row = await access.read((db) =>
        db
          .selectFrom('replies')
          .select(['reply', 'kept_at'])
          .where('key', '=', key)
          .where('source', '!=', source)
          .orderBy('kept_at', 'desc')
          .orderBy('source', 'desc')
          .limit(1)
          .executeTakeFirst(),
      );
      if (row === undefined) return undefined;
      return { ...(JSON.parse(row.reply) as Reply), reusedFrom: row.kept_at };
    },
    async hasOthers(source) {
      const row = await access.read((db) =>
        db
          .selectFrom('replies')
          .select('key')
          .where('source', '!=', source)
          .limit(1)
          .executeTakeFirst(),
      );
      return row !== undefined;
    },
    put: (source, key, reply) => {
      const row = { source, key, reply: JSON.stringify(reply), kept_at: clock().toISOString() };
      return access.begin(async () => {
        await put([row]);
      });
    },
  };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const nameOf = ({ source, key }: Pick<Row, 'source' | 'key'>) => `${source}\n${key}`;
