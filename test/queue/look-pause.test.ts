import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextPause } from '../../src/queue/look-pause.ts';

test('while results come, a look waits for a quarter of what is open', () => {
  // Of 40 tasks at 10 ms each, 10 take 100 ms.
  expect(nextPause(20, 5, 40, 50)).toBe(100);
  // The last one of tasks of 100 ms each.
  expect(nextPause(250, 1, 1, 100)).toBe(25);
});

test('while none come, pauses double up to a quarter of a second', () => {
  const pauses = [20];
  for (let k = 0; k < 5; k++) pauses.push(nextPause(pauses[k], 0, 3, pauses[k]));
  expect(pauses).toEqual([20, 40, 80, 160, 250, 250]);
});

test('looks are between 20 and 250 ms apart, whatever comes', () => {
  const count = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(count, count, count, fc.double({ min: 0, max: 1e5, noNaN: true }), (...values) => {
      const pause = nextPause(...values);
      expect(pause).toBeGreaterThanOrEqual(20);
      expect(pause).toBeLessThanOrEqual(250);
    }),
  );
});
