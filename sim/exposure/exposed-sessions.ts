import type { CatBank } from '../../src/cat/bank.ts';
import type { SessionConfiguration } from '../../src/cat/configuration.ts';
import {
  addBlock,
  countSession,
  type ExposureCounts,
  emptyCounts,
  emptyHistory,
} from '../../src/cat/exposure/exposure-counts.ts';
import {
  barsOfBlock,
  type ExposureRule,
  fadingOf,
  levelsOf,
  wrongExposureRule,
} from '../../src/cat/exposure/exposure-rules.ts';
import { AdaptiveSession } from '../../src/cat/session.ts';
import { longestTest } from '../../src/cat/stop/stop-rules.ts';
import { fail } from '../../src/errors.ts';
import { probability } from '../../src/irt/probability.ts';
import { randomStream } from '../../src/random.ts';

/** Sessions of simulated examinees, one after another, under a rule of exposure. */
export interface ExposedRequest {
  readonly bank: CatBank;
  /** Of every session, but for its seed and its barred items. */
  readonly configuration: SessionConfiguration;
  readonly exposure: ExposureRule;
  /** The true ability of each examinee; there are as many sessions. */
  readonly abilities: ArrayLike<number>;
  readonly seed: string;
}

/**
 * Runs the sessions in blocks: those of a block start from the history of the blocks before. The last block is as short
 * as it must be. Yields each session as it ends, and returns the counts.
 * @throws SESSION_INVALID
 */
export function* exposedSessions(
  request: ExposedRequest,
): Generator<AdaptiveSession, ExposureCounts> {
  const { bank, configuration, exposure, abilities, seed } = request;
  const { count } = bank.items;
  const longest = longestTest(configuration.stop);
  const wrong = wrongExposureRule(exposure, count, Math.min(longest, count));
  if (wrong !== null) fail('SESSION_INVALID', { reason: wrong });
  const levels = levelsOf(exposure);
  const history = emptyHistory(count, levels);
  const { total } = history;
  while (total.sessions < abilities.length) {
    const block = Math.min(exposure.block, abilities.length - total.sessions);
    const bars = barsOfBlock({ ...exposure, block }, history, seed);
    const counts = emptyCounts(count, levels);
    for (const barred of bars) {
      const number = total.sessions + counts.sessions;
      const own = { ...configuration, seed: `${seed}/${number}`, barred };
      const session = new AdaptiveSession(bank, own);
      sit(session, abilities[number], seed, number);
      countSession(counts, session);
      yield session;
    }
    addBlock(history, counts, fadingOf(exposure));
  }
  return total;
}

/** Answers drawn from the response model, one stream an examinee. */
function sit(session: AdaptiveSession, ability: number, seed: string, number: number): void {
  const stream = randomStream(seed, 'answers', number);
  const { a, b, c, d } = session.bank.items;
  for (let issued = session.next(); issued.length > 0; issued = session.next())
    for (const { index: j } of issued) {
      const isRight = stream() < probability(ability, a[j], b[j], c[j], d[j]);
      session.recordAt(j, isRight ? 1 : 0);
    }
}
