import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { fail, NO_SPACE, ThetarankError } from '../../errors.ts';

/** Why a database cannot be used, and what to do about it. */
type Failure = readonly [reason: string, todo: string];

const LOCKED: Failure = [
  'locked by another process for too long',
  'Wait until that process has ended, or stop it, and try again.',
];
const NO_PERMISSION: Failure = [
  'permission denied',
  'Change its permissions, or use another database.',
];
const FULL: Failure = [NO_SPACE, 'Free some space, and try again.'];
const NO_FOLDER: Failure = [
  'no file can be created there',
  'Check the path, or use another database.',
];
const UNREACHABLE = 'Check that PostgreSQL is running, and the host and port in the address.';
const NO_LOGIN = 'Check user and password in the address, and the rights of the user.';

/** With less room, in bytes, SQLite cannot make the files beside its own, and calls that an I/O error. */
const LEAST_SPACE = 256 * 1024;

/** By result code of SQLite. */
const SQLITE: Readonly<Record<number, Failure>> = {
  3: NO_PERMISSION,
  5: LOCKED,
  6: LOCKED,
  8: ['it is read-only', 'Change its permissions, or use another database.'],
  10: [
    'reading from or writing to the disk failed',
    'Check the disk, and restore a backup if necessary.',
  ],
  11: ['the file is damaged', 'Restore a backup.'],
  13: FULL,
  14: ['the file cannot be opened', 'Check path and permissions, or use another database.'],
  26: ['not an SQLite database', 'Use another file, or remove this one.'],
};

/** By code of the system. */
const SYSTEM: Readonly<Record<string, Failure>> = {
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: ['the disk is read-only', 'Use another database.'],
  ENOSPC: FULL,
  EISDIR: ['it is a directory', 'Name a file.'],
  ENOTDIR: ['a part of the path is not a directory', 'Check the path, or use another database.'],
  EEXIST: ['a part of the path is not a directory', 'Check the path, or use another database.'],
  ENOENT: NO_FOLDER,
  ELOOP: ['its symbolic links form a loop', 'Check the path, or use another database.'],
  ENAMETOOLONG: ['the name is too long', 'Use another database.'],
  ECONNREFUSED: ['connection refused', UNREACHABLE],
  ECONNRESET: ['the connection was cut', UNREACHABLE],
  EPIPE: ['the connection was cut', UNREACHABLE],
  ETIMEDOUT: ['no answer', UNREACHABLE],
  EHOSTUNREACH: ['the host cannot be reached', UNREACHABLE],
  ENETUNREACH: ['the host cannot be reached', UNREACHABLE],
  ENOTFOUND: ['unknown host', UNREACHABLE],
  EAI_AGAIN: ['unknown host', UNREACHABLE],
};

/** By SQLSTATE, or the class of it. */
const POSTGRES: Readonly<Record<string, Failure>> = {
  '08': ['the connection was cut', UNREACHABLE],
  '28': ['user or password refused', NO_LOGIN],
  '25006': [
    'the server only reads: a standby that is not promoted yet',
    'Promote it, or use the address of the primary.',
  ],
  '3D': ['the server has no such database', 'Create it, or correct the name in the address.'],
  '42501': ['the user may not do this', 'Grant the user the right to create and write tables.'],
  '42P07': ['it has tables of these names that are not of thetarank', 'Use another database.'],
  '53100': FULL,
  '53300': ['too many connections', 'Close some, or raise max_connections on the server.'],
  '55P03': LOCKED,
  '57': ['the server is starting up or shutting down', 'Try again.'],
  '58': ['the server failed to read or write', 'See the log of the server.'],
};

const NOT_ENCRYPTED: Failure = ['no encrypted connection', 'Check sslmode in the address.'];

/** Messages of `pg` that come without a code. */
const MESSAGES: readonly (readonly [RegExp, Failure])[] = [
  [/timeout|timed out/i, ['no answer', UNREACHABLE]],
  [/terminated|not queryable/i, ['the connection was cut', UNREACHABLE]],
  [/\bSSL\b/, NOT_ENCRYPTED],
  [/^SASL|password/i, ['user or password refused', NO_LOGIN]],
];

