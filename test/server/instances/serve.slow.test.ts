import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LAUNCHER } from '../../e2e/run.ts';
import { postgresOfRun } from '../../store/postgres-of-run.ts';

const server = await postgresOfRun();

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly firstKey: string | null;
}

async function serve(database: string): Promise<Started> {
  const args = ['serve', '--port', '0', '--json', '--log-level', 'silent', '--database', database];
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout as never }), 'line')) as [
    string,
  ];
  return { child, ...(JSON.parse(line) as Omit<Started, 'child'>) };
}

describe.skipIf(server === null)('serve on a PostgreSQL', () => {
  test('starts as often as one likes, with one first key, and goes on when one is killed', async () => {
    const database = await server!.database();
    const all = await Promise.all([serve(database), serve(database)]);
    const keys = all.flatMap(({ firstKey }) => firstKey ?? []);
    expect(keys).toHaveLength(1);
    const headers = { authorization: `Bearer ${keys[0]}` };
    const instances = async ({ url }: Started) =>
      (await (await fetch(`${url}/v1/instances`, { headers })).json()).items;
    const ready = await Promise.all(
      all.map(async ({ url }) => (await fetch(`${url}/ready`)).json()),
    );
    expect(new Set(ready.map(({ instance }) => instance)).size).toBe(2);
    expect((await instances(all[1])).map(({ pid }: { pid: number }) => pid).sort()).toEqual(
      all.map(({ child }) => child.pid).sort(),
    );
    all[0].child.kill('SIGKILL');
    await once(all[0].child, 'exit');
    expect((await fetch(`${all[1].url}/ready`)).status).toBe(200);
    const third = await serve(database);
    expect(third.firstKey).toBeNull();
    // One that ends in order is no longer listed; the killed one is, until it is known to be silent and for a while after.
    third.child.kill('SIGTERM');
    expect((await once(third.child, 'exit'))[0]).toBe(0);
    expect(await instances(all[1])).toHaveLength(2);
  });
});
