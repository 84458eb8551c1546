import type { RunAnswer } from 'thetarank';

/** The differences between a record and the expected one. */
export interface RecordDifference {
  /** Number of answers in the expected record. */
  readonly expected: number;
  /** Numbers of missing, doubled, foreign and changed answers. */
  readonly lost: number;
  readonly doubled: number;
  readonly foreign: number;
  readonly changed: number;
  /** The fields in which changed answers differ. */
  readonly fields: readonly string[];
}

/** Fields that depend on the time of answers, the number of requests, or the cache. */
const OF_THE_MOMENT: readonly (keyof RunAnswer)[] = [
  ...(['at', 'latency', 'attempts', 'cached', 'cost'] as const),
];

/** The call and item of an answer. */
export function nameOf({ examinee, item }: Pick<RunAnswer, 'examinee' | 'item'>): string {
  return `${examinee}\t${item}`;
}

/** Compares records answer by answer, in any order, in all fields except those that vary between runs. */
export function compareRecords(
  expected: readonly RunAnswer[],
  found: readonly RunAnswer[],
): RecordDifference {
  const open = new Map(expected.map((answer) => [nameOf(answer), answer]));
  const names = new Set(open.keys());
  const fields = new Set<string>();
  let doubled = 0;
  let foreign = 0;
  let changed = 0;
  for (const answer of found) {
    const name = nameOf(answer);
    const own = open.get(name);
    if (own === undefined) {
      if (names.has(name)) doubled++;
      else foreign++;
      continue;
    }
    open.delete(name);
    const differing = differingFields(own, answer);
    for (const field of differing) fields.add(field);
    if (differing.length > 0) changed++;
  }
  return {
    expected: expected.length,
    lost: open.size,
    doubled,
    foreign,
    changed,
    fields: [...fields].sort(),
  };
}

function differingFields(x: RunAnswer, y: RunAnswer): (keyof RunAnswer)[] {
  const fields = new Set([...Object.keys(x), ...Object.keys(y)]) as Set<keyof RunAnswer>;
  return [...fields].filter(
    (field) =>
      !OF_THE_MOMENT.includes(field) && JSON.stringify(x[field]) !== JSON.stringify(y[field]),
  );
}
