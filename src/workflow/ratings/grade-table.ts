import type { Assignment, RatedAnswer, Rating } from '../../store/ratings/rating-types.ts';

/** All that a report of a panel is computed from: plain data, for threads. */
export interface PanelRatings {
  readonly aspects: readonly {
    readonly name: string;
    readonly low: number;
    readonly high: number;
  }[];
  /** In order. */
  readonly answers: readonly RatedAnswer[];
  readonly assignments: readonly Assignment[];
  /** The last ones. */
  readonly ratings: readonly Rating[];
}

/** Grades for one aspect. */
export interface GradeTable {
  readonly raters: readonly string[];
  /** By answer and rater, in rows; NaN where there is none. */
  readonly grades: Float64Array;
}

/** @param raters the columns */
export function gradeTable(
  { answers, ratings }: PanelRatings,
  aspect: string,
  raters: readonly string[],
): GradeTable {
  const grades = new Float64Array(answers.length * raters.length).fill(Number.NaN);
  const columns = new Map(raters.map((name, k) => [name, k]));
  for (const { answer, rater, grades: own } of ratings) {
    const column = columns.get(rater);
    if (column !== undefined && own[aspect] !== undefined)
      grades[answer * raters.length + column] = own[aspect];
  }
  return { raters, grades };
}

/** The mean grade of each answer; NaN where there is none. */
export function meanGrades({ raters, grades }: GradeTable): Float64Array {
  const rows = raters.length === 0 ? 0 : grades.length / raters.length;
  return Float64Array.from({ length: rows }, (_, row) => {
    let [sum, n] = [0, 0];
    for (let r = 0; r < raters.length; r++) {
      const grade = grades[row * raters.length + r];
      if (Number.isNaN(grade)) continue;
      sum += grade;
      n++;
    }
    return n === 0 ? Number.NaN : sum / n;
  });
}
