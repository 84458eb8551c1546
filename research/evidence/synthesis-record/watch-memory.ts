import { readFileSync } from 'node:fs';

const EVERY = 250;

/** Peak resident memory of a watched process so far, in MiB; null on systems that do not report it (only Linux does). */
export function watchMemory(pid: number): { most(): number | null; stop(): void } {
  let most: number | null = null;
  const look = () => {
    try {
      const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(
        readFileSync(`/proc/${pid}/status`, 'utf8'),
      )!;
      most = Math.max(most ?? 0, Number(kibibytes) / 1024);
    } catch {
      // It has ended, or the system has no such file.
    }
  };
  look();
  const timer = setInterval(look, EVERY);
  return { most: () => most, stop: () => clearInterval(timer) };
}
