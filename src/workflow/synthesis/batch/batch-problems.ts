import { count } from '../../../numbers.ts';
import { plainText } from '../../../cli/table.ts';

/** What can be wrong with a line of results, and what becomes of it. */
const KINDS = {
  malformed: 'no result in JSON, or cut; left out',
  unknown: 'a custom_id that no request of thetarank has; left out',
  foreign: 'of another run; left out',
  unexpected: 'for a call or an item that this synthesis does not ask; left out',
  other: 'for another prompt or model than would be asked now; left out',
  duplicate: 'a second result of one request; the first one counts',
  paid: 'answered twice: paid, not used',
  failed: 'failed; its request is written again, unless its model has ended',
} as const;
export type BatchProblem = keyof typeof KINDS;

/** How many of each kind are named with file and line. */
const MOST_NAMED = 5;

/** Lines of results that are not kept as answers, by kind: all are counted, the first few named. */
export class BatchProblems {
  readonly #found = new Map<BatchProblem, { count: number; readonly first: string[] }>();

  /** @param where file and line, and what is wrong where the kind does not say it; a terminal must not obey what it says */
  note(kind: BatchProblem, where: string): void {
    const known = this.#found.get(kind) ?? { count: 0, first: [] };
    known.count++;
    if (known.first.length < MOST_NAMED) known.first.push(plainText(where));
    this.#found.set(kind, known);
  }

  /** By kind, in a fixed order. */
  get found(): readonly { kind: BatchProblem; count: number; first: readonly string[] }[] {
    return (Object.keys(KINDS) as BatchProblem[]).flatMap((kind) => {
      const known = this.#found.get(kind);
      return known === undefined ? [] : [{ kind, ...known }];
    });
  }

  /** A line a kind, and below it the first few. */
  text(): string {
    return this.found
      .flatMap(({ kind, count: n, first }) => [
        `warning: results, ${count(n)} line${n === 1 ? '' : 's'}: ${KINDS[kind]}.`,
        ...first.map((where) => `  ${where}`),
        ...(n > first.length ? [`  … and ${count(n - first.length)} more`] : []),
      ])
      .join('\n');
  }
}
