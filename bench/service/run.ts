import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HostOptions, HostReport, LoadOptions, LoadReport } from './messages.ts';

/** A service of the benchmark that listens. */
export interface Host {
  readonly report: HostReport;
  /** Its memory, in bytes. */
  memory(): Promise<number>;
  /** What it has computed so far, in ms of one core. */
  cpu(): Promise<number>;
  /** What its main thread has computed so far, in ms: at most so long others have waited. */
  main(): Promise<number>;
  end(): Promise<void>;
}

const program = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

export async function startHost(options: HostOptions): Promise<Host> {
  const child = fork(program('host'), [JSON.stringify(options)], {
    execArgv: ['--expose-gc'],
  });
  const report = await messageOf<HostReport>(child);
  const used = async (of: 'cpu' | 'main') => {
    child.send(of);
    const { user, system } = await messageOf<NodeJS.CpuUsage>(child);
    return (user + system) / 1000;
  };
  return {
    report,
    async memory() {
      child.send('memory');
      return (await messageOf<{ rss: number }>(child)).rss;
    },
    cpu: () => used('cpu'),
    main: () => used('main'),
    async end() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.send('end');
      await ended;
    },
  };
}

export function sendLoad(options: LoadOptions): Promise<LoadReport> {
  const child = fork(program('load'));
  child.send(options);
  return messageOf<LoadReport>(child);
}

function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a process ended with code ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}
