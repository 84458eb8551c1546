/** What an expert sees of an answer: frozen when its panel is made. */
export interface ShownAnswer {
  /** Of the case, or what else stands before the question; null if nothing does. */
  readonly description: string | null;
  /** The earlier questions of a case, with their reference answers. */
  readonly history: readonly {
    readonly question: string;
    readonly references: readonly string[];
  }[];
  readonly question: string;
  readonly references: readonly string[];
  /** What the model said, without its thinking. */
  readonly answer: string;
}

/** Grades by aspect. */
export type Grades = Readonly<Record<string, number>>;

/** An answer of a panel without its texts. */
export interface RatedAnswer {
  /** From 0 within the panel. */
  readonly answer: number;
  readonly model: string;
  /** How it was asked for; empty as usual. */
  readonly condition: string;
  readonly item: string;
  readonly itemHash: string;
  /** Of its item, from 0. */
  readonly question: number;
  /** How tables of judges name it: item, question and condition. */
  readonly label: string;
  /** Grades of judging models, by judge, as they were when the panel was made. */
  readonly judgements: Readonly<Record<string, Grades>>;
}

/** Who rates an answer, and when among those of the same rater. */
export interface Assignment {
  readonly rater: string;
  /** From 0. */
  readonly place: number;
  readonly answer: number;
}

/** What a rater said of an answer at last, or before. */
export interface Rating {
  readonly answer: number;
  readonly rater: string;
  /** From 1. */
  readonly revision: number;
  readonly grades: Grades;
  readonly comment: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Columns of `rating_answers`; append-only. */
export interface RatingAnswersTable {
  panel: string;
  answer: number;
  model: string;
  condition: string;
  item: string;
  item_hash: string;
  question: number;
  label: string;
  /** JSON. */
  judgements: string;
  /** JSON of `ShownAnswer`; last, as it is long. */
  shown: string;
}

/** Columns of `rating_assignments`; rows are only added. */
export interface RatingAssignmentsTable {
  panel: string;
  rater: string;
  place: number;
  answer: number;
}

/** Columns of `ratings`; append-only: the last revision of a rater counts. */
export interface RatingsTable {
  panel: string;
  answer: number;
  rater: string;
  revision: number;
  /** JSON. */
  grades: string;
  comment: string | null;
  at: string;
}
