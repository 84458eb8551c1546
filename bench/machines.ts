/**
 * Two services and four workers on one PostgreSQL, killed and started again at random under load, while a study is simulated
 * by the workers and jobs of the services are run: `node bench/machines.ts [SECONDS] [SEED]`, 300 and 1 by default.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { openStore } from '../src/store/open-store.ts';
import { addBank } from '../test/server/sessions/session-case.ts';
import { newCluster } from '../test/store/postgres-cluster.ts';
import { killRun } from './service/kills.ts';

const LAUNCHER = fileURLToPath(new URL('../bin/thetarank.js', import.meta.url));
const seconds = Number(process.argv[2] ?? 300);
const seed = process.argv[3] ?? '1';
const folder = mkdtempSync(join(tmpdir(), 'thetarank-machines-'));
const server = await newCluster(join(folder, 'postgres'));
await server.start();
const database = server.address;
const store = await openStore(database, { clock: () => new Date() });
await addBank(store);
await store.close();

const DESIGN = `bank: { generate: { items: 300, c: { beta: { alpha: 5, beta: 17 } } } }
abilities: { normal: { mean: 0, sd: 1, count: 200 } }
estimators: [ml, eap]
selectors: [maximum-information, random]
lengths: [20, 40]
replications: ${Math.max(2, Math.round(seconds / 3))}
seed: ${seed}
`;
const design = join(folder, 'design.yaml');
writeFileSync(design, DESIGN);

/** The numbers of a study; repeated with --resume if it was ended. */
async function simulate(name: string, ...args: string[]): Promise<unknown> {
  const out = join(folder, name);
  for (let attempt = 0; attempt < 5; attempt++) {
    const how = ['simulate', 'monte-carlo', design, '--out', out, '--json', ...args];
    if (attempt > 0) how.push('--resume');
    const child = spawn(process.execPath, [LAUNCHER, ...how], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, THETARANK_HOME: join(folder, 'home') },
    });
    const printed = text(child.stdout);
    const [code] = await once(child, 'exit');
    if (code === 0) return (JSON.parse(await printed) as { cells: unknown }).cells;
  }
  throw new Error(`the study ${name} did not finish`);
}

const distributed = simulate('workers', '--on', 'workers', '--database', database);
const report = await killRun({
  folder,
  database,
  bank: 'cruxeval-o',
  strategies: ['paper', 'random'],
  items: 200,
  kills: 0,
  seconds,
  instances: 2,
  workers: 4,
  jobsOf: 'exam',
  clients: 8,
  seed,
  scoreOf: (item) => (item.length + item.charCodeAt(item.length - 1)) % 2,
  during: distributed,
});
const same = isDeepStrictEqual(await distributed, await simulate('alone', '--workers', '1'));
await server.stopAtOnce();
rmSync(folder, { recursive: true, force: true });
const { jobsFailed, keptTwice, otherCalibrations } = report.jobs!;
const wrong = report.lost + report.extra + report.different + jobsFailed + keptTwice;
console.log(JSON.stringify({ ...report, studyIsTheSame: same }));
process.exitCode = wrong + otherCalibrations > 0 || !same ? 1 : 0;
