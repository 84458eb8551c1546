import { contentHash } from '../../item-bank/items/content-hash.ts';
import type { Item } from '../../item-bank/items/item.ts';

/** A single choice of four options whose key goes round from A to D. */
export function testItem(j: number): Item {
  const content = {
    type: 'single' as const,
    stem: `Which number is ${j}?`,
    options: { A: `${4 * j}`, B: `${4 * j + 1}`, C: `${4 * j + 2}`, D: `${4 * j + 3}` },
    key: ['ABCD'[j % 4]],
  };
  return {
    ...content,
    id: `item-${j}`,
    version: 1,
    status: 'active',
    language: 'en',
    tags: { subject: j % 2 === 0 ? 'even' : 'odd' },
    source: 'thetarank',
    licence: 'MIT',
    hash: contentHash(content),
  };
}
