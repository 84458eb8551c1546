/** What is known of a pretest item before a test begins; difficulties are on the scale that abilities are reported on. */
export interface KnownPretest {
  readonly item: string;
  /** Answers that it has so far. */
  readonly answers: number;
  /** Mean and standard deviation of its difficulty, predicted or by its answers; null without a calibration. */
  readonly b: number | null;
  readonly sd: number | null;
}

/** The pretest items of one test: plain data, kept with its settings so that the test can be replayed. */
export interface PretestPlan {
  /** How many the test asks at most. */
  readonly count: number;
  /** The discrimination and the guessing that are assumed of them: those usual in the bank. */
  readonly slope: number;
  readonly guessing: number;
  /** Those to choose from; at position n + k of the test, where the bank has n items that count. */
  readonly items: readonly KnownPretest[];
}
