import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What tells a process from all others, so that it can be told later whether it still lives. */
export interface ProcessMark {
  /** The name of the machine; behind a space, where the system says so, its start and the space of numbers of `pid`. */
  readonly host: string;
  readonly pid: number;
  /** When it was started, in units of the system: numbers of processes are used again. Null if it is not known. */
  readonly started: string | null;
}

/** The mark of this process. */
export function ownMark(): ProcessMark {
  return { host: ownHost(), pid: process.pid, started: readStat(process.pid)?.started ?? null };
}

/** Such as `process 7 on host`. */
export function processWords({ host, pid }: ProcessMark): string {
  return `process ${pid} on ${host.split(' ')[0]}`;
}

/** Whether a process lives, as far as this machine can tell. */
export function lifeOf(mark: ProcessMark): 'alive' | 'gone' | 'unknown' {
  if (mark.host !== ownHost()) return 'unknown';
  try {
    process.kill(mark.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
    // It is there, and another user's.
  }
  const stat = readStat(mark.pid);
  if (stat === null) return 'unknown';
  if (stat.isOver) return 'gone';
  if (mark.started === null) return 'unknown';
  return stat.started === mark.started ? 'alive' : 'gone';
}

/**
 * Containers may have the name of their machine, and number processes on their own; a machine that was started again
 * numbers them again.
 */
function ownHost(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
  const pids = attempt(() => readlinkSync('/proc/self/ns/pid'));
  return `${hostname().replaceAll(' ', '-')}${boot === null ? '' : ` ${boot} ${pids}`}`;
}

/** What Linux says of a process; null for none, and on other systems. */
function readStat(pid: number): { started: string; isOver: boolean } | null {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (text === null) return null;
  // Behind the name, which may hold anything: the 3rd field is the state, the 22nd the start.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended, and only waits for its parent to notice.
  return { started: fields[19], isOver: 'ZX'.includes(fields[0]) };
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
