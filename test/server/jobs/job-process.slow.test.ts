import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../files/temporary.ts';
import { LONG } from '../../tracing/interrupt.ts';

const folder = temporaryFolder();

test('a service that is killed takes its job with it', async () => {
  const script = join(folder, 'service.ts');
  const module = fileURLToPath(
    new URL('../../../src/jobs/running/run-operation.ts', import.meta.url),
  );
  const call = {
    operation: 'simulate monte-carlo',
    options: { design: LONG },
    database: ':memory:',
  };
  writeFileSync(
    script,
    `import { runOperation } from ${JSON.stringify(module)};
     const onProgress = ({ done }) => done > 0 && console.log('begun');
     runOperation(${JSON.stringify(call)}, { folder: '.', version: '1', onProgress });
     setTimeout(() => {}, 600_000);`,
  );
  const service = execFile(process.execPath, [script]);
  const begun = once(service.stdout!, 'data');
  const child = async () => {
    const children = await childrenOf(service.pid!);
    return children[0];
  };
  await expect.poll(child).toBeDefined();
  const pid = (await child())!;
  await begun;
  service.kill('SIGKILL');
  await expect.poll(() => lives(pid)).toBe(false);
});

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
