import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MinuteWindow } from '../../../src/examinee/gate/minute-window.ts';

const MINUTE = 60_000;

test('is as a list of everything that is looked through each time', () => {
  const step = fc.record({
    after: fc.integer({ min: 0, max: 30_000 }),
    amount: fc.integer({ min: 1, max: 60 }),
    actual: fc.option(fc.integer({ min: 0, max: 120 })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const limit = 100;
      const window = new MinuteWindow(limit);
      const all: { at: number; amount: number }[] = [];
      const taken = (now: number) =>
        all.filter(({ at }) => at + MINUTE > now).reduce((sum, { amount }) => sum + amount, 0);
      const fits = (now: number, amount: number) =>
        taken(now) === 0 || taken(now) + amount <= limit;
      let now = 0;
      for (const { after, amount, actual } of steps) {
        now += after;
        const wait = window.wait(now, amount);
        if (wait > 0) {
          expect(fits(now, amount)).toBe(false);
          expect(fits(now + wait - 1, amount)).toBe(false);
        }
        now += wait;
        expect(fits(now, amount)).toBe(true);
        const entry = { at: now, amount };
        all.push(entry);
        const settle = window.take(now, amount);
        if (actual !== null) {
          settle(actual);
          entry.amount = actual;
        }
      }
    }),
  );
});

test('an amount that becomes known after a minute changes nothing', () => {
  const window = new MinuteWindow(100);
  const settle = window.take(0, 50);
  expect(window.wait(MINUTE, 100)).toBe(0);
  settle(1000);
  expect(window.wait(MINUTE, 100)).toBe(0);
});

test('no limit', () => {
  const window = new MinuteWindow(Number.POSITIVE_INFINITY);
  for (let k = 0; k < 10; k++) window.take(0, 1e9);
  expect(window.wait(0, 1e9)).toBe(0);
});
