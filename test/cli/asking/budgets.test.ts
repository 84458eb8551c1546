import { describe, expect, test } from 'vitest';
import { readBudgets } from '../../../src/operations/asking/budgets.ts';
import { NO_LIMITS } from '../../../src/run/run-budgets.ts';
import { budgetText } from '../../../src/workflow/asking/budget-text.ts';

const HOUR = 3_600_000;

describe('a budget', () => {
  test.each([
    ['20usd', { money: 20 }],
    ['$0.5', { money: 0.5 }],
    ['.5 USD', { money: 0.5 }],
    ['5Mtok', { tokens: 5e6 }],
    ['500ktok', { tokens: 500_000 }],
    ['1.5Mtokens', { tokens: 1_500_000 }],
    ['2000000tokens', { tokens: 2e6 }],
    ['1 token', { tokens: 1 }],
    ['90min', { time: 1.5 * HOUR }],
    ['2h', { time: 2 * HOUR }],
    ['1h30m', { time: 1.5 * HOUR }],
    ['45s', { time: 45_000 }],
    ['1h 2min 3s', { time: HOUR + 123_000 }],
    ['480h', { time: 480 * HOUR }],
  ])('%s', (text, limit) => {
    expect(readBudgets([text])).toEqual({ ...NO_LIMITS, ...limit });
  });

  test('may be several, one of each kind', () => {
    const all = { money: 20, tokens: 5e6, time: 2 * HOUR };
    expect(readBudgets(['20usd,5Mtok', '2h'])).toEqual(all);
    expect(readBudgets([' 2h , $20 ', '5Mtok'])).toEqual(all);
    expect(readBudgets()).toEqual(NO_LIMITS);
  });

  test.each([
    ...['20', '', '0usd', '-5usd', '5eur', 'usd', '1e3usd', '5Mtok,', '0tok', '0.4tok', 'tok'],
    ...['5Xtok', '0s', '480h1s', '1h30', 'h', '9007199254740993tok', 'Infinityusd', '1,000usd'],
  ])('is not "%s"', (text) => {
    expect(() => readBudgets([text])).toThrowError(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  });

  test.each(['20usd,$30', '5tok,5ktok', '1h,30m'])('has one of a kind: not %s', (text) => {
    expect(() => readBudgets(text.split(','))).toThrow(/at most/);
  });
});

test('amounts in words', () => {
  expect(budgetText('money', 20)).toBe('$20.00');
  expect(budgetText('tokens', 5e6)).toBe('5,000,000 tokens');
  expect(
    [1500, 45_000, 90_000, 1.5 * HOUR, 2 * HOUR, 25 * HOUR].map((t) => budgetText('time', t)),
  ).toEqual(['1.5s', '45s', '1m30s', '1h30m', '2h', '25h']);
});
