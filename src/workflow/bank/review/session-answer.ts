import type { ReviewEntry } from '../../../../item-bank/review/decision.ts';
import { foldLog } from '../../../../item-bank/review/fold-log.ts';
import { readLetters } from '../../../scoring/read-letters.ts';
import type { GivenAnswer } from '../../../store/responses/rescore-responses.ts';
import type { SessionItemAnswer } from '../../../store/review/review-store.ts';

/**
 * The answers of ended sessions, with the key that each was scored by: the one of the session's start, because a session cannot go on
 * with a changed bank.
 * @param log of the review of the bank, oldest first
 */
export function sessionAnswer(
  log: readonly ReviewEntry[],
): (answer: SessionItemAnswer) => GivenAnswer {
  const states = new Map<number, ReturnType<typeof foldLog>>();
  return ({ item, startedAt, score, extracted, hasOutput }) => {
    const length = log.filter(({ at }) => at <= startedAt).length;
    const state = states.get(length) ?? foldLog(log.slice(0, length));
    states.set(length, state);
    const entry = state.standing.get(item);
    return {
      score,
      letters: hasOutput ? readLetters(extracted) : undefined,
      scoredBy: entry?.decision === 'correct' ? entry.key?.join('') : undefined,
    };
  };
}
