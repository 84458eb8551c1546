import { boundedIfAlike } from './all-alike.ts';
import type { LiveFold } from './live-fold.ts';
import type { LiveScore, LiveTest } from './live-test.ts';
import type { UnverifiedReason } from './unverified-reason.ts';
import { withScore } from './with-score.ts';

/** A score of a person that rests on fewer answers is none: whatever the interval, the number would be read as a result. */
export const LEAST_ANSWERS = 10;

/**
 * A test of a person. It is not verified with fewer than LEAST_ANSWERS answers, and never if its score rests on the response model or on
 * widths that were learned from models: people find other items hard than models do.
 * @param fold of a test whose score rests on it; null if the score comes from a random draw of items
 */
export function personLiveTest(test: LiveTest, fold: LiveFold | null): LiveTest {
  const ofPerson = (score: LiveScore | null): LiveScore | null => {
    if (score === null) return null;
    const own = fold === null ? score : boundedIfAlike(score, fold);
    if (score.items < LEAST_ANSWERS) return unverified(own, 'too-few');
    return fold === null ? own : unverified(own, 'person');
  };
  return withScore(test, {
    score: () => ofPerson(test.score()),
    ...(test.scoreWithout && { scoreWithout: (items) => ofPerson(test.scoreWithout!(items)) }),
  });
}

function unverified(score: LiveScore, why: UnverifiedReason): LiveScore {
  const tags = Object.entries(score.tags).map(([tag, values]) => [
    tag,
    Object.fromEntries(
      Object.entries(values).map(([value, own]) => [value, { ...own, verified: false }]),
    ),
  ]);
  return { ...score, verified: false, unverified: why, tags: Object.fromEntries(tags) };
}
