/** One examinee as it is printed. */
export interface ScoredExaminee {
  readonly examinee: string;
  /** Null where ml or wle have no answer to estimate from. */
  readonly ability: number | null;
  /** Null if the ability is, and where the answers carry no information. */
  readonly se: number | null;
  readonly atBound: boolean;
  /** Number of items answered. */
  readonly answers: number;
}
