import { compatibleForm } from '../../../src/text/compatible-form.ts';
import { chineseNumbers } from './chinese-numbers.ts';

/** A number found in a text. */
export interface FoundNumber {
  /** Without its percent sign: 45 for `45%`. */
  readonly value: number;
  /** 100 with a percent sign, 1000 with ‰, else 1. */
  readonly divisor: number;
}

const PLAIN = String.raw`(?:(?:\d{1,3}(?:(?:,\d{3})+|(?:['’]\d{3})+)(?!\d|,\d)|\d+)(?:\.\d+)?|\.\d+)`;
const NUMBER = new RegExp(
  [
    // Not within a name (B12, COVID-19), within a number, or after the decimal point of another one.
    String.raw`(?<![\p{Script=Latin}\d_]|[\p{Script=Latin}\d]-(?<!\d-)|\d\.)`,
    String.raw`(?<sign>[+-]\s?)?`,
    String.raw`(?:10(?:\^|\*\*)\(?(?<bare>[+-]?\d{1,3})\)?`,
    String.raw`|(?<whole>\d{1,6}) (?<part>\d{1,6})/(?<of>\d{1,6})`,
    String.raw`|(?<above>${PLAIN})\s?/\s?(?<below>${PLAIN})`,
    String.raw`|(?<plain>${PLAIN})(?:e(?<exponent>[+-]?\d{1,3})(?!\d)|\s?[x×*·]\s?10(?:\^|\*\*)\(?(?<power>[+-]?\d{1,3})\)?)?)`,
    String.raw`(?:\s?(?<magnitude>万亿|百万|[万亿]|千(?![克米卡瓦焦帕伏])|(?:thousand|million|billion|trillion)(?![a-z])))?`,
    String.raw`(?:\s?(?<percent>[%‰]|per\s?cent(?![a-z])))?`,
  ].join(''),
  'giu',
);
const MAGNITUDES: Readonly<Record<string, number>> = {
  千: 1e3,
  万: 1e4,
  百万: 1e6,
  亿: 1e8,
  万亿: 1e12,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

/**
 * The numbers of a text, in its order. A number may have a sign, thousands separators (a comma, an apostrophe or a no-break
 * space before each three digits), a decimal point and an exponent (`1.2e-3`, `1.2 × 10^-3`, `10⁻³`), and it may be a fraction
 * (`3/4`, `1 1/2`, `½`). Words of magnitude (`million`, 万, 亿) multiply it. Units and all other text are left out, and so
 * are digits within a name (`B12`, `COVID-19`).
 *
 * A text without digits is read for Chinese numerals instead (chinese-numbers.ts).
 *
 * A comma is no decimal point: `3,14` are two numbers. Numbers too large for a double and fractions with denominator 0 are left out.
 */
export function readNumbers(text: string): FoundNumber[] {
  const plain = comparable(text);
  if (!/\d/.test(plain)) return chineseNumbers(plain);
  return [...plain.matchAll(NUMBER)]
    .map(({ groups }) => numberOf(groups as Groups))
    .filter(({ value }) => Number.isFinite(value));
}

type Groups = Readonly<Record<string, string | undefined>>;

function numberOf(groups: Groups): FoundNumber {
  const { sign, percent, magnitude } = groups;
  const value = unsigned(groups) * (MAGNITUDES[magnitude?.toLowerCase() ?? ''] ?? 1);
  const divisor = percent === undefined ? 1 : percent === '‰' ? 1000 : 100;
  return { value: sign?.startsWith('-') === true ? -value : value, divisor };
}

function unsigned({ bare, whole, part, of, above, below, plain, exponent, power }: Groups): number {
  if (bare !== undefined) return Number(`1e${bare}`);
  if (whole !== undefined) return Number(whole) + Number(part) / Number(of);
  if (above !== undefined) return decimal(above) / decimal(below!);
  return decimal(`${plain}e${exponent ?? power ?? 0}`);
}

function decimal(text: string): number {
  return Number(text.replaceAll(/[,'’]/g, ''));
}

const VULGAR = /\s?([¼-¾⅐-⅞])/g;
const POWER = /(?<=10)[⁺⁻]?[⁰¹²³⁴-⁹]+/g;
const NO_BREAK = /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g;

/** One spelling of signs, fractions and powers, which Unicode's form NFKC alone would run into the digits before them. */
function comparable(text: string): string {
  const spelled = text.replaceAll(NO_BREAK, ',').replaceAll(VULGAR, ' $1').replaceAll(POWER, '^$&');
  return compatibleForm(spelled)
    .replaceAll(/[\u2212\u2010-\u2014]/g, '-')
    .replaceAll('\u2044', '/')
    .replaceAll(/百分之\s?([\d.,]*\d)/g, '$1%');
}
