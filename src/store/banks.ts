import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Item } from '../../item-bank/items/item.ts';
import { itemLine } from '../../item-bank/items/item-line.ts';
import { fail } from '../errors.ts';
import type { Access } from './access.ts';
import { bankNamed, findBank } from './bank-row.ts';
import { BATCH, batches, pages } from './batches.ts';
import type { BankSummary, Store } from './store.ts';
import { isDuplicate } from './store-failure.ts';
import type { Tables } from './tables.ts';

/** Lines of items are read this many at a time: most are shorter than 2 kB. */
const PAGE = 250;
/** In UTF-16 code units: an item can have a million. */
const BATCH_TEXT = 4_000_000;
/** Ids and hashes are short. */
const SHORT_PAGE = 10_000;

type BankPart = Pick<Store, 'banks' | 'bank' | 'addItems' | 'knownItems' | 'items'>;

/** Banks and their items. */
export function bankTables(access: Access): BankPart {
  return {
    banks: () => access.read((db) => summaries(db)),
    bank: async (name) => (await access.read((db) => summaries(db, name)))[0],
    addItems: (bank, items, at) => addItems(access, bank, items, at),

    async knownItems(name) {
      const ids = new Set<string>();
      const idOf = new Map<string, string>();
      const bank = await access.read((db) => findBank(db, name));
      if (bank !== undefined)
        for await (const { id, hash } of labels(access.read, bank.id)) {
          ids.add(id);
          if (!idOf.has(hash)) idOf.set(hash, id);
        }
      return {
        idOfHash: (hash) => idOf.get(hash),
        has: (id) => ids.has(id),
        add({ id, hash }) {
          ids.add(id);
          if (!idOf.has(hash)) idOf.set(hash, id);
        },
      };
    },

    async *items(name, ids) {
      const bank = await access.read((db) => bankNamed(db, name));
      const lines =
        ids === undefined
          ? allLines(access, bank.id, bank.version)
          : someLines(access, bank.id, ids);
      for await (const { line } of lines) yield JSON.parse(line) as Item;
    },
  };
}

async function summaries(db: Kysely<Tables>, name?: string): Promise<BankSummary[]> {
  const rows = await db
    .selectFrom('banks')
    .innerJoin('bank_versions', (join) =>
      join
        .onRef('bank_versions.bank', '=', 'banks.id')
        .onRef('bank_versions.version', '=', 'banks.version'),
    )
    .select(['banks.name', 'banks.version', 'banks.title', 'banks.builtin', 'banks.created_at'])
    .select(['bank_versions.items', 'bank_versions.fingerprint'])
    .select('bank_versions.created_at as changed_at')
    .select((eb) =>
      eb
        .selectFrom('responses')
        .whereRef('responses.bank', '=', 'banks.id')
        .select((count) => count.fn.countAll().as('count'))
        .as('examinees'),
    )
    .$if(name !== undefined, (query) => query.where('banks.name', '=', name as string))
    .execute();
  return rows
    .map(({ created_at, changed_at, examinees, ...row }) => ({
      ...row,
      examinees: Number(examinees),
      createdAt: created_at,
      changedAt: changed_at,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Position, id and hash of every item, in order. */
function labels(read: Access['read'], bank: number) {
  return pages<{ position: number; id: string; hash: string }>((last) =>
    read((db) =>
      db
        .selectFrom('items')
        .select(['position', 'id', 'hash'])
        .where('bank', '=', bank)
        .where('position', '>', last?.position ?? -1)
        .orderBy('position')
        .limit(SHORT_PAGE)
        .execute(),
    ),
  );
}

/** As of `version`: what is added while they are read does not count. */
function allLines(access: Access, bank: number, version: number) {
  return pages<{ position: number; line: string }>((last) =>
    access.read((db) =>
      db
        .selectFrom('items')
        .select(['position', 'line'])
        .where('bank', '=', bank)
        .where('added_in', '<=', version)
        .where('position', '>', last?.position ?? -1)
        .orderBy('position')
        .limit(PAGE)
        .execute(),
    ),
  );
}

async function* someLines(access: Access, bank: number, ids: readonly string[]) {
  for (const some of batches(ids, PAGE))
    yield* await access.read((db) =>
      db
        .selectFrom('items')
        .select('line')
        .where('bank', '=', bank)
        .where('id', 'in', some)
        .execute(),
    );
}

/** What the items were taken from failed: no failure of the database, whatever code it has. */
class SourceFailed extends Error {}

async function addItems(
  access: Access,
  bank: Parameters<Store['addItems']>[0],
  items: AsyncIterable<Item> | Iterable<Item>,
  at: string,
): Promise<number> {
  const source = inBatches(items);
  try {
    // The first batch is taken before the write lock: until there is something to write, nobody has to wait.
    const first = await source.next();
    if (first.done) return 0;
    return await access.write(async (trx) => {
      const { id, version, count, digest } = await nextVersion(trx, bank, at);
      let position = count;
      for (let batch: IteratorResult<Lined[]> = first; !batch.done; batch = await source.next()) {
        const rows = batch.value.map(([item, line]) => ({
          bank: id,
          position: position++,
          id: item.id,
          hash: item.hash,
          type: item.type,
          status: item.status,
          added_in: version,
          line,
        }));
        for (const row of rows) digest.update(fingerprintLine(row));
        await trx.insertInto('items').values(rows).execute();
      }
      await trx
        .insertInto('bank_versions')
        .values({
          bank: id,
          version,
          items: position,
          fingerprint: digest.digest('hex'),
          created_at: at,
        })
        .execute();
      await trx.updateTable('banks').set({ version }).where('id', '=', id).execute();
      return position - count;
    });
  } catch (error) {
    if (isDuplicate(error)) fail('ITEM_EXISTS', { bank: bank.name });
    throw error instanceof SourceFailed ? error.cause : error;
  } finally {
    await source.return(undefined);
  }
}

function fingerprintLine({ id, hash }: { id: string; hash: string }): string {
  return `${id}\t${hash}\n`;
}

/** The version that is being made, and the fingerprint's digest over the items so far. Locks the bank's row. */
async function nextVersion(
  trx: Transaction<Tables>,
  { name, title, builtin }: Parameters<Store['addItems']>[0],
  at: string,
) {
  const { id, version } = await trx
    .insertInto('banks')
    .values({ name, title, builtin, version: 0, created_at: at })
    // Changes nothing: it is there to return, and to lock, a row that exists.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  const digest = createHash('sha256');
  let count = 0;
  for await (const label of labels((query) => query(trx), id)) {
    digest.update(fingerprintLine(label));
    count = label.position + 1;
  }
  return { id, version: version + 1, count, digest };
}

/** An item, and its line. */
type Lined = readonly [item: Item, line: string];

/** No batch has more items than `BATCH`, nor much more text than `BATCH_TEXT`. */
async function* inBatches(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Lined[]> {
  try {
    let batch: Lined[] = [];
    let text = 0;
    for await (const item of items) {
      const line = itemLine(item);
      batch.push([item, line]);
      text += line.length;
      if (batch.length < BATCH && text < BATCH_TEXT) continue;
      yield batch;
      batch = [];
      text = 0;
    }
    if (batch.length > 0) yield batch;
  } catch (cause) {
    throw new SourceFailed('items', { cause });
  }
}
