/** Twenty kills of a real service under load: `node bench/service-kills.ts [KILLS]`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src/store/open-store.ts';
import { killRun } from './service/kills.ts';

const kills = Number(process.argv[2] ?? 20);
const folder = mkdtempSync(join(tmpdir(), 'thetarank-kills-'));
const database = join(folder, 'service.db');
await (await openStore(database, { clock: () => new Date() })).close();
const report = await killRun({
  folder,
  database,
  bank: 'cruxeval-o',
  strategies: ['paper', 'random'],
  items: 200,
  kills,
  clients: 16,
  seed: 'bench',
  scoreOf: (item) => (item.length + item.charCodeAt(item.length - 1)) % 2,
});
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exitCode = report.lost + report.extra + report.different > 0 ? 1 : 0;
