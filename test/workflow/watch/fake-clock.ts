import type { Clock } from '../../../src/examinee/services.ts';

/** A clock that moves only by its sleeps; `onSleep` is called after each. */
export function fakeClock(onSleep: (slept: number) => void = () => {}): Clock {
  let time = 0;
  let slept = 0;
  return {
    now: () => time,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      time += milliseconds;
      onSleep(++slept);
    },
  };
}
