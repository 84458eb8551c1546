import type { KeptCalls } from '../../run/kept-calls.ts';
import { type Taken, tokensOf } from '../../run/run-budgets.ts';
import type { RunStore } from '../../run/run-record.ts';

/** Which answers of a record belong to the calls of a run, and where they are noted. */
export interface KeptOfRun {
  /** Positions of a call and an item; undefined for others. */
  callOf(examinee: string): number | undefined;
  itemOf(place: number): number | undefined;
  readonly kept: KeptCalls;
  /** Tokens of the longest call. */
  longest(): number;
}

/**
 * Notes what a run has, in `kept`.
 * @returns what it has taken, with its charges beside answers; answers to other calls count, and one whose tokens no endpoint counted
 *   counts as the longest call
 */
export async function readKeptCalls(
  store: Pick<RunStore, 'answers' | 'charged'>,
  run: number,
  { callOf, itemOf, kept, longest }: KeptOfRun,
): Promise<Taken> {
  const taken = { ...(await store.charged(run)) };
  let uncounted = 0;
  for await (const answer of store.answers(run, { texts: false })) {
    const own = tokensOf([answer]);
    taken.dollars += answer.cost;
    taken.tokens += own ?? 0;
    if (own === null) uncounted++;
    const call = callOf(answer.examinee);
    const item = itemOf(answer.place);
    if (call !== undefined && item !== undefined) kept.keep(call, item, answer);
  }
  if (uncounted > 0) taken.tokens += uncounted * longest();
  return taken;
}
