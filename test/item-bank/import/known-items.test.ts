import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownItems } from '../../../item-bank/import/import-items.ts';
import { contentHash } from '../../../item-bank/items/content-hash.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { sampleItem } from '../items/sample-items.ts';

const folder = temporaryFolder();
const FIRST = sampleItem('single');
const COPY = { ...FIRST, id: 'copy' };

const OF = {
  'an import': async () => knownItems(),
  'a store': async () => {
    const store = await openStore(join(folder, 'store.db'), { clock: () => new Date(0) });
    const known = await store.knownItems('none');
    await store.close();
    return known;
  },
};

test.each(Object.entries(OF))('%s: of one content the first id counts', async (_, open) => {
  const known = await open();
  for (const item of [FIRST, COPY]) known.add(item);
  expect(known.idOfHash(contentHash(FIRST))).toBe(FIRST.id);
  expect([known.has(FIRST.id), known.has('copy'), known.has('none')]).toEqual([true, true, false]);
});
