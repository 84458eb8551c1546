/**
 * The families of the recorded models of MMLU-Pro: models of one developer that build on one another, also where a name
 * does not show it (Mixtral and Mathstral are Mistral's, a quantized Llama is a Llama). First match counts.
 */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/llama/i, 'llama'],
  [/mi[sx]tral|mathstral/i, 'mistral'],
  [/deepseek/i, 'deepseek'],
  [/gemini/i, 'gemini'],
  [/gemma/i, 'gemma'],
  [/qwen/i, 'qwen'],
  [/^yi-/i, 'yi'],
  [/^gpt/i, 'gpt'],
  [/^phi/i, 'phi'],
  [/command/i, 'command'],
  [/jamba/i, 'jamba'],
];

/** The family of a model; its own name where none is known. */
export function mmluProFamily(model: string): string {
  return FAMILIES.find(([pattern]) => pattern.test(model))?.[1] ?? model;
}
