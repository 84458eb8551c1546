import type { ChatMessage } from '../../../prompt/message.ts';

/** White space as Python's `str.rstrip` has it, so that texts are cut where lm-evaluation-harness cuts them. */
const SPACES_AT_END =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: separators that Python counts as white space
  /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/u;

/**
 * The texts whose tokens a server is to score: the context, then the context with each continuation. White space at the end of the
 * context belongs to the continuations (lm-evaluation-harness, `_encode_pair` in `lm_eval/api/model.py`), because a tokenizer joins it
 * to the next word.
 */
export function likelihoodPrompts(
  messages: readonly ChatMessage[],
  continuations: readonly string[],
): readonly string[] {
  const whole = messages.map(({ content }) => content).join('\n\n');
  return [whole.replace(SPACES_AT_END, ''), ...continuations.map((text) => `${whole}${text}`)];
}
