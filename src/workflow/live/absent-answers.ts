import type { RunAnswer } from '../../run/run-record.ts';
import { type AbsentKind, absentKind, TOO_LONG } from '../../scoring/absent.ts';

/** Answers that are not there although their questions were asked, by the position of their items: each counts as 0. */
export type AbsentAnswers = ReadonlyMap<number, AbsentKind>;

/**
 * The answers of one model that are not there. Questions that are too long count as nothing, so they are not among them.
 * @param positions of the bank's items by id; others, such as pretest items, are left out, since no score counts them
 */
export function absentAnswers(
  answers: readonly Pick<RunAnswer, 'item' | 'extracted' | 'reason' | 'refused'>[],
  positions: ReadonlyMap<string, number>,
): AbsentAnswers {
  return new Map(
    answers.flatMap((answer) => {
      const kind = answer.reason === TOO_LONG ? null : absentKind(answer);
      const position = positions.get(answer.item);
      return kind === null || position === undefined ? [] : [[position, kind] as const];
    }),
  );
}
