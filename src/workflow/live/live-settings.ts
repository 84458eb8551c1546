/** How models are asked the items of a bank, and how their answers are read. */
export interface LiveSettings {
  /** Answers that may be awaited when the next items are chosen. */
  readonly lag: number;
  /** Items of one model in flight at most. */
  readonly concurrency: number;
  /** Continues with the last run of the same bank, models and settings. */
  readonly resume?: boolean;
  /** How items are worded: the variant of the prompt, and its language, by default that of the item. */
  readonly variant: string;
  readonly language?: string;
  /** Worked examples before each question, and the `TAG=VALUE` they are taken from. */
  readonly shots: number;
  readonly shotsFrom: string;
  readonly system?: string;
  /** What stands after the earlier questions of a case: `reference` answers, by default, or the model's `own`. */
  readonly history?: string;
  /** How letters are read. */
  readonly mode: string;
  /** What log-likelihoods count as, with a variant for base models: `acc` for letters and `acc_norm` for cloze prompts by default. */
  readonly metric?: string;
  /** A file of programs that score the answers to items whose metric names one (docs/metrics.md). */
  readonly scorers?: string;
  /** A file of judges that grade the answers to items whose metric is a rubric (docs/judges.md). */
  readonly judges?: string;
  /** The endpoint of embeddings, for items whose metric is a cosine: its address, or a file with its settings (docs/metrics.md). */
  readonly embeddings?: string;
  /** A file that names the items that may be asked, one per line; all by default. */
  readonly pool?: string;
  /** A file of what items cost (CSV: item,cost, dollars), and the most that one test may cost by it. */
  readonly costs?: string;
  readonly maxCost?: number;
  /** Pretest items that each test asks besides, at most; none by default. They do not count. */
  readonly pretest?: number;
  /** Recorded models that no calibration may see. */
  readonly leaveOut: readonly string[];
  /** Uses replies of earlier runs to the same questions, instead of asking. By default every run asks. */
  readonly reuse?: boolean;
  /** What a question counts as that is longer than the context of its model: nothing, by default, or a wrong answer. */
  readonly tooLong?: string;
  /** What a question counts as that gets no answer after all retries: its model stops, or the score is 0. */
  readonly unanswered: 'stop' | 'wrong';
}
