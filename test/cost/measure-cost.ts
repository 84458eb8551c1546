import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

/** Field of a test file's `meta` in which its CPU time reaches the reporter. */
declare module 'vitest' {
  interface TaskMeta {
    cpuSeconds?: number;
  }
}

/** Clock ticks per second in /proc, on every Linux that Node supports. */
const TICKS = 100;

/** CPU seconds of this worker so far: its threads, and the child processes that it has waited for (on Linux). */
function usedCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

function childSeconds(): number {
  try {
    // The name of the program, in brackets, may hold blanks: fields are counted after it.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return 0;
  }
}

// A worker runs one file after another: what it has used since the end of the last one belongs to this one.
const kept = globalThis as { cpuSecondsBefore?: number };

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures a hook needs.
afterAll(({}, file) => {
  const now = usedCpuSeconds();
  file.meta.cpuSeconds = now - (kept.cpuSecondsBefore ?? 0);
  kept.cpuSecondsBefore = now;
});
