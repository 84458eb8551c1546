/**
 * The families of the recorded models of IKP: the maker that IKP names. A fine-tune of another maker's model belongs to the
 * maker of its base, as in cruxeval-o. These bases are assigned by hand, from the names and from what the makers state.
 */
const BASES: readonly (readonly [RegExp, string])[] = [
  // Hermes 3 and 4 (405B) are fine-tunes of Llama 3.1 405B. Nemotron 70B and Super 49B are made from Llama 3.1 and 3.3 70B.
  [/^hermes-[34]-|distill-llama|^nemotron-70b|^nemotron-super-49b/, 'Meta'],
  [/distill-qwen/, 'Alibaba'],
  [/^deepseek-v3\.1-nex/, 'DeepSeek'],
  // INTELLECT-3 is made from GLM-4.5-Air-Base.
  [/^intellect-3/, 'Zhipu'],
];

/** The family of a model that `maker` made. */
export function ikpFamily(model: string, maker: string): string {
  return BASES.find(([pattern]) => pattern.test(model))?.[1] ?? maker;
}
