import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { fail } from '../errors.ts';
import { plural } from '../numbers.ts';
import { plainTable } from '../report/plain-table.ts';
import { shellWord } from '../shell-word.ts';
import type { StoreCopy } from '../store/copy/copy-store.ts';
import { isPostgres, requireLocation, shownAddress } from '../store/location.ts';
import { operation } from './operation.ts';

export const storeCopy = operation({
  name: 'store copy',
  summary: 'Copy a whole database into an empty one: SQLite or PostgreSQL, either way.',
  help: `
Examples:
  thetarank store copy --to backup.db
  thetarank store copy --database thetarank.db --to postgres://ada@db.example.com/thetarank
  thetarank store copy --database postgres://ada@db.example.com/thetarank --to backup.db
  thetarank store copy --database backup.db --to postgres://ada@db.example.com/restored

The copy has all rows as they were committed when it began; a service may go on meanwhile. All rows are read again from the
copy and compared. Studies that a service keeps in PostgreSQL are copied too: on the SQLite file it shows them with
THETARANK_FILES=database. Uploads are not copied, and files of the data folder (results of jobs) are not in the database.`,
  options: z.object({
    to: z
      .string()
      .describe('a new SQLite file, or postgres://… of an empty database')
      .meta({ value: 'file', isLocal: true }),
  }),
  database: 'existing',
  outputs: ['json'],
  doing: 'copying',
  async run({ to }, { location, progress }) {
    const from = location();
    requireLocation(to, 'to');
    requirePlaces(from, to);
    const { copyStore } = await import('../store/copy/copy-store.ts');
    const isNewFile = !isPostgres(to) && !existsSync(to);
    try {
      return await copyStore(from, to, { clock: () => new Date() }, progress);
    } catch (error) {
      // An empty store would be mistaken for a backup.
      if (isNewFile) for (const end of ['', '-wal', '-shm']) rmSync(`${to}${end}`, { force: true });
      throw error;
    }
  },
  report: (copied, { options: { to } }) => ({
    sections: [
      {
        table: plainTable(
          ['table', 'rows', 'checksum'],
          copied.tables
            .filter(({ rows }) => rows > 0)
            .map(({ table, rows, checksum }) => [table, rows, checksum.slice(0, 16)]),
        ),
      },
      {
        paragraphs: [
          `Copied ${plural(copied.rows, 'row')} from ${copied.from} to ${copied.to}; what was read again is the same.`,
          ...ofStudies(copied),
        ],
      },
    ],
    next: `thetarank bank list --database ${shellWord(isPostgres(to) ? copied.to : to)}`,
  }),
});

/** How the copied studies are shown. */
function ofStudies({ studyFiles, to }: StoreCopy): string[] {
  if (studyFiles === 0) return [];
  const counted = `Among them ${studyFiles === 1 ? 'is' : 'are'} ${plural(studyFiles, 'file')} of studies. A service on`;
  return [
    isPostgres(to)
      ? `${counted} PostgreSQL shows these unless its configuration names other "files".`
      : `${counted} an SQLite file shows these with "files: database" in its configuration, or THETARANK_FILES=database.`,
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
      option: 'to',
      found: place(to),
      accepted: 'another database than the one that is copied',
    });
}
