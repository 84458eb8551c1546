import type { Transaction } from 'kysely';
import type { Item } from '../../../item-bank/items/item.ts';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { fail } from '../../errors.ts';
import type { Access } from '../access/access.ts';
import { BATCH } from '../access/batches.ts';
import { isDuplicate } from '../access/store-failure.ts';
import { reviewedItems } from '../review/reviewed-items.ts';
import type { Tables } from '../schema/tables.ts';
import type { Store } from '../store.ts';
import { fingerprintLine, fingerprintOf } from './fingerprint.ts';

/** In UTF-16 code units: an item can have a million. */
const BATCH_TEXT = 4_000_000;

/** What the items were taken from failed: no failure of the database, whatever code it has. */
class SourceFailed extends Error {}

/** See `Store.addItems`. */
export async function addItems(
  access: Access,
  bank: Parameters<Store['addItems']>[0],
  items: AsyncIterable<Item> | Iterable<Item>,
  at: string,
): Promise<number> {
  const source = inBatches(items);
  try {
    // The first batch is read before the write lock is taken, so that others wait only when there is something to write.
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
  return {
    id,
    version: version + 1,
    ...(await fingerprintOf(trx, id, await reviewedItems(trx, id))),
  };
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
