/**
 * The studies behind docs/evidence, and the trial: `npm run research -- NAME [options]`.
 *
 *     npm run research                                    lists the studies
 *     npm run research -- dif --runs 2 --only leak        two repetitions of some cells
 *     npm run research -- all                             every page; continues after it was ended at any moment
 */
import { ThetarankError } from 'thetarank';
import { research } from './program.ts';

try {
  await research(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ThetarankError)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = error.exitCode;
}
