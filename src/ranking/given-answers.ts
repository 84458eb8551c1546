import type { CatBank } from '../cat/bank.ts';
import type { AdaptiveSession } from '../cat/session.ts';
import type { Answers } from '../irt/answers.ts';

/** The answers a session has, in the order its items were asked. @param without items whose answers are left out */
export function givenAnswers(
  { items }: CatBank,
  session: AdaptiveSession,
  without?: ReadonlySet<number>,
): Answers {
  const given = session
    .items()
    .filter(({ score, index }) => score !== null && without?.has(index) !== true);
  return {
    items,
    index: Int32Array.from(given, ({ index }) => index),
    scores: Float64Array.from(given, ({ score }) => score!),
    count: given.length,
  };
}
