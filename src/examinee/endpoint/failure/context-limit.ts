/** What an endpoint says of a request that does not fit into the context of its model, in tokens. */
export interface ContextLimit {
  readonly limit: number;
  readonly question: number;
  /** The most that the answer was to have. */
  readonly answer: number;
}

const PATTERNS = [
  // OpenAI, vLLM, DeepSeek, SGLang, OpenRouter: "… context length is 4096 tokens … (900 in the messages, 4000 in the completion)".
  /context (?:length|window|size)\D{0,20}(?<limit>\d{1,9}).{0,160}?(?<question>\d{1,9}) (?:tokens )?(?:in|from|of) (?:the |your )?(?:messages|prompt|(?:text )?input)\b\D{0,40}(?<answer>\d{1,9}) (?:tokens )?(?:in|for|of) the (?:completion|output)/is,
  // vLLM since 0.12: "… context length is 4096 tokens. However, you requested 4000 output tokens and your prompt contains at least 900 input tokens".
  /context length is (?:only )?(?<limit>\d{1,9})\D*requested (?<answer>\d{1,9}) output tokens\D*(?<question>\d{1,9}) input tokens/i,
  // TGI: "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 900 `inputs` tokens and 4000 `max_new_tokens`".
  /must be <= ?(?<limit>\d{1,9})\D{0,20}(?<question>\d{1,9}) `?inputs`? tokens and (?<answer>\d{1,9})/i,
  // vLLM: "You passed 900 input tokens and requested 4000 output tokens. However, the model's context length is only 4096 tokens".
  /passed (?<question>\d{1,9}) input tokens and requested (?<answer>\d{1,9}) output tokens\D*(?<limit>\d{1,9})/i,
  // Anthropic: "input length and `max_tokens` exceed context limit: 900 + 4000 > 4096".
  /(?<question>\d{1,9}) ?\+ ?(?<answer>\d{1,9}) ?> ?(?<limit>\d{1,9})/,
  // vLLM: "… is too large: 4000 … (4000 > 4096 - 900)".
  /(?<answer>\d{1,9}) ?> ?(?<limit>\d{1,9}) ?[-−] ?(?<question>\d{1,9})/,
];

/** With less room than this for an answer, a question does not fit. */
const LEAST_ROOM = 64;

/** Whether the question leaves room for an answer, if not for one as long as was asked for. */
export const fits = ({ limit, question }: ContextLimit): boolean => limit - question >= LEAST_ROOM;

/** The numbers in the words of an endpoint; null if it gives none. @param said its message */
export function contextLimit(said: string): ContextLimit | null {
  const text = said.replace(/(?<=\d),(?=\d{3})/g, '');
  for (const pattern of PATTERNS) {
    const found = pattern.exec(text)?.groups;
    if (found === undefined) continue;
    const [limit, question, answer] = [found.limit, found.question, found.answer].map(Number);
    return { limit, question, answer };
  }
  return null;
}
