import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../files/temporary.ts';

const folder = temporaryFolder();

test('a service that is killed takes its job with it', async () => {
  const script = join(folder, 'service.ts');
  const module = fileURLToPath(
    new URL('../../../src/jobs/running/run-command.ts', import.meta.url),
  );
  const port = await freePort();
  writeFileSync(
    script,
    `import { runCommand } from ${JSON.stringify(module)};
     runCommand(['stand-in', '--port', '${port}', '--json'], { database: '', onProgress() {} });
     setTimeout(() => {}, 600_000);`,
  );
  const service = execFile(process.execPath, [script]);
  const child = async () => {
    const children = await childrenOf(service.pid!);
    return children[0];
  };
  await expect.poll(child).toBeDefined();
  const pid = (await child())!;
  // Its launcher has begun to watch before it loads what serves.
  const isServing = () => fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false);
  await expect.poll(isServing).toBe(true);
  service.kill('SIGKILL');
  await expect.poll(() => lives(pid)).toBe(false);
});

/** A port that nothing has, or had until now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function childrenOf(pid: number): Promise<number[]> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'pid=', '--ppid', String(pid)], (_, out) =>
      resolve(out.split('\n').filter(Boolean).map(Number)),
    );
  });
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
