import { describe, expect, test } from 'vitest';
import { mmluProBank } from '../../../item-bank/builtin/build-mmlu-pro.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';

const RESPONSES = { file: 'responses.csv', text: 'examinee,q1,q2\nA,1,0\n"B, again",,1\n' };
const ITEMS = {
  file: 'items.csv',
  text: 'item,category,src,n_options,question\nq1,law,s1,4,"Why,\nand how?"\nq2,math,s1,10,What?\n',
};
const flat = ({ items }: ResponseMatrix) => ({
  parameters: itemParameters({
    a: items.map(() => 1.23456),
    b: items.map(() => -0.9999),
    c: [0.25, 0.2499],
  }),
});
const read = (file: { file: string; text: string }, from: string, to: string) => ({
  ...file,
  text: file.text.replace(from, to),
});

describe('from small files', () => {
  test('answers, tags and options, and no question text', () => {
    const bank = mmluProBank(RESPONSES, ITEMS, flat);
    expect(bank.responses).toEqual({
      examinees: ['A', 'B, again'],
      items: ['q1', 'q2'],
      scores: Float32Array.of(1, 0, Number.NaN, 1),
    });
    expect(bank.tags).toEqual({
      category: { values: ['law', 'math'], codes: Uint16Array.of(0, 1) },
      source: { values: ['s1'], codes: Uint16Array.of(0, 0) },
    });
    expect([...bank.optionCounts]).toEqual([4, 10]);
    expect(JSON.stringify(bank)).not.toContain('and how?');
  });

  test('parameters are multiples of 1/1024, c never above its estimate', () => {
    const { parameters } = mmluProBank(RESPONSES, ITEMS, flat);
    expect([...parameters.a]).toEqual([1264 / 1024, 1264 / 1024]);
    expect([...parameters.b]).toEqual([-1, -1]);
    expect([...parameters.c]).toEqual([256 / 1024, 255 / 1024]);
  });

  const wrong: [string, typeof RESPONSES, typeof ITEMS, string][] = [
    ['no examinee column', read(RESPONSES, 'examinee', 'model'), ITEMS, 'row 1, column 1'],
    ['another score', read(RESPONSES, 'A,1', 'A,2'), ITEMS, 'examinee A, item q1: found "2"'],
    ['a row too short', read(RESPONSES, 'A,1,0', 'A,1'), ITEMS, 'responses.csv'],
    ['a column missing', RESPONSES, read(ITEMS, 'src', 'from'), 'found no column src'],
    ['an item missing', RESPONSES, read(ITEMS, 'q2,math,s1,10,What?\n', ''), 'found 1 items'],
    ['another order', read(RESPONSES, 'q1,q2', 'q2,q1'), ITEMS, 'item 1: found "q1"; accepted: q2'],
    ['no number of options', RESPONSES, read(ITEMS, '10', 'ten'), 'item 2: found "ten"'],
  ];
  test.each(wrong)('refused with the place: %s', (_, responses, items, message) => {
    expect(() => mmluProBank(responses, items, flat)).toThrow(message);
  });
});
