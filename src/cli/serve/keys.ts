import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import { type KeySummary, newKey, ROLES, type Role } from '../../api/keys.ts';
import { fail } from '../../errors.ts';
import { textTable } from '../../report/text-table.ts';
import type { KeyService } from '../../server/keys/key-service.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  readStore,
  withStore,
} from '../options/database-option.ts';
import { positiveNumber } from '../options/options.ts';
import { printText } from '../output/typed-commands.ts';

interface AddOptions extends DatabaseOptions {
  readonly url?: string;
  readonly role: Role;
  readonly name: string;
  readonly bank?: readonly string[];
  readonly session?: string;
  readonly leaderboard?: string;
  readonly panel?: string;
  readonly days?: number;
  readonly json?: boolean;
}

interface KeyOptions extends DatabaseOptions {
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank keys add --role administrator --name "Ada"
  thetarank keys add --role runner --name nightly --bank mmlu-pro --days 90
  thetarank keys add --role link --name website --leaderboard 5d0c1f7a92b3e684
  thetarank keys add --role expert --panel 3f9c2a7be410 --name anna --url https://thetarank.example.org
  thetarank keys list
  thetarank keys revoke 3f9c2a7be410

These commands need no key, only write access to the database. A running service accepts a new key at once, and refuses a
revoked one within ten seconds.`;

/** `thetarank keys`: the keys of the service, in its database. */
export function addKeysCommand(program: Command): void {
  const keys = program
    .command('keys')
    .description('Add, list and revoke the keys of the service in its database.')
    .addHelpText('after', EXAMPLES);
  addDatabaseOption(
    keys
      .command('add')
      .description('Create a key and print it; it is not shown again.')
      .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).makeOptionMandatory())
      .requiredOption('--name <name>', 'whose key it is'),
  )
    .option('--bank <name...>', 'the banks that the key may use (default: all)')
    .option('--session <id>', 'the one session of an examinee')
    .option('--leaderboard <id>', 'the one leaderboard of a link')
    .option('--panel <id>', 'the one panel of an expert')
    .option('--url <address>', 'print it as a link that opens the dashboard at this address')
    .option('--days <number>', 'days until the key expires (default: never)', positiveNumber)
    .option('--json', 'print JSON')
    .action(addKey);
  addDatabaseOption(keys.command('list').description('List all keys, newest first.'))
    .option('--json', 'print JSON')
    .action(listKeys);
  addDatabaseOption(keys.command('revoke').description('Revoke a key.'))
    .argument('<id>', 'number of the key (thetarank keys list)')
    .option('--json', 'print JSON')
    .action(revokeKey);
}

async function addKey({
  role,
  name,
  bank,
  session,
  leaderboard,
  panel,
  days,
  url,
  ...options
}: AddOptions): Promise<void> {
  const address = url === undefined ? '' : serviceAddress(url);
  const parsed = newKey.safeParse({
    role,
    name,
    banks: bank ?? null,
    session: session ?? null,
    leaderboard: leaderboard === undefined ? null : { id: leaderboard },
    panel: panel ?? null,
    days: days ?? null,
  });
  if (!parsed.success) {
    const [{ path }] = parsed.error.issues;
    const option = path[0] === 'banks' ? '--bank' : `--${String(path[0])}`;
    const accepted =
      option === '--days' ? 'at most 3650' : 'a name of at most 200 characters on one line';
    return fail('OPTION_INVALID', { option, found: 'another value', accepted });
  }
  await useKeys(options, false, async (keys, database) => {
    const made = await keys.make(parsed.data, null);
    if (options.json) return JSON.stringify(made, null, 2);
    const shown =
      made.role === 'link'
        ? `${address}/shared/${made.key}`
        : address === ''
          ? made.key
          : `${address}/#/enter/${made.key}`;
    return `${shown}\n\n${address === '' ? 'Key' : 'Link'} of ${made.name} (${made.role}), shown only this once. Revoke it with: thetarank keys revoke ${made.id}${database}`;
  });
}

/** @throws OPTION_INVALID @returns without a slash at its end */
function serviceAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol))
    return fail('OPTION_INVALID', {
      option: '--url',
      found: JSON.stringify(url),
      accepted: 'the address of the service, such as http://127.0.0.1:3000',
    });
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '');
}

async function listKeys(options: KeyOptions): Promise<void> {
  await useKeys(options, true, async (keys, database) => {
    const all = await keys.list();
    if (options.json) return JSON.stringify(all, null, 2);
    if (all.length === 0)
      return `There are no keys.\n\nNext: thetarank serve${database}, which creates the first one`;
    return textTable(
      ['key', 'role', 'name', 'valid for', 'made', 'by', 'expires', 'last used', ''].map(
        (head) => ({
          head,
        }),
      ),
      all.map((key) => [
        key.id,
        key.role,
        key.name,
        scopeOf(key),
        day(key.createdAt),
        key.madeBy ?? '–',
        day(key.expiresAt),
        day(key.lastUsedAt),
        key.revokedAt === null ? '' : `revoked ${day(key.revokedAt)}`,
      ]),
    );
  });
}

async function revokeKey(id: string, options: KeyOptions): Promise<void> {
  await useKeys(options, false, async (keys) => {
    const key = await keys.revoke(id);
    return options.json
      ? JSON.stringify(key, null, 2)
      : [
          `Revoked: ${key.id}, ${key.name} (${key.role}).`,
          ...(key.alsoRevoked.length === 0
            ? []
            : [`Also revoked, because this key created them: ${key.alsoRevoked.join(', ')}.`]),
        ].join('\n');
  });
}

function scopeOf({ banks, session, leaderboard, panel }: KeySummary): string {
  if (leaderboard !== null) return `leaderboard ${leaderboard.id}`;
  if (session !== null) return `session ${session}`;
  if (panel !== null) return `panel ${panel.id} (${panel.kind})`;
  return banks === null ? 'all banks' : banks.join(', ');
}

function day(time: string | null): string {
  return time === null ? '–' : time.slice(0, 10);
}

/** Prints what `use` says of the keys in the database. */
async function useKeys(
  options: KeyOptions,
  isReading: boolean,
  use: (keys: KeyService, database: string) => Promise<string>,
): Promise<void> {
  const { keyService } = await import('../../server/keys/key-service.ts');
  const open = isReading ? readStore : withStore;
  await open(options, async (store) => {
    const keys = keyService({
      store,
      now: () => new Date().toISOString(),
      elapsed: () => performance.now(),
      randomBytes: (count) => randomBytes(count),
      log: () => {},
    });
    printText(await use(keys, databaseArgument(store.location)));
  });
}
