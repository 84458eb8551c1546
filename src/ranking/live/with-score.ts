import type { LiveTest } from './live-test.ts';

/** A test whose answers or scores pass through other functions; everything else is as it was. */
export function withScore(
  test: LiveTest,
  own: Partial<Pick<LiveTest, 'record' | 'miss' | 'score' | 'scoreWithout'>>,
): LiveTest {
  return {
    model: test.model,
    get length() {
      return test.length;
    },
    get asked() {
      return test.asked;
    },
    get isOver() {
      return test.isOver;
    },
    get reason() {
      return test.reason ?? null;
    },
    get cost() {
      return test.cost ?? null;
    },
    next: (most) => test.next(most),
    record: (item, score) => test.record(item, score),
    ...(test.miss && { miss: (item) => test.miss!(item) }),
    score: () => test.score(),
    ...(test.scoreWithout && { scoreWithout: (items) => test.scoreWithout!(items) }),
    ...own,
  };
}
