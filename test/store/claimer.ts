/**
 * A process that claims a run, says `claimed`, or the message of what it is told, and holds it until it is killed:
 *
 *     node claimer.ts LOCATION RUN
 */
import { writeSync } from 'node:fs';
import { openStore } from '../../src/store/open-store.ts';

const [location, run] = process.argv.slice(2);
const store = await openStore(location, { clock: () => new Date() });
try {
  await store.claimRun(Number(run));
  writeSync(1, 'claimed\n');
  setInterval(() => {}, 1000);
} catch (error) {
  writeSync(1, `${(error as Error).message}\n`);
  await store.close();
}
