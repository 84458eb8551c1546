import { describe, expect, test } from 'vitest';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { loadBuiltinHashes, loadPublishedHashes } from '../../../item-bank/builtin/load-hashes.ts';
import {
  decodeContentHashes,
  encodeContentHashes,
} from '../../../item-bank/format/content-hashes.ts';

describe('a file of content hashes', () => {
  const items = ['q1', 'q2'];
  const hashes = ['0123456789abcdef'.repeat(4), 'f'.repeat(64)];
  const bytes = encodeContentHashes(items, hashes);

  test('is read back as the first 16 digits of each', () => {
    expect(decodeContentHashes(bytes, items, 'F')).toEqual(['0123456789abcdef', 'f'.repeat(16)]);
  });

  test.each([
    ['other items', bytes, ['q1', 'q3'], 'other items'],
    ['fewer items', bytes, ['q1'], 'other items'],
    ['a byte changed', bytes.with(30, bytes[30] ^ 1), items, 'checksum'],
    ['cut off', bytes.subarray(0, 30), items, 'its length differs'],
    ['another magic', bytes.with(0, 0), items, 'not content hashes'],
    ['empty', bytes.subarray(0, 0), items, 'not content hashes'],
    ['a newer version', bytes.with(4, 2), items, 'format version 2'],
  ])('with %s is refused', (_, wrong, of, reason) => {
    expect(() => decodeContentHashes(wrong, of, 'F')).toThrow(reason);
  });
});

test.each(['climedbench', 'ikp', 'swebench-verified'])('%s has none', (name) => {
  expect(loadBuiltinHashes(loadBuiltinBank(name))).toBeNull();
});

describe.each([
  ['mmlu-pro', 12_032, 11_873],
  ['cruxeval-o', 800, 800],
])('%s', (name, count, distinct) => {
  const bank = loadBuiltinBank(name);

  test('has a hash for every item', () => {
    const hashes = loadBuiltinHashes(bank)!;
    expect(hashes).toHaveLength(count);
    expect(new Set(hashes).size).toBe(distinct);
  });
});

test('the items that CRUXEval publishes have hashes of their own, since they are asked in other words', () => {
  const bank = loadBuiltinBank('cruxeval-o');
  const hashes = loadPublishedHashes(bank)!;
  expect(new Set(hashes).size).toBe(800);
  expect(loadBuiltinHashes(bank)!.filter((hash) => hashes.includes(hash))).toEqual([]);
  expect(loadPublishedHashes(loadBuiltinBank('mmlu-pro'))).toBeNull();
});
