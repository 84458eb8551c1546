/**
 * Makes the kept databases of this folder:
 *
 *     node test/golden/store/make.ts
 *
 * It writes `schema-N.db.gz` for the newest schema N, unless that one is kept already: a kept database is never made again, because
 * only the thetarank of its time makes it as users have it. `leaderboards.json` is written for each.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { SCHEMA_STEPS } from '../../../src/store/schema/migrations/migrations.ts';
import { fillEveryTable, leaderboardsOf } from '../../store/every-table.ts';
import { AT } from '../../store/store-case.ts';

const name = `schema-${SCHEMA_STEPS.length}`;
const kept = new URL(`./${name}.db.gz`, import.meta.url);
const boards = new URL('./leaderboards.json', import.meta.url);
if (existsSync(kept)) throw new Error(`${name}.db.gz is kept already`);

const folder = mkdtempSync(join(tmpdir(), 'thetarank-golden-'));
const file = join(folder, 'store.db');
await fillEveryTable(file);
const database = new DatabaseSync(file);
database
  .prepare('insert into claims (run, host, pid, started, renewed) values (1, ?, 7, null, ?)')
  .run('gone', AT);
database.exec('pragma journal_mode = delete; vacuum');
database.close();
writeFileSync(kept, gzipSync(readFileSync(file), { level: 9 }));
const known = existsSync(boards) ? JSON.parse(readFileSync(boards, 'utf8')) : {};
known[name] = await leaderboardsOf(file);
writeFileSync(boards, `${JSON.stringify(known, null, 1)}\n`);
rmSync(folder, { recursive: true, force: true });
