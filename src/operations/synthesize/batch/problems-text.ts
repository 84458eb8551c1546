import { count } from '../../../numbers.ts';
import type {
  BatchProblem,
  FoundProblem,
} from '../../../workflow/synthesis/batch/batch-problems.ts';

/** The problem of a line of results, and its consequence. */
const KINDS: Readonly<Record<BatchProblem, string>> = {
  malformed: 'not a complete result in JSON; left out',
  unknown: 'a custom_id of no request of thetarank; left out',
  foreign: 'of another run; left out',
  unexpected: 'for a call or an item that is not part of this synthesis; left out',
  other: 'for another prompt or model than this run now has; left out',
  duplicate: 'a second result of one request; the first one counts',
  paid: 'answered twice: paid, not used',
  failed: 'failed; the request is written again, unless its model was stopped',
};

/** A line per kind, and below it the first few. */
export function problemsText(problems: readonly FoundProblem[]): string {
  return problems
    .flatMap(({ kind, count: n, first }) => [
      `warning: results, ${count(n)} line${n === 1 ? '' : 's'}: ${KINDS[kind]}.`,
      ...first.map((where) => `  ${where}`),
      ...(n > first.length ? [`  … and ${count(n - first.length)} more`] : []),
    ])
    .join('\n');
}
