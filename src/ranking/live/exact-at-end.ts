import { NO_TRUST } from '../own-random.ts';
import type { LiveScore, LiveTest } from './live-test.ts';
import { withScore } from './with-score.ts';

/** Digits of a score in points that do not depend on the order of a sum. */
const DIGITS = 1e10;

/**
 * Wraps a test so that its score is that of its answers once all items that count are answered. Nothing is predicted then: the
 * interval is the score itself, there is no alarm, and the score does not rest on the calibration. The expected score on items like these keeps its
 * interval, because all answers contain chance. With a gap (`scoreWithout`) the score is a prediction.
 * @param weights of the items in the full score, adding up to 1
 */
export function exactAtEnd(test: LiveTest, weights: Float64Array): LiveTest {
  let open = 0;
  for (const weight of weights) if (weight > 0) open++;
  let sum = 0;
  return withScore(test, {
    record(item, score) {
      test.record(item, score);
      sum += weights[item] * score;
      if (weights[item] > 0) open--;
    },
    score() {
      const own = test.score();
      return own === null || open > 0 ? own : exact(own, Math.round(100 * sum * DIGITS) / DIGITS);
    },
  });
}

function exact(own: LiveScore, score: number): LiveScore {
  const tags = Object.entries(own.tags).map(([tag, values]) => {
    const settled = Object.entries(values).map(([value, of]) => [
      value,
      { ...of, low: of.score, high: of.score, verified: true },
    ]);
    return [tag, Object.fromEntries(settled)];
  });
  const interval = { score, low: score, high: score, verified: true, unverified: null };
  const expected = { ...own.expected, score };
  return {
    ...own,
    ...interval,
    ...NO_TRUST,
    expected,
    alarm: null,
    tags: Object.fromEntries(tags),
  };
}
