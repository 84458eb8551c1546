import { expect, test } from 'vitest';
import { Budget } from '../../src/run/budget.ts';

test('a call waits while others may give back enough, and is refused if they cannot', async () => {
  const budget = new Budget(1);
  expect(await budget.reserve(0.6)).toBe(true);
  const second = budget.reserve(0.6);
  let isServed = false;
  void second.then(() => {
    isServed = true;
  });
  await Promise.resolve();
  expect(isServed).toBe(false);
  budget.settle(0.6, 0.1);
  expect(await second).toBe(true);
  budget.settle(0.6, 0.5);
  expect(budget.spent).toBeCloseTo(0.6);
  expect(await budget.reserve(0.5)).toBe(false);
  expect(await budget.reserve(0.4)).toBe(true);
});

test('calls are served in the order they ask', async () => {
  const budget = new Budget(1);
  await budget.reserve(1);
  const order: string[] = [];
  const large = budget.reserve(0.8).then((granted) => order.push(`large ${granted}`));
  const small = budget.reserve(0.1).then((granted) => order.push(`small ${granted}`));
  budget.settle(1, 0.5);
  await Promise.all([large, small]);
  expect(order).toEqual(['large false', 'small true']);
});

test('earlier spending counts', async () => {
  const budget = new Budget(1);
  budget.add(0.9);
  expect(await budget.reserve(0.2)).toBe(false);
});

test('without a limit nothing waits', async () => {
  const budget = new Budget(Number.POSITIVE_INFINITY);
  for (let k = 0; k < 100; k++) expect(await budget.reserve(1e6)).toBe(true);
});

test('tenths add up to the limit', async () => {
  const budget = new Budget(1);
  for (let k = 0; k < 10; k++) {
    expect(await budget.reserve(0.1)).toBe(true);
    budget.settle(0.1, 0.1);
  }
  expect(await budget.reserve(0.1)).toBe(false);
});
