import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { plural } from '../../numbers.ts';
import { textTable } from '../../report/text-table.ts';
import type { StoreCopy } from '../../store/copy/copy-store.ts';
import { isPostgres, requireLocation, shownAddress } from '../../store/location.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  databaseLocation,
} from '../options/database-option.ts';
import { lateProgress } from '../output/late-progress.ts';
import { printText } from '../output/typed-commands.ts';

interface CopyOptions extends DatabaseOptions {
  readonly to: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank store copy --to backup.db
  thetarank store copy --database thetarank.db --to postgres://ada@db.example.com/thetarank
  thetarank store copy --database postgres://ada@db.example.com/thetarank --to backup.db
  thetarank store copy --database backup.db --to postgres://ada@db.example.com/restored

The copy has all rows as they were committed when it began; a service may go on meanwhile. All rows are read again from the
copy and compared. Studies that a service keeps in PostgreSQL are copied too: on the SQLite file it shows them with
THETARANK_FILES=database. Uploads are not copied, and files of the data folder (results of jobs) are not in the database.`;

/** `thetarank store copy`: a backup, and the way from SQLite to PostgreSQL. */
export function addStoreCopyCommand(store: Command): void {
  addDatabaseOption(
    store
      .command('copy')
      .description('Copy a whole database into an empty one: SQLite or PostgreSQL, either way.')
      .addHelpText('after', EXAMPLES)
      .requiredOption('--to <file>', 'a new SQLite file, or postgres://… of an empty database'),
  )
    .option('--json', 'print JSON')
    .action(copy);
}

async function copy({ to, json, ...options }: CopyOptions): Promise<void> {
  const from = databaseLocation(options);
  requireLocation(to, '--to');
  requirePlaces(from, to);
  const { copyStore } = await import('../../store/copy/copy-store.ts');
  const isNewFile = !isPostgres(to) && !existsSync(to);
  const progress = lateProgress('copying');
  try {
    const copied = await copyStore(from, to, { clock: () => new Date() }, progress.reach);
    progress.stop();
    if (json) return console.log(JSON.stringify(copied, null, 2));
    const { tables, rows } = copied;
    const full = tables.filter((table) => table.rows > 0);
    const next = `thetarank bank list${databaseArgument(copied.to)}`;
    printText(
      [
        textTable(
          [{ head: 'table' }, { head: 'rows', align: 'right' }, { head: 'checksum' }],
          full.map((table) => [table.table, `${table.rows}`, table.checksum.slice(0, 16)]),
        ),
        '',
        `Copied ${plural(rows, 'row')} from ${copied.from} to ${copied.to}; what was read again is the same.`,
        ...ofStudies(copied),
        `Next: ${next}`,
      ].join('\n'),
    );
  } catch (error) {
    progress.stop();
    // An empty store would be mistaken for a backup.
    if (isNewFile) for (const end of ['', '-wal', '-shm']) rmSync(`${to}${end}`, { force: true });
    throw error;
  }
}

/** How the copied studies are shown. */
function ofStudies({ studyFiles, to }: StoreCopy): string[] {
  if (studyFiles === 0) return [];
  const counted = `Among them ${studyFiles === 1 ? 'is' : 'are'} ${plural(studyFiles, 'file')} of studies.`;
  return isPostgres(to)
    ? [
        `${counted} A service on PostgreSQL shows these unless its configuration names other "files".`,
      ]
    : [
        `${counted} A service on an SQLite file shows these with "files: database" in its configuration, or THETARANK_FILES=database.`,
      ];
}

/** Before anything is made. */
function requirePlaces(from: string, to: string): void {
  if (!isPostgres(from) && !existsSync(from))
    fail('STORE_UNAVAILABLE', {
      location: from,
      reason: 'no such file',
      todo: 'Check --database: the database to copy.',
    });
  const place = (location: string) =>
    isPostgres(location) ? shownAddress(location) : resolve(location);
  if (place(from) === place(to))
    fail('OPTION_INVALID', {
      option: '--to',
      found: place(to),
      accepted: 'another database than the one that is copied',
    });
}
