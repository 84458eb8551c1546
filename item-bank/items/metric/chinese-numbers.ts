import type { FoundNumber } from './read-numbers.ts';

const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const TENS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const LARGE: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8 };
const NUMERAL = '[零〇一二两三四五六七八九十百千万亿]+';
const FRACTION = '[零〇一二两三四五六七八九]+';
const NUMBER = new RegExp(
  `(?<minus>负)?(?:(?<percent>百分之)(?<share>${NUMERAL})(?:点(?<shareRest>${FRACTION}))?|(?<below>${NUMERAL})分之(?<above>${NUMERAL})|(?<whole>${NUMERAL})(?:点(?<rest>${FRACTION}))?)`,
  'gu',
);

/**
 * The numbers that Chinese numerals of a text write: 三十五, 一百零二, 两万, 二〇二四, 一万五 (15,000), 负三, 一点五, 三分之二 (2/3),
 * 百分之五. No formal numerals (壹) and no 半. Numerals within words (一般, 十分) are found too.
 */
export function chineseNumbers(text: string): FoundNumber[] {
  return [...text.matchAll(NUMBER)]
    .map(({ groups }) => {
      const { minus, percent, share, shareRest, below, above, whole, rest } = groups!;
      const value =
        percent !== undefined
          ? withRest(share, shareRest)
          : below !== undefined
            ? integer(above) / integer(below)
            : withRest(whole, rest);
      return {
        value: minus === undefined ? value : -value,
        divisor: percent === undefined ? 1 : 100,
      };
    })
    .filter(({ value }) => Number.isFinite(value));
}

function withRest(whole: string, rest: string | undefined): number {
  const digits = rest === undefined ? '' : `.${[...rest].map((c) => DIGITS[c]).join('')}`;
  return Number(`${integer(whole)}${digits}`);
}

/** Σ of thousands of 万 and 亿; a last digit without 零 before it counts in tenths of the unit before it. */
function integer(numeral: string): number {
  const signs = [...numeral];
  if (signs.every((c) => c in DIGITS)) return Number(signs.map((c) => DIGITS[c]).join(''));
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let unit = 1;
  for (const c of signs) {
    if (c in DIGITS) {
      digit = DIGITS[c];
      if (digit === 0) unit = 1;
      continue;
    }
    if (c in TENS) {
      unit = TENS[c];
      section += (digit ?? 1) * unit;
    } else {
      unit = LARGE[c];
      section += digit ?? 0;
      if (c === '亿') total = (total + section) * unit;
      else total += section * unit;
      section = 0;
    }
    digit = undefined;
  }
  return total + section + (digit ?? 0) * Math.max(1, unit / 10);
}
