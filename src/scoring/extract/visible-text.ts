import { outsideThinking } from '../../thinking.ts';
import { firstTurn, withoutTokens } from './control-tokens.ts';

const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_SHIFT = 0xfee0;
/** Zero-width characters, and marks of the direction of writing. */
const INVISIBLE = /[\u200B-\u200F\u2060-\u2064\u2066-\u2069\u202A-\u202E\u061C\uFEFF]/g;
/** "~~A~~ B" says B. */
const STRUCK_OUT = /~~[^~\n]{1,80}~~|<(?:s|del|strike)>[^<\n]{1,80}<\/(?:s|del|strike)>/g;
/** Traditional characters of the words that rules look for, each before its simplified form. */
const TRADITIONAL = new Map(
  '應应選选項项確确對对錯错誤误為为題题說说個个與与還还這这無无屬属於于當当顯显實实終终參参標标準准論论結结綜综總总診诊斷断療疗藥药僅仅後后會会認认覺觉請请問问敘叙關关'
    .match(/../gu)!
    .map(([traditional, simplified]) => [traditional, simplified] as const),
);
const ANY_TRADITIONAL = new RegExp(`[${[...TRADITIONAL.keys()].join('')}]`, 'g');

/** So many characters at the end of what follows the thinking are read: models that repeat themselves without an end write megabytes. */
export const LONGEST_READ = 200_000;

export interface VisibleText {
  readonly text: string;
  /** True if a thinking block is begun and never ended: the text is what stands before it. */
  readonly isThinking: boolean;
}

/**
 * The part of an output that is meant for the reader, in one spelling: the first turn, outside its thinking blocks, with
 * full-width letters, digits, brackets and colons as their ASCII forms, simplified characters in the words of rules, and without
 * invisible characters and tokens of chat templates. Of a long text its end: an answer stands there. Linear time.
 */
export function visibleText(output: string): VisibleText {
  const { text, isThinking } = outsideThinking(firstTurn(output.replace(INVISIBLE, '')));
  const plain = withoutTokens(text)
    .replace(/[\u00A0\u3000\u2581]/g, ' ')
    .replace(/(?<!_)__(?!_)/g, '**')
    .replace(STRUCK_OUT, '')
    .replace(FULL_WIDTH, (c) => String.fromCharCode(c.charCodeAt(0) - FULL_WIDTH_SHIFT))
    .replace(ANY_TRADITIONAL, (c) => TRADITIONAL.get(c)!);
  return { text: plain.slice(-LONGEST_READ), isThinking };
}
