import { setImmediate } from 'node:timers/promises';

/** The event loop gets a turn after this many ms. */
const TURN = 10;

/** Does long work step by step, so that others have their turn. @param take is given what each step gives */
export async function inTurns<Step, Result>(
  work: Generator<Step, Result>,
  take: (step: Step) => void = () => {},
): Promise<Result> {
  let since = performance.now();
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    take(next.value);
    if (performance.now() - since < TURN) continue;
    await setImmediate();
    since = performance.now();
  }
}
