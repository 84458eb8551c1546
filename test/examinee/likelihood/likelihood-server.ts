import type { Question } from '../../../src/examinee/examinee.ts';

/** Tokens of a text: words, each with the space before it. */
export const words = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];

/** What a server knows of a text: the log-probability of each token; null for the first one. */
export type Scored = (prompt: string) => readonly (number | null)[];

/** The body of a completion with echo, in vLLM's form: one written token after each prompt. */
export function echoed(
  prompts: readonly string[],
  scored: Scored,
  { written = 1, order = (k: number) => k, usage = true } = {},
) {
  const choices = prompts.map((prompt, index) => {
    const own = [...scored(prompt)];
    const tokens = own.map((_, k) => words(prompt)[k] ?? '�');
    for (let k = 0; k < written; k++) {
      own.push(-0.5);
      tokens.push('\n');
    }
    return {
      index,
      text: tokens.join(''),
      logprobs: {
        tokens,
        token_logprobs: own,
        top_logprobs: own.map((l, k) => (l === null ? null : { [tokens[k]]: l, other: -1 })),
        text_offset: own.map((_, k) => tokens.slice(0, k).join('').length),
      },
      finish_reason: 'length',
    };
  });
  const count = choices.reduce((sum, { logprobs }) => sum + logprobs.tokens.length, 0);
  const all = written * prompts.length;
  return {
    id: 'cmpl-1',
    object: 'text_completion',
    model: 'm-1',
    choices: choices.map((_, k) => choices[order(k)]),
    ...(usage && {
      usage: { prompt_tokens: count - all, completion_tokens: all, total_tokens: count },
    }),
  };
}

export const scoring: Question = {
  item: 'q1',
  repeat: 0,
  messages: [{ role: 'user', content: 'Question: What floats on water?\nAnswer:' }],
  continuations: [' a stone', ' cork', ' a very heavy brick'],
};
