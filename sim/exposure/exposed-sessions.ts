import type { CatBank } from '../../src/cat/bank.ts';
import type { SessionConfiguration } from '../../src/cat/configuration.ts';
import type { ExposureCounts } from '../../src/cat/exposure/exposure-counts.ts';
import { type ExposureRule, wrongExposureRule } from '../../src/cat/exposure/exposure-rules.ts';
import { longestTest } from '../../src/cat/stop/stop-rules.ts';
import { fail } from '../../src/errors.ts';
import { loadedSolver } from '../../src/highs-solver.ts';
import { probability } from '../../src/irt/probability.ts';
import { randomStream } from '../../src/random.ts';
import type { LogTables } from '../monte-carlo/run/log-tables.ts';
import { logTables, SessionKernel } from '../monte-carlo/run/session-kernel.ts';
import { ExposureSeries, unbarred } from './exposure-series.ts';

/** Sessions of simulated examinees, one after another, under a rule of exposure. */
export interface ExposedRequest {
  readonly bank: CatBank;
  /** The configuration of every session, except its seed and barred items. */
  readonly configuration: SessionConfiguration;
  readonly exposure: ExposureRule;
  /** The true ability of each examinee; there are as many sessions. */
  readonly abilities: ArrayLike<number>;
  readonly seed: string;
  /** The tables of the bank, if they exist already. */
  readonly tables?: LogTables | undefined;
}

/**
 * Runs the sessions in the blocks of the rule. Yields each finished session, valid until the next one, and returns the counts.
 * @throws SESSION_INVALID
 */
export function* exposedSessions(
  request: ExposedRequest,
): Generator<SessionKernel, ExposureCounts> {
  const { bank, configuration, exposure, abilities, seed } = request;
  const { count } = bank.items;
  const wrong = wrongExposureRule(
    exposure,
    count,
    Math.min(longestTest(configuration.stop), count),
  );
  if (wrong !== null) fail('SESSION_INVALID', { reason: wrong });
  const series = new ExposureSeries(exposure, count, abilities.length, seed);
  const kernel = new SessionKernel(
    bank,
    { ...configuration, barred: unbarred(exposure) },
    request.tables ?? logTables(bank),
    loadedSolver(),
  );
  for (let number = 0; number < abilities.length; number++) {
    kernel.bar(series.next().items);
    kernel.run(`${seed}/${number}`, answersOf(bank, abilities[number], seed, number));
    series.count(kernel);
    yield kernel;
  }
  return series.total;
}

/** Answers drawn from the response model as they are asked for, one stream per examinee. */
function answersOf({ items }: CatBank, ability: number, seed: string, number: number) {
  const stream = randomStream(seed, 'answers', number);
  const { a, b, c, d } = items;
  return (j: number) => (stream() < probability(ability, a[j], b[j], c[j], d[j]) ? 1 : 0);
}
