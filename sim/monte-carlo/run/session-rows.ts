/** The sessions of a block as rows: one entry per session in every list, ordered by examinee, then by cell. */
export interface SessionRows {
  /** Place of the cell in the design, from 0. */
  readonly cell: number[];
  /** From 1, as the examinee in it. */
  readonly replication: number[];
  readonly examinee: number[];
  readonly trueAbility: number[];
  readonly estimate: number[];
  /** Null if the answers leave it infinite. */
  readonly se: (number | null)[];
  /** Items asked. */
  readonly asked: number[];
  readonly stopped: string[];
  readonly atBound: boolean[];
  /** Score on the whole bank, in [0, 1], and its prediction by the test. */
  readonly score: number[];
  readonly predictedScore: number[];
}

export function emptyRows(): SessionRows {
  return {
    cell: [],
    replication: [],
    examinee: [],
    trueAbility: [],
    estimate: [],
    se: [],
    asked: [],
    stopped: [],
    atBound: [],
    score: [],
    predictedScore: [],
  };
}
