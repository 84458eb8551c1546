/**
 * The calibration threads under stress: `npm run stress:threads [fits]`. So many fits (default 200) on three threads, beside two
 * programs that keep the cores busy, with stalls at each point before and after an atomic operation in turn. All must
 * be the fit of one thread, bit by bit. Exit code 1 where one is not.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { POINTS, runFits } from '../test/calibration/kernel/stress/run-fits.ts';

const BUSY = 2;
const EACH = 5;
const fits = Number(process.argv[2] ?? 200);
const [known] = await runFits(1, 1, null);
const load: ChildProcess[] = Array.from({ length: BUSY }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const counts = new Map<string, number>();
try {
  for (let done = 0, k = 0; done < fits; k++) {
    const count = Math.min(EACH, fits - done);
    const at = POINTS[k % POINTS.length];
    for (const line of await runFits(count, 3, { at, seed: k + 1 }))
      counts.set(line, (counts.get(line) ?? 0) + 1);
    done += count;
    process.stderr.write(`\r${done} of ${fits} fits, ${at}          `);
  }
} finally {
  for (const program of load) program.kill();
}
process.stderr.write('\n');
const same = counts.get(known) ?? 0;
console.log(`${same} of ${fits} fits are that of one thread`);
for (const [line, count] of counts) if (line !== known) console.log(`${count} × ${line}`);
process.exitCode = same === fits ? 0 : 1;
