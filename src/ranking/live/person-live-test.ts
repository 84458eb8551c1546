import { boundedIfAlike } from './all-alike.ts';
import type { LiveFold } from './live-fold.ts';
import type { LiveScore, LiveTest } from './live-test.ts';
import { withScore } from './with-score.ts';

/**
 * A test of a person whose score rests on the response model or on widths that were learned from models. It is never verified: people
 * find other items hard than models do.
 */
export function personLiveTest(test: LiveTest, fold: LiveFold): LiveTest {
  const ofPerson = (score: LiveScore | null): LiveScore | null =>
    score === null ? null : unverified(boundedIfAlike(score, fold));
  return withScore(test, {
    score: () => ofPerson(test.score()),
    ...(test.scoreWithout && { scoreWithout: (items) => ofPerson(test.scoreWithout!(items)) }),
  });
}

function unverified(score: LiveScore): LiveScore {
  const tags = Object.entries(score.tags).map(([tag, values]) => [
    tag,
    Object.fromEntries(
      Object.entries(values).map(([value, own]) => [value, { ...own, verified: false }]),
    ),
  ]);
  return { ...score, verified: false, unverified: 'person', tags: Object.fromEntries(tags) };
}
