import { join, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { databaseArgument, databaseLocation } from '../../../src/cli/options/database-option.ts';

afterEach(() => vi.unstubAllEnvs());

test('a next step names the database if it is not the default one', () => {
  vi.stubEnv('THETARANK_DATABASE', '');
  vi.stubEnv('THETARANK_HOME', '/home');
  expect(databaseArgument('/home/thetarank.db')).toBe('');
  expect(databaseArgument(resolve('my.db'))).toBe(' --database my.db');
  expect(databaseArgument('/other/my.db')).toBe(' --database /other/my.db');
  expect(databaseArgument(resolve("it's mine.db"))).toBe(" --database 'it'\\''s mine.db'");
  expect(databaseArgument('postgres://me@host/exam')).toBe(' --database postgres://me@host/exam');
  vi.stubEnv('THETARANK_DATABASE', join('folder', 'usual.db'));
  expect(databaseArgument(resolve('folder', 'usual.db'))).toBe('');
});

test('a password of the environment is neither needed nor repeated', () => {
  vi.stubEnv('THETARANK_DATABASE', 'postgres://me:secret@host/exam');
  expect(databaseArgument('postgres://me@host/exam')).toBe('');
  expect(databaseArgument('postgres://me@host/other')).not.toContain('secret');
});

test('an address of another kind is refused wherever it is read, without its password', () => {
  const wrong = 'mysql://me:secret@host/exam';
  const message = (named: string) =>
    `${named}: found an address that begins with mysql:; accepted: the path of an SQLite file, or postgres://USER@HOST:PORT/DATABASE (a file of this name: ./ before it).`;
  expect(() => databaseLocation({ database: wrong })).toThrow(message('--database'));
  vi.stubEnv('THETARANK_DATABASE', wrong);
  expect(() => databaseLocation({})).toThrow(message('THETARANK_DATABASE'));
  // Another database was named, and its work is done.
  expect(databaseArgument('postgres://me@host/exam')).toBe(' --database postgres://me@host/exam');
  for (const path of [
    'C:/my.db',
    'C:\\my.db',
    './mysql://my.db',
    'my.db',
    'Postgres://me@host/exam',
  ])
    expect(databaseLocation({ database: path })).toBe(path);
});
