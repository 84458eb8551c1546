import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { asksForWrong } from '../../../src/scoring/extract/asks-for-wrong.ts';

describe('stems that ask for the wrong statement', () => {
  test.each([
    'Which of the following is NOT a fruit?',
    'Which of the following is not a fruit?',
    "Which one isn't round?",
    'Which of these statements does not apply?',
    'All of the following are fruits EXCEPT',
    'All of these are round, except:',
    'Apples grow on trees. Which statement is false?',
    'Choose the incorrect statement.',
    '下列说法错误的是',
    '关于苹果，不正确的是（ ）',
    '下列不属于水果的是',
    '下列哪项不是水果？',
    '苹果成熟后，以下哪一项有误',
    '以下均为水果，石头除外',
    '不符合题意的一项是：',
    '水果不包括',
    '下列除哪项外，均为水果',
    '下列各项，不属水果的是',
  ])('%s', (stem) => expect(asksForWrong(stem)).toBe(true));
});

describe('stems that only contain a negation', () => {
  test.each([
    'Which of the following is a fruit?',
    'A child does not eat. Which food helps?',
    'Which test gives the fewest false positives?',
    'Which drug is used where others have failed?',
    'The wrong part was ordered. What happens next?',
    '患者不能走路，最可能的诊断是',
    '不能走路的老人首选的工具是',
    '该书没有目录。下列正确的是',
    '下列属于水果的是',
    '',
  ])('%s', (stem) => expect(asksForWrong(stem)).toBe(false));
});

const BANK = fileURLToPath(
  new URL('../../../../shared/data/banks/cmexam_val.jsonl', import.meta.url),
);

test.skipIf(!existsSync(BANK))(
  'of real exam questions a fifth at most do, nearly all of them with a word of denial (skipped where ../shared/data/banks is not there)',
  () => {
    const stems = readFileSync(BANK, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { question: string }).question);
    const asking = stems.filter(asksForWrong);
    expect(asking.length / stems.length).toBeGreaterThan(0.05);
    expect(asking.length / stems.length).toBeLessThan(0.2);
    // The commonest form is never missed at the end of a stem.
    const plain = stems.filter((stem) => /(?:错误|不正确)的是[^\u4E00-\u9FFF]*$/.test(stem));
    expect(plain.length).toBeGreaterThan(100);
    expect(plain.filter((stem) => !asksForWrong(stem))).toHaveLength(0);
  },
);
