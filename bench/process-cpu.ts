import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick of the system's clock, as Linux counts processor time for programs. */
const TICK = 10;

/**
 * Processor time of this process and all below it, in milliseconds, those that have ended counted with whoever waited for
 * them: what a busy machine does not stretch. NaN where the system does not say.
 */
export function processCpu(): number {
  const cpu = new Map<number, number>();
  const children = new Map<number, number[]>();
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return Number.NaN;
  }
  for (const pid of pids) {
    let text: string;
    try {
      text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    } catch {
      continue;
    }
    // Behind the name, which may hold anything: parent is the 4th field, times are the 14th to the 17th.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const parent = Number(fields[1]);
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    cpu.set(Number(pid), ticks * TICK);
    children.set(parent, [...(children.get(parent) ?? []), Number(pid)]);
  }
  const sumOf = (pid: number): number =>
    (cpu.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((sum, child) => sum + sumOf(child), 0);
  return sumOf(process.pid);
}
