/**
 * Answers per second of the service on SQLite, and on PostgreSQL by one and two instances, in turn:
 *
 *     node bench/service-databases.ts [--rounds 5] [--seconds 5] [--sessions 1000] [--json]
 *
 * All run on this machine, with the clients and the server of the database: more instances than cores gain nothing here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../src/statistics/median.ts';
import { newCluster } from '../test/store/postgres-cluster.ts';
import { type Host, sendLoad, startHost } from './service/run.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    sessions: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
  },
});
const [rounds, duration, sessions] = [values.rounds, values.seconds, values.sessions].map(Number);
/** In all, over the instances. */
const CONNECTIONS = 64;

const folder = mkdtempSync(join(tmpdir(), 'thetarank-databases-'));
const server = await newCluster(join(folder, 'postgres'));
// Commits wait for the disk, as they do where data matter.
await server.start('fsync=on');
await server.query('create database second');

/** Hosts that together are one service. */
interface Setup {
  readonly name: string;
  readonly hosts: readonly Host[];
  readonly perSecond: number[];
  readonly p99: number[];
  /** Of the hosts, in ms of one core per answer. */
  readonly cpu: number[];
}
const setup = async (name: string, database: string | null, count: number): Promise<Setup> => {
  const hosts: Host[] = [];
  for (let k = 0; k < count; k++) {
    const own = { folder, bank: 'climedbench', strategy: 'paper', sessions: sessions / count };
    hosts.push(await startHost(database === null ? own : { ...own, database }));
  }
  return { name, hosts, perSecond: [], p99: [], cpu: [] };
};
const cpuOf = async (hosts: readonly Host[]) => {
  let sum = 0;
  for (const host of hosts) sum += await host.cpu();
  return sum;
};

const setups = [
  await setup('SQLite', null, 1),
  await setup('PostgreSQL, 1 instance', server.address, 1),
  await setup('PostgreSQL, 2 instances', server.address.replace(/\w+$/, 'second'), 2),
];
const waiting = new Map(setups.flatMap(({ hosts }) => hosts.map((h) => [h, h.report.sessions])));
let failed = 0;
// The first round warms all.
for (let round = 0; round <= rounds; round++)
  for (const { name, hosts, perSecond, p99, cpu } of setups) {
    const before = await cpuOf(hosts);
    const reports = await Promise.all(
      hosts.map((host) =>
        sendLoad({
          ...{ url: host.report.url, key: host.report.key, isEmpty: false, duration },
          connections: CONNECTIONS / hosts.length,
          sessions: waiting.get(host)!,
        }),
      ),
    );
    const used = (await cpuOf(hosts)) - before;
    hosts.forEach((host, k) => void waiting.set(host, reports[k].sessions));
    failed += reports.reduce((sum, report) => sum + report.failed, 0);
    const rate = reports.reduce((sum, report) => sum + report.perSecond, 0);
    console.error(`${round} ${name}: ${Math.round(rate)} answers/s`);
    if (round === 0) continue;
    perSecond.push(rate);
    p99.push(Math.max(...reports.map((report) => report.p99)));
    cpu.push(used / reports.reduce((sum, report) => sum + report.requests, 0));
  }
for (const { hosts } of setups) for (const host of hosts) await host.end();
await server.stopAtOnce();
rmSync(folder, { recursive: true, force: true });

const results = setups.map(({ name, perSecond, p99, cpu }) => ({
  ...{ name, perSecond: median(perSecond), all: perSecond.map(Math.round) },
  ...{ p99: median(p99), cpu: median(cpu) },
}));
if (values.json) console.log(JSON.stringify({ failed, results }));
else {
  for (const { name, perSecond, all, p99, cpu } of results)
    console.log(
      `${name}: ${Math.round(perSecond)} answers/s (${all.join(', ')}); 99% within ${p99} ms; ${cpu.toFixed(3)} ms of a core per answer`,
    );
  console.log(`failed: ${failed}`);
}
