/**
 * A process that appends answers until it is killed:
 *
 *     node appender.ts LOCATION RUN EXAMINEE APPENDERS COUNT
 *
 * `opened` is printed once the store is open. The place of each answer is printed on a line of its own once `append`
 * resolved, and not before. With a COUNT above 0 it ends after as many answers.
 */
import { writeSync } from 'node:fs';
import { openStore } from '../../src/store/open-store.ts';
import { answerOf, clock } from './store-case.ts';

const [location, run, examinee, appenders, count] = process.argv.slice(2);
const store = await openStore(location, { clock });
writeSync(1, 'opened\n');
const last = Number(count) || Number.POSITIVE_INFINITY;
let place = 0;
await Promise.all(
  Array.from({ length: Number(appenders) }, async () => {
    while (place < last) {
      const mine = ++place;
      await store.append(Number(run), [answerOf(examinee, mine, { output: 'x'.repeat(500) })]);
      writeSync(1, `${mine}\n`);
    }
  }),
);
await store.close();
