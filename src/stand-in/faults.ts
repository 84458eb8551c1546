import { randomStream } from '../random.ts';

/**
 * What can be made to go wrong with a request:
 *
 * - `429`, `500`, `503`: that status; `429-retry-after`: with the header Retry-After
 * - `context`: 400 context_length_exceeded, and again at every further attempt
 * - `timeout`: nothing comes, until the client or the stand-in gives up
 * - `cut`: the connection breaks in the middle of the reply
 * - `garbage`: status 200 with what is no reply
 * - `slow`: the reply, late
 * - `duplicate`: the reply twice: as two choices, in a stream one after the other
 * - `empty`: a reply without text; `filter`: one that a content filter ended
 */
export const FAULTS = [
  '429',
  '429-retry-after',
  '500',
  '503',
  'context',
  'timeout',
  'cut',
  'garbage',
  'slow',
  'duplicate',
  'empty',
  'filter',
] as const;

export type Fault = (typeof FAULTS)[number];
export type FaultRates = Readonly<Partial<Record<Fault, number>>>;

/** A retry does not help: what was drawn at the first attempt holds for all of them. */
const LASTING: ReadonlySet<Fault> = new Set(['context']);

/** The fault of one attempt at a question; null for none. `attempt` counts from 0. */
export type FaultPlan = (model: string, question: string, attempt: number) => Fault | null;

/**
 * Draws faults by seed, model, question and attempt: a retried question gets another draw, and which questions meet which
 * faults does not depend on the order they arrive in.
 */
export function faultPlan(rates: FaultRates, seed: number): FaultPlan {
  const listed = FAULTS.filter((fault) => (rates[fault] ?? 0) > 0);
  if (listed.length === 0) return () => null;
  const draw = (model: string, question: string, attempt: number): Fault | null => {
    // The attempt before the question: the first numbers of streams whose names differ in their last sign only are not
    // quite independent, and about one question in a thousand would meet one fault for ever.
    let left = randomStream(seed, 'fault', attempt, model, question)();
    for (const fault of listed) {
      left -= rates[fault]!;
      if (left < 0) return fault;
    }
    return null;
  };
  const mayLast = listed.some((fault) => LASTING.has(fault));
  return (model, question, attempt) => {
    if (attempt > 0 && mayLast) {
      const first = draw(model, question, 0);
      if (first !== null && LASTING.has(first)) return first;
    }
    const fault = draw(model, question, attempt);
    return attempt > 0 && fault !== null && LASTING.has(fault) ? null : fault;
  };
}
