import { outsideThinking } from '../../thinking.ts';
import { BEGINS_EXAMPLE } from './negation.ts';

/** Tokens of chat templates that end a turn, or begin the turn of another speaker. */
const ENDS_TURN =
  /<\/s>|<(?:eos|eoa|eom|eot|eoh|end_of_turn|turn\||human|user)>|\[EOS\]|\[INST\]|\[[|](?:human|user)[|]\]|<extra_id_1>\s?user\b|<[|｜](?:im_end|eot_id|eom_id|endoftext|end|return|user|human|end[▁_]of[▁_](?:sentence|text|turn)(?:_token)?)[|｜]>|<[|｜](?:im_start|start_header_id|start)[|｜]>\s?(?:user|human)\b/gi;
/** Any other token of a template, or a control character: no words go across it. */
const BOUNDARY =
  /<[|｜][^<>|｜\n]{1,40}[|｜]>|\[[|][a-z]{1,16}[|]\]:?|<(?:s|n|bos|bot|sop|cls|sep|mask|pad|unk|assistant|\|turn|(?!\w*answer)[a-z]{1,16}_[a-z0-9_]{1,24}|(?:unused|0x)[0-9a-f]{1,4})>|<\/(?:final[_ ]?)?(?:answer|response|output)>|\[(?:\/INST|g?mask|cls|sep|pad|bos|unused_token_\d{1,4})\]|^(?:#{1,4}\s?)?(?:assistant|response|model|bot|AI|助手|助理)\s?[:：]|(?![\t\n\r])\p{Cc}/gimu;

/** What stands before a token that a text speaks of, and does not end with. */
const SPEAKS_OF = /(?:和|与|到|and|by|with|token|标记|["'`“‘「])\s?$/i;
/** How far an example reaches: "例如[正确答案]A<eoa>". */
const LONGEST_EXAMPLE = 32;

/** The first turn of an output that has text, its thinking included. Linear time. */
export function firstTurn(output: string): string {
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
export function withoutTokens(text: string): string {
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
