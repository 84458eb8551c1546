/** A ranking as it is compared with others: a score of each model, and what is known of its error. */
export interface Board {
  readonly file: string;
  readonly models: readonly string[];
  /** Higher is better; in any unit. */
  readonly scores: Float64Array;
  /** Standard errors in the same unit; null if the ranking has none. */
  readonly errors: Float64Array | null;
  /** Where the errors come from, in words. */
  readonly errorsFrom: string;
}

export interface BoardOptions {
  /** The column of scores; by default the first known name. */
  readonly scoreColumn?: string | undefined;
  /** Questions behind each score, for a binomial error; 0 or absent if it is not known. */
  readonly questions?: number | undefined;
  /** Confidence of the columns low and high. */
  readonly confidence: number;
  /** Which scores of thetarank's own results count. */
  readonly target: 'expected' | 'recorded';
}

/** A row of a ranking before its errors are known. NaN for what is absent. */
export interface BoardRow {
  /** Where it stands in its file, for errors. */
  readonly where: string;
  readonly model: string;
  readonly score: number;
  readonly se: number;
  readonly low: number;
  readonly high: number;
  readonly questions: number;
}
