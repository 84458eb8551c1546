import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { newCluster } from '../../store/postgres-cluster.ts';
import { postgresOfRun } from '../../store/postgres-of-run.ts';
import { clock } from '../../store/store-case.ts';
import { testService } from '../service.ts';
import { addBank, begin } from '../sessions/session-case.ts';
import { failingRun } from './failing-run.ts';
import { movingAddress } from './moving-address.ts';
import { smallDisk } from './small-disk.ts';

// Where it cannot start, no other one can.
const probe = await postgresOfRun();
const folder = mkdtempSync(join(tmpdir(), 'thetarank-failures-'));
// For the user of PostgreSQL.
chmodSync(folder, 0o755);
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
});

async function withBank(address: string): Promise<void> {
  const store = await openStore(address, { clock });
  await addBank(store);
  await store.close();
}

const WHOLE = { lost: 0, extra: 0, different: 0 };

test.skipIf(probe === null)(
  'a PostgreSQL that stops without warning, twice, and starts again loses no acknowledged answer',
  async () => {
    const cluster = await newCluster(join(folder, 'restart'));
    ends.push(() => cluster.kill());
    await cluster.start();
    await withBank(cluster.address);
    const report = await failingRun(
      cluster.address,
      async (run) => {
        await cluster.stopAtOnce();
        await pause(1500);
        await cluster.start();
        await run.more(20);
        await cluster.stopAtOnce();
        await cluster.start();
      },
      true,
    );
    expect(report).toMatchObject({ ...WHOLE, jobs: { jobsFailed: 0, otherCalibrations: 0 } });
    expect(report.jobs!.jobs).toBeGreaterThan(0);
    // The service waits for it, and refuses nothing meanwhile.
    expect(report.refused).toBe(0);
    expect(report.acknowledged).toBeGreaterThan(70);
  },
);

test.skipIf(probe === null).each([
  ['a second', 60_000, 1000],
  // Long enough for a busy machine to connect.
  ['longer than the service waits for it', 3000, 4500],
])(
  'a session that the service asks a model goes on by itself when PostgreSQL was away for %s',
  async (_, patience, away) => {
    const cluster = await newCluster(join(folder, `asked-${patience}`));
    ends.push(() => cluster.kill());
    await cluster.start();
    await withBank(cluster.address);
    let asked = 0;
    const endpoint = createServer((request, response) => {
      request.resume().on('end', () => {
        asked++;
        const message = { role: 'assistant', content: 'The answer is (B).' };
        const reply = {
          choices: [{ index: 0, finish_reason: 'stop', message }],
          usage: { prompt_tokens: 10, completion_tokens: 5 },
        };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
      });
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
    ends.push(async () => void endpoint.close());
    const host = `127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
    const model = endpointConfiguration({
      ...{ name: 'served', baseUrl: `http://${host}/v1`, model: 'org/served' },
    });
    const service = await testService({
      database: cluster.address,
      patience,
      configuration: { models: [model], allowedHosts: [host], openMetrics: true },
    });
    ends.unshift(() => service.close());
    const runner = await service.key('runner');
    const request = { strategy: 'random', items: 40, lag: 2, model: 'served' };
    const id = await begin(service, runner, request);
    while (asked < 8) await pause(5);
    await cluster.stopAtOnce();
    // Probes get their answer however long the service itself waits for its database.
    const ready = await service.ask('GET', '/ready');
    expect(ready).toMatchObject({ status: 503, body: { status: 'no database' } });
    const metrics = await service.ask('GET', '/metrics');
    expect([metrics.status, metrics.body]).toEqual([
      200,
      expect.stringMatching(/^thetarank_open_sessions Nan$/m),
    ]);
    await pause(away);
    await cluster.start();
    service.pass(1000);
    expect((await service.ask('GET', '/ready')).status).toBe(200);
    const session = async () => (await service.ask('GET', `/v1/sessions/${id}`, runner)).body;
    while ((await session()).state !== 'finished') await pause(50);
    expect(await session()).toMatchObject({ state: 'finished', answered: 40 });
    const { body } = await service.ask('GET', `/v1/sessions/${id}/export`, runner);
    const items = body.answers.map(({ item }: { item: string }) => item);
    expect(new Set(items).size).toBe(40);
    // Each question was paid for once, unless its answer could not be kept in time.
    expect(asked).toBeLessThanOrEqual(patience < away ? 42 : 40);
  },
);

test.skipIf(probe === null)(
  'a PostgreSQL whose machine is lost is replaced by its promoted standby without a lost answer',
  async () => {
    const primary = await newCluster(join(folder, 'primary'));
    const standby = await primary.standby(join(folder, 'standby'));
    ends.push(
      () => primary.kill(),
      () => standby.kill(),
    );
    // No commit is acknowledged before the standby has it.
    await primary.start('synchronous_standby_names=*');
    await standby.start();
    await withBank(primary.address);
    const [{ sync_state }] = await primary.query<{ sync_state: string }>(
      'select sync_state from pg_stat_replication',
    );
    expect(sync_state).toBe('sync');
    const way = await movingAddress(primary.port);
    ends.push(async () => way.close());
    const address = primary.address.replace(`:${primary.port}/`, `:${way.port}/`);
    const report = await failingRun(address, async () => {
      await primary.kill();
      await pause(500);
      // Until it is promoted it refuses to write.
      way.move(standby.port);
      await pause(1500);
      await standby.query('select pg_promote()');
    });
    expect(report).toMatchObject(WHOLE);
    expect(report.refused).toBe(0);
    expect(report.acknowledged).toBeGreaterThan(50);
  },
);

test.skipIf(probe === null)(
  'a PostgreSQL whose disk is full refuses answers with the reason, and takes them again when there is room',
  async ({ skip }) => {
    const disk = smallDisk(join(folder, 'full'), 160);
    if (disk === null) return skip('no disk can be mounted here');
    ends.push(async () => disk.remove());
    const cluster = await newCluster(join(disk.folder, 'own'), '--wal-segsize=1');
    ends.unshift(() => cluster.kill());
    await cluster.start('min_wal_size=2MB', 'max_wal_size=64MB');
    await withBank(cluster.address);
    const report = await failingRun(cluster.address, async (run) => {
      const fill = disk.fill();
      while (run.refused() === 0) await pause(50);
      await pause(500);
      // The log is written some lines at a time.
      await vi.waitFor(() => expect(run.log()).toContain('no space left'), 10_000);
      fill.free();
      await run.more(20);
    });
    expect(report).toMatchObject(WHOLE);
    expect(report.refused).toBeGreaterThan(0);
  },
);
