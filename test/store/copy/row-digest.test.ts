import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Cell, RowDigest } from '../../../src/store/copy/row-digest.ts';

function digest(...rows: Cell[][]): string {
  const own = new RowDigest();
  for (const row of rows) own.add(row);
  return own.hex();
}

test('one row has the SHA-256 of its cells, each with its type and length', () => {
  const bytes = Buffer.concat([
    ...[Buffer.from('n'), Buffer.from('s4 é12'), Buffer.from('b2 '), Buffer.of(0, 255)],
    ...[Buffer.from('d'), Buffer.of(0x3f, 0xf8, 0, 0, 0, 0, 0, 0)],
  ]);
  const expected = createHash('sha256').update(bytes).digest('hex');
  expect(digest([null, 'é12', Uint8Array.of(0, 255), 1.5])).toBe(expected);
});

test('does not depend on the order of rows, and differs where anything else does', () => {
  const rows: Cell[][] = [
    ['a', 1],
    ['b', 2],
    ['c', null],
  ];
  const whole = digest(...rows);
  expect(digest(rows[2], rows[0], rows[1])).toBe(whole);
  const others = [
    digest(rows[0], rows[1]),
    digest(rows[0], rows[1], ['c', 0]),
    digest(rows[0], rows[1], ['c', '']),
    digest(['a', 2], ['b', 1], rows[2]),
    digest(['a', '1'], rows[1], rows[2]),
    digest(['ab', 'c']),
    digest(['a', 'bc']),
    digest(),
  ];
  expect(new Set([whole, ...others]).size).toBe(others.length + 1);
  // What SQLite makes of it.
  expect(digest([-0])).toBe(digest([0]));
});

test('of many rows', () => {
  const own = new RowDigest();
  for (let k = 0; k < 60_000; k++) own.add([k, 'text', k / 7, null]);
  for (let k = 0; k < 60_000; k++) own.add([k, 'text', k / 7, null]);
  // Every row twice.
  expect(own.hex()).toBe('0'.repeat(64));
});
