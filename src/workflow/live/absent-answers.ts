import type { RunAnswer } from '../../run/run-record.ts';

/** Answers that are not there although their questions were asked, by the position of their items: each counts as 0. */
export type AbsentAnswers = ReadonlyMap<number, 'unread' | 'refused'>;

/** How many answers could not be read, and how many questions the endpoint refused. */
export interface AbsentCounts {
  readonly unread: number;
  readonly refused: number;
}

/**
 * The answers of one model that are not there.
 * @param positions of the bank's items by id; others, such as pretest items, are left out, since no score counts them
 */
export function absentAnswers(
  answers: readonly Pick<RunAnswer, 'item' | 'extracted' | 'refused'>[],
  positions: ReadonlyMap<string, number>,
): AbsentAnswers {
  return new Map(
    answers.flatMap(({ item, extracted, refused }) => {
      const position = positions.get(item);
      return extracted !== null || position === undefined
        ? []
        : [[position, refused === null ? 'unread' : 'refused'] as const];
    }),
  );
}

/** @param isCounted which items count; all by default */
export function absentCounts(
  absent: AbsentAnswers,
  isCounted: (item: number) => boolean = () => true,
): AbsentCounts {
  const counts = { unread: 0, refused: 0 };
  for (const [item, kind] of absent) if (isCounted(item)) counts[kind]++;
  return counts;
}
