import { describe, expect, test } from 'vitest';
import { extractorOf } from '../../../src/scoring/extract/modes.ts';

const extractByCmb = extractorOf('cmb');
const extractByMmluPro = extractorOf('mmlu-pro');

describe('the rule of CMB, worked by hand', () => {
  test.each([
    ['答案是B。A不对', 'single', 'B', 'cmb-stated'],
    ['正确选项应该为A、C。其余错', 'multiple', 'AC', 'cmb-stated'],
    ['正确选项：ABD', 'multiple', 'ABD', 'cmb-stated'],
    ['答案应该是\nC', 'single', 'C', 'cmb-stated'],
    // The first statement counts, and only up to its full stop.
    ['答案是A。不，答案是C。', 'single', 'A', 'cmb-stated'],
    ['答案是不确定。也许B', 'single', null, 'cmb-stated'],
    // Elsewhere every letter, of words too.
    ['我选B和D', 'multiple', 'BD', 'cmb-anywhere'],
    ['CT显示异常，选B', 'single', 'C', 'cmb-anywhere'],
    ['没有字母', 'single', null, 'cmb-anywhere'],
  ] as const)('%s', (output, type, extracted, rule) => {
    expect(extractByCmb(output, { type, options: 5 })).toMatchObject({ extracted, rule });
  });
});

describe('the chain of MMLU-Pro, worked by hand', () => {
  test.each([
    ['The answer is (C). The answer is (D).', 'C', 'mmlu-pro-stated'],
    ['Answer: B Answer: D\nAnswer: E', 'D', 'mmlu-pro-labelled'],
    ['answer:\n\n F', 'F', 'mmlu-pro-labelled'],
    ['Perhaps B, or rather G', 'G', 'mmlu-pro-lone'],
    ['So I think', 'I', 'mmlu-pro-lone'],
    ['BCD K 选B项', null, 'mmlu-pro-lone'],
  ] as const)('%s', (output, extracted, rule) => {
    expect(extractByMmluPro(output, { type: 'single', options: 10 })).toMatchObject({
      extracted,
      rule,
    });
  });
});
