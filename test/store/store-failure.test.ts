import { describe, expect, test } from 'vitest';
import { ThetarankError } from '../../src/errors.ts';
import { isDuplicate, isLocked, storeFailure } from '../../src/store/access/store-failure.ts';

function said(error: unknown): string {
  try {
    return storeFailure('HERE', error);
  } catch (thrown) {
    return thrown === error ? 'as it came' : (thrown as ThetarankError).message;
  }
}
const coded = (code: string, message = 'hunter2') => Object.assign(new Error(message), { code });
const sqlite = (errcode: number) =>
  Object.assign(new Error('hunter2'), { code: 'ERR_SQLITE_ERROR', errcode });

describe('errors of a database', () => {
  test.each([
    [
      'SQLite, extended code of an unreadable disk',
      sqlite(10 | (1 << 8)),
      'reading from or writing to the disk failed',
    ],
    ['SQLite, full disk', sqlite(13), 'no space left on the disk. Free some space'],
    ['SQLite, busy with a snapshot', sqlite(5 | (2 << 8)), 'locked by another process'],
    ['the system, full disk', coded('ENOSPC'), 'no space left'],
    ['the system, any other', Object.assign(coded('EFBIG'), { errno: -27 }), 'file too large'],
    ['both addresses of localhost', coded('ECONNREFUSED'), 'connection refused. Check that'],
    ['a certificate', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'no encrypted connection'],
    ['no encryption', new Error('The server does not support SSL connections'), 'no encrypted'],
    ['an address without a password', new Error('SASL: must be a string'), 'user or password'],
    ['a cut', new Error('Connection terminated unexpectedly'), 'the connection was cut'],
    ['too many', coded('53300'), 'too many connections. Close some'],
    ['a server that stops', coded('57P01'), 'the server is starting up or shutting down'],
    ['a server with a full disk', coded('53100'), 'no space left'],
    ['a standby', coded('25006'), 'only reads: a standby that is not promoted yet. Promote it'],
  ])('is told in words of our own: %s', (_, error, words) => {
    const message = said(error);
    expect(message).toMatch(/^database HERE: /);
    expect(message).toContain(words);
    expect(message).not.toContain('hunter2');
  });

  test.each([
    ['a defect', new TypeError('x is not a function')],
    ['a row that refers to nothing', sqlite(19 | (3 << 8))],
    ['the same on PostgreSQL', coded('23503')],
    ['an error of ours', new ThetarankError('ITEM_UNKNOWN', 'password', {})],
    ['no error at all', 'text'],
  ])('goes on as it came: %s', (_, error) => {
    expect(said(error)).toBe('as it came');
  });

  test('a lock and a duplicate are told from the rest', () => {
    expect([sqlite(5), sqlite(6), sqlite(5 | (1 << 8)), sqlite(19)].map(isLocked)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([sqlite(1555), sqlite(2067), coded('23505')].map(isDuplicate)).toEqual([
      true,
      true,
      true,
    ]);
    // A reference to nothing is no duplicate.
    expect([sqlite(787), coded('23503'), new Error('x')].map(isDuplicate)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
