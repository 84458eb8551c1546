import type { LiveTest } from './live-test.ts';
import { withScore } from './with-score.ts';

/**
 * Wraps a test so that items may stay without an answer. Which items follow is chosen as if it had been wrong, and the score is that of the
 * test with gaps.
 */
export function withGaps(test: LiveTest): LiveTest {
  if (test.scoreWithout === undefined) return test;
  const gaps = new Set<number>();
  const scoreWithout = (items: ReadonlySet<number>) =>
    test.scoreWithout!(new Set([...items, ...gaps]));
  return withScore(test, {
    miss(item) {
      gaps.add(item);
      test.record(item, 0);
    },
    score: () => (gaps.size === 0 ? test.score() : scoreWithout(gaps)),
    scoreWithout,
  });
}
