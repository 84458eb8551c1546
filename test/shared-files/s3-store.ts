import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What happens to a request in place of its reply: a status, or a reply whose connection is cut after some bytes. */
export type Fault = number | { readonly cutAfter: number };

export interface S3Store {
  /** It has the bucket `thetarank`. */
  readonly endpoint: string;
  readonly keys: Readonly<Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>>;
  /** Where s3rver keeps its files. */
  readonly folder: string;
  /** Faults of the next requests, one each. */
  fail(...faults: Fault[]): Promise<void>;
  stop(): void;
}

/** A store over HTTP that checks signatures, in a process of its own: its memory is not counted. */
export async function startS3Store(): Promise<S3Store> {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-s3-'));
  // Secrets have such signs.
  const keys = {
    AWS_ACCESS_KEY_ID: 'TESTKEY',
    AWS_SECRET_ACCESS_KEY: 'a/secret+that=is-told/nobody',
  };
  const program = fileURLToPath(new URL('./s3-store-process.ts', import.meta.url));
  // s3rver makes the tokens of its pages with DES.
  const args = ['--openssl-legacy-provider', program, folder, ...Object.values(keys)];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(createInterface({ input: server.stdout }), 'line');
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    keys,
    folder,
    async fail(...faults) {
      await fetch(`${endpoint}/-/faults`, { method: 'POST', body: JSON.stringify(faults) });
    },
    stop() {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