/**
 * Rethrows a database error: as STORE_UNAVAILABLE if the user can act on it, else unchanged. The message is our own, because
 * the database's could contain parts of the address.
 */
export function storeFailure(location: string, error: unknown): never {
  const failure = noSchema(location, error) ?? noSpace(location, error) ?? failureOf(error);
  if (failure === undefined) throw error;
  fail('STORE_UNAVAILABLE', { location, reason: failure[0], todo: failure[1] });
}

/** Only making a schema needs a right on the database itself: that of the queue, which pg-boss makes for its tables. */
function noSchema(location: string, error: unknown): Failure | undefined {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  const database = /^permission denied for database (.+)$/.exec(message)?.[1];
  if (code !== '42501' || database === undefined) return undefined;
  const user = URL.canParse(location) ? decodeURIComponent(new URL(location).username) : '';
  const name = (text: string) => (/^[a-z_][a-z0-9_]*$/.test(text) ? text : `"${text}"`);
  return [
    'the user may not create the schema pgboss of the queue',
    `Let an administrator run: grant create on database ${name(database)} to ${user === '' ? 'USER' : name(user)}`,
  ];
}

function noSpace(location: string, error: unknown): Failure | undefined {
  if (sqliteCode(error) !== 10) return undefined;
  try {
    const { bavail, bsize } = statfsSync(dirname(location));
    return bavail * bsize < LEAST_SPACE ? FULL : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an error of ours says that the database could not be reached: waiting may help, unlike with a full disk. */
export function isUnreachable(error: unknown): boolean {
  return isStoreFailure(error) && !isNoSpace(error);
}

/** Whether an error of ours says that the disk of the database is full. */
export function isNoSpace(error: unknown): boolean {
  return isStoreFailure(error) && error.details.reason === NO_SPACE;
}

function isStoreFailure(error: unknown): error is ThetarankError {
  return error instanceof ThetarankError && error.code === 'STORE_UNAVAILABLE';
}

/** Whether another connection holds the lock of an SQLite file. */
export function isLocked(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 5 || code === 6;
}

/** Codes of the system for a connection that was lost, or that may be made a little later. */
const CUTS = new Set(
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].concat(
    // No network, for a moment: as where a machine wakes up.
    ['EAI_AGAIN', 'ENETDOWN', 'ECONNABORTED'],
  ),
);

/** Whether the connection to a PostgreSQL was lost, or could not be made for now: waiting may help. */
export function isCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  // Too many connections count as a lost connection, and so does a server that only reads: after a fail-over it is promoted.
  if (typeof code === 'string') return CUTS.has(code) || /^(08...|57...|53300|25006)$/.test(code);
  return /timeout|timed out|terminated|not queryable/i.test(error.message);
}

/** SQLite's extended codes for a primary key, and for another unique one, that is there already. */
const DUPLICATES = [1555, 2067];

/** Whether a row with the same key was there already. */
export function isDuplicate(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: unknown };
  return DUPLICATES.includes(errcode ?? 0) || code === '23505';
}

function sqliteCode(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  // Extended codes keep the plain one in their low byte.
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

function failureOf(error: unknown): Failure | undefined {
  const sqlite = sqliteCode(error);
  if (sqlite !== undefined) return SQLITE[sqlite];
  if (!(error instanceof Error)) return undefined;
  const { code, errno } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') {
    if (Object.hasOwn(SYSTEM, code)) return SYSTEM[code];
    if (typeof errno === 'number') return [getSystemErrorMessage(errno), 'Use another database.'];
    if (/^[0-9A-Z]{5}$/.test(code)) return POSTGRES[code] ?? POSTGRES[code.slice(0, 2)];
    if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return NOT_ENCRYPTED;
    return undefined;
  }
  return MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1];
}
