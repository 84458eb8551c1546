/**
 * Why an answer is not there although its question was asked: nothing could be read, the output was cut at the limit of tokens before it
 * stated an answer, the question was refused, or it is longer than the context of the model. In the order of the columns of reports.
 * Each counts as 0 in a score.
 */
export const ABSENT_KINDS = ['unread', 'truncated', 'refused', 'tooLong'] as const;
export type AbsentKind = (typeof ABSENT_KINDS)[number];
/**
 * The reason of a kept answer to a question that is longer than the context of its model, where such questions count as missing: no score
 * counts it.
 */
export const TOO_LONG = 'too-long';
/** The same of one that counts as wrong. */
export const TOO_LONG_WRONG = 'too-long-wrong';
/** What such questions count as. */
export const TOO_LONG_RULES = ['missing', 'wrong'] as const;
export type TooLong = (typeof TOO_LONG_RULES)[number];

/** Why answers are not there, by examinee and item; an examinee without such answers may be left out. */
export type AbsentByModel = ReadonlyMap<string, ReadonlyMap<string, AbsentKind>>;

/** How many answers are not there, by kind; `tooLong` is absent without any. */
export type AbsentCounts = Readonly<Record<Exclude<AbsentKind, 'tooLong'>, number>> & {
  readonly tooLong?: number;
};

/** @returns null for an answer that is there @param reason as extraction gives it @param refused why the endpoint refused; null if it did not */
export function absentKind({
  extracted,
  reason,
  refused,
}: {
  readonly extracted: string | null;
  readonly reason?: string | null | undefined;
  readonly refused?: string | boolean | null | undefined;
}): AbsentKind | null {
  if (extracted !== null) return null;
  if (reason === TOO_LONG_WRONG) return 'tooLong';
  if (refused != null && refused !== false) return 'refused';
  if (reason === 'refusal') return 'refused';
  return reason === 'truncated' ? 'truncated' : 'unread';
}

export function absentCounts(kinds: Iterable<AbsentKind | null>): AbsentCounts {
  const counts: { -readonly [K in keyof AbsentCounts]: AbsentCounts[K] } = {
    ...{ unread: 0, truncated: 0, refused: 0 },
  };
  for (const kind of kinds) if (kind !== null) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Those of the kinds, or other columns, that a report shows: `tooLong` only where there is one. */
export function shownKinds<K extends string>(
  kinds: readonly K[],
  counts: readonly { readonly tooLong?: number }[],
): K[] {
  const isAny = counts.some(({ tooLong = 0 }) => tooLong > 0);
  return kinds.filter((kind) => kind !== 'tooLong' || isAny);
}

/** Whether any answer is not there. */
export function hasAbsent(counts: AbsentCounts): boolean {
  return ABSENT_KINDS.some((kind) => (counts[kind] ?? 0) > 0);
}
