/**
 * A process that adds many items to the bank `exam`, made as they are taken, and prints how many:
 *
 *     node importer.ts LOCATION COUNT
 */
import type { Item } from '../../item-bank/items/item.ts';
import { openStore } from '../../src/store/open-store.ts';
import { AT, BANK, clock, itemOf } from './store-case.ts';

const [location, count] = process.argv.slice(2);
const text = '问'.repeat(500);
const item = itemOf(0);

async function* items(): AsyncGenerator<Item> {
  for (let k = 0; k < Number(count); k++)
    yield { ...item, id: `i${k}`, stem: `${k} ${text}`, hash: `${k}`.padStart(64, '0') };
}

const store = await openStore(location, { clock });
console.log(await store.addItems(BANK, items(), AT));
await store.close();
