/** Scores of models on items under conditions (prompts, temperatures), each asked once or repeatedly. One entry per answer. */
export interface Observations {
  readonly models: readonly string[];
  readonly items: readonly string[];
  readonly conditions: readonly string[];
  /** Numbers into the lists of names. */
  readonly model: Int32Array;
  readonly item: Int32Array;
  readonly condition: Int32Array;
  /** In [0, 1]. */
  readonly score: Float64Array;
  /** What was answered, as numbers that tell answers apart; −1 if an answer could not be read. Null if answers are not known. */
  readonly answer: Int32Array | null;
  /** Which repeat each answer is, as a number into the names; −1 where that is not known. */
  readonly repeats?: { readonly names: readonly string[]; readonly of: Int32Array };
}
