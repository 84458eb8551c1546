import { describe, expect, test } from 'vitest';
import { harnessSamplesArgument } from '../../../src/files/harness/harness-form.ts';
import { expectFailure } from '../temporary.ts';
import { bank } from './harness-bank.ts';

describe('harnessSamplesArgument', () => {
  test('gives ascending document indices by task, each once', () => {
    expect(harnessSamplesArgument(bank, [5, 4, 0, 1, 5])).toEqual({
      sums_long_division: [0, 2],
      sums_law: [0, 2],
    });
    expect(JSON.stringify(harnessSamplesArgument(bank, Uint32Array.of(3)))).toBe(
      '{"sums_law":[1]}',
    );
    expect(harnessSamplesArgument(bank, [])).toEqual({});
  });

  test.each([6, -1, 0.5])('refuses the index %d', (index) => {
    const message = `item number ${index}: not in bank sums.`;
    expectFailure(() => harnessSamplesArgument(bank, [0, index]), 'ITEM_UNKNOWN', message);
  });

  test('refuses a bank that cannot be matched', () => {
    const topic = { values: ['a b', 'a_b'], codes: Uint16Array.of(0, 1, 0, 1, 1, 0) };
    const cases: [Partial<typeof bank>, string][] = [
      [{ harness: undefined }, 'it does not say which task and document an item is'],
      [{ tags: {} }, 'it has no tag topic'],
      [{ tags: { topic } }, 'two values of the tag topic name the same task'],
    ];
    for (const [change, reason] of cases) {
      const message = `bank sums: its items cannot be matched with lm-evaluation-harness (${reason}).`;
      const call = () => harnessSamplesArgument({ ...bank, ...change }, [0]);
      expectFailure(call, 'HARNESS_UNMAPPED', message);
    }
  });
});
