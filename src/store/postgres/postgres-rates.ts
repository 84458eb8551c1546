import { sql } from 'kysely';
import type { Access } from '../access/access.ts';
import type { RateStore, RateUse } from '../instances/rate-store.ts';

/** Seconds by the server's clock. */
const now = sql.raw<number>('extract(epoch from clock_timestamp())::double precision');
/** Full buckets are forgotten after so many calls: they carry no information. */
const SWEEP = 100;

/** Buckets that fill by the clock of the server. */
export function postgresRates(access: Access): RateStore {
  let calls = 0;
  return {
    async take(uses) {
      if (uses.length === 0) return new Map();
      // One order for everyone, so that statements of two processes cannot wait for each other.
      const sorted = [...uses].sort((a, b) => (a.name < b.name ? -1 : 1));
      const column = (of: keyof RateUse) => sorted.map((use) => use[of]);
      const { rows } = await access.persist((trx) =>
        sql<{ name: string; tokens: number }>`
          insert into rate_levels as level (name, tokens, most, counted_at)
          select name, most - used, most, ${now}
          from unnest(${column('name')}::text[], ${column('used')}::double precision[],
            ${column('most')}::double precision[]) as uses (name, used, most)
          on conflict (name) do update set
            tokens = least(excluded.most, level.tokens
              + greatest(0, excluded.counted_at - level.counted_at) * excluded.most / 60)
              + excluded.tokens - excluded.most,
            most = excluded.most, counted_at = excluded.counted_at
          returning name, least(tokens, most) as tokens`.execute(trx),
      );
      if (++calls % SWEEP === 0)
        await access.persist((trx) =>
          sql`delete from rate_levels
            where tokens + (${now} - counted_at) * most / 60 >= most`.execute(trx),
        );
      return new Map(rows.map(({ name, tokens }) => [name, tokens]));
    },
  };
}
