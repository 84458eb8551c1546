import { outsideThinking } from '../../thinking.ts';
import { BEGINS_EXAMPLE } from './negation.ts';

/** Full-width characters and the letters of mathematics: Ｂ, 𝐁. */
const STYLED = /[\uFF01-\uFF5E\u{1D400}-\u{1D6A3}]/gu;
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

/** Only this many characters are read, at the end of the text after the thinking: models that repeat themselves write megabytes. */
export const LONGEST_READ = 200_000;

export interface VisibleText {
  readonly text: string;
  /** True if a thinking block never ends: the text is then the part before it. */
  readonly isThinking: boolean;
}

/**
 * The part of an output that is meant for the reader, in one spelling: the first turn, outside its thinking blocks, with
 * styled letters and full-width digits, brackets and colons as their ASCII forms, simplified characters in the words of rules, and without
 * invisible characters and tokens of chat templates. A long text is cut to its end, where the answer is. Linear time.
 */
export function visibleText(output: string): VisibleText {
  const { text, isThinking } = outsideThinking(firstTurn(output.replace(INVISIBLE, '')));
  const plain = withoutTokens(text)
    .replace(/[\u00A0\u3000\u2581]/g, ' ')
    .replace(/(?<!_)__(?!_)/g, '**')
    .replace(STRUCK_OUT, '')
    .replace(STYLED, (c) => c.normalize('NFKC'))
    .replace(ANY_TRADITIONAL, (c) => TRADITIONAL.get(c)!);
  return { text: plain.slice(-LONGEST_READ), isThinking };
}

/** Tokens of chat templates that end a turn, or begin the turn of another speaker. */
const ENDS_TURN =
  /<\/s>|<(?:eos|eoa|eom|eot|eoh|end_of_turn|turn\||human|user)>|\[EOS\]|\[INST\]|\[[|](?:human|user|endofturn)[|]\]|<extra_id_1>\s?user\b|<[|｜](?:im_end|eo[tm]_id|eo[tsm]|endof(?:text|turn|assistant)|end|return|user|human|end[▁_]of[▁_](?:sentence|text|turn)(?:_token)?)[|｜]>|<[|｜](?:im_start|start_header_id|start)[|｜]>\s?(?:user|human)\b/gi;
/** Any other token of a template, or a control character: it separates words. */
const BOUNDARY =
  /<[|｜][a-z_]{2,20}[|｜]?$(?![\s\S])|<[|｜][^<>|｜\n]{1,40}[|｜]>|\[[|][a-z]{1,16}[|]\]:?|<(?:s|n|bos|bot|sop|cls|sep|mask|pad|unk|assistant|\|turn|(?!\w*answer)[a-z]{1,16}_[a-z0-9_]{1,24}|(?:unused|0x)[0-9a-f]{1,4})>|<\/(?:final[_ ]?)?(?:answer|response|output)>|\[(?:\/INST|g?mask|cls|sep|pad|bos|unused_token_\d{1,4})\]|^(?:#{1,4}\s?)?(?:assistant|response|model|bot|AI|助手|助理)\s?[:：]|(?![\t\n\r])\p{Cc}/gimu;

/** Words before a token that the text only mentions, so that the token does not end the turn. */
const SPEAKS_OF = /(?:和|与|到|and|by|with|token|标记|["'`“‘「])\s?$/i;
/** Longest distance from the start of a quoted example to its token: "例如[正确答案]A<eoa>". */
const LONGEST_EXAMPLE = 32;

/** The first turn of an output that has text, its thinking included. Linear time. */
function firstTurn(output: string): string {
  let hasText = false;
  const open = new Set<number>();
  let from = 0;
  for (const { 0: token, index } of output.matchAll(ENDS_TURN)) {
    const part = output.slice(from, index);
    hasText ||= part.replace(BOUNDARY, '').trim() !== '';
    const { isThinking } = outsideThinking(part, open);
    if (hasText && !isThinking && !isQuoted(output, index)) return output.slice(0, index);
    from = index + token.length;
  }
  return output;
}

/** A text with line ends in place of the tokens of templates. */
function withoutTokens(text: string): string {
  return text.replace(ENDS_TURN, '\n').replace(BOUNDARY, '\n');
}

/** Whether a token at `index` is part of what a text quotes, such as the format that a prompt asks for. */
function isQuoted(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - LONGEST_EXAMPLE), index);
  if (SPEAKS_OF.test(before)) return true;
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('。')) + 1);
  const mark = /[[【<][^[【<]*$/.exec(line);
  return mark !== null && BEGINS_EXAMPLE.test(line.slice(0, mark.index));
}
