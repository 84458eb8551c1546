import type { Passage } from '../../gate/endpoint-gate.ts';
import type { RequestOutcome } from '../reply/request-outcome.ts';

/** The longest an endpoint may ask for, in milliseconds: who is to wait longer wants to know. */
export const LONGEST_WAIT = 600_000;

/** How a request ended, for the gate. @param latency in milliseconds */
export function passageOf(outcome: RequestOutcome, latency: number): Passage {
  if (outcome.kind === 'answer') {
    const { usage } = outcome.answer;
    const tokens = usage === null ? null : usage.prompt + usage.completion;
    return { as: 'answered', latency, tokens };
  }
  if (outcome.kind !== 'retry') return { as: 'other', pause: 0 };
  if (outcome.reason === 'interrupted') return { as: 'interrupted' };
  const isOverload = ['rate-limit', 'overload', 'timeout'].includes(outcome.reason);
  // After a longer wait than is waited for, the question fails, and so will the others.
  const asked = outcome.wait ?? 0;
  const pause = asked > LONGEST_WAIT ? 0 : asked;
  return { as: isOverload ? 'overloaded' : 'other', pause };
}
