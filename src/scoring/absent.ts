/**
 * Why an answer is not there although its question was asked: nothing could be read, the output was cut at the limit of tokens before it
 * stated an answer, or the question was refused. In the order of the columns of reports. Each counts as 0 in a score.
 */
export const ABSENT_KINDS = ['unread', 'truncated', 'refused'] as const;
export type AbsentKind = (typeof ABSENT_KINDS)[number];
/**
 * The reason of a kept answer to a question that is longer than the context of its model, where such questions count as missing: no score
 * counts it.
 */
export const TOO_LONG = 'too-long';
/** What such questions count as. */
export const TOO_LONG_RULES = ['missing', 'wrong'] as const;
export type TooLong = (typeof TOO_LONG_RULES)[number];

/** How many answers are not there, by kind. */
export type AbsentCounts = Readonly<Record<AbsentKind, number>>;

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
  if (refused != null && refused !== false) return 'refused';
  if (reason === 'refusal') return 'refused';
  return reason === 'truncated' ? 'truncated' : 'unread';
}

export function absentCounts(kinds: Iterable<AbsentKind | null>): AbsentCounts {
  const counts: Record<AbsentKind, number> = { unread: 0, truncated: 0, refused: 0 };
  for (const kind of kinds) if (kind !== null) counts[kind]++;
  return counts;
}

/** Whether any answer is not there. */
export function hasAbsent(counts: AbsentCounts): boolean {
  return ABSENT_KINDS.some((kind) => counts[kind] > 0);
}
