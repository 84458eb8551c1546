/** What was taken from the bucket of a name. */
export interface RateUse {
  readonly name: string;
  /** Tokens since the last time; below 0 if more were given back than taken. */
  readonly used: number;
  /** Tokens that it holds at most, and that come in each minute. */
  readonly most: number;
}

/** Buckets of tokens that several processes take from. */
export interface RateStore {
  /**
   * Takes tokens of all these buckets at once. A bucket can owe tokens, if several processes took the same ones.
   * @returns the tokens that are in each then, by name
   */
  take(uses: readonly RateUse[]): Promise<ReadonlyMap<string, number>>;
}
