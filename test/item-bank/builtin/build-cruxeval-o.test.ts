import { describe, expect, test } from 'vitest';
import { cruxevalOBank } from '../../../item-bank/builtin/build-cruxeval-o.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';

const RESPONSES = {
  file: 'responses.csv',
  text: 'examinee,crux-test-#0,crux-test-#1\nAthene-70B,1,0\nnewcomer,0,1\n',
};
const flat = ({ items }: ResponseMatrix) => ({
  parameters: itemParameters({ a: items.map(() => 1.23456), b: items.map(() => -0.9999) }),
});

describe('from a small file', () => {
  const bank = cruxevalOBank(RESPONSES, flat);

  test('answers as they are, scored by item; no tags, options or map to a harness', () => {
    expect(bank.responses).toEqual({
      examinees: ['Athene-70B', 'newcomer'],
      items: ['crux-test-#0', 'crux-test-#1'],
      scores: Float32Array.of(1, 0, 0, 1),
    });
    expect(bank).toMatchObject({ fullScore: 'items', tags: {}, simulated: false });
    expect([...bank.optionCounts]).toEqual([0, 0]);
    expect(bank.harness).toBeUndefined();
  });

  test('parameters on multiples of 1/1024', () => {
    expect([...bank.parameters.a]).toEqual([1264 / 1024, 1264 / 1024]);
    expect([...bank.parameters.b]).toEqual([-1, -1]);
  });

  test('a fine-tune is of the family of its base, an unknown model of its own', () => {
    expect(bank.families).toEqual(['llama', 'newcomer']);
  });

  test('another score is refused with its place', () => {
    const wrong = { ...RESPONSES, text: RESPONSES.text.replace('70B,1', '70B,2') };
    expect(() => cruxevalOBank(wrong, flat)).toThrow(
      expect.objectContaining({
        code: 'FILE_INVALID',
        details: expect.objectContaining({
          where: 'examinee Athene-70B, item crux-test-#0',
          found: '"2"',
        }),
      }),
    );
  });
});
