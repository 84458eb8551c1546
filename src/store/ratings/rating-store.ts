import type { StoredPanel } from '../panels/panels.ts';
import type { Assignment, Grades, RatedAnswer, Rating, ShownAnswer } from './rating-types.ts';

/** A rating as an expert sends it. */
export interface NewRating {
  readonly panel: string;
  readonly answer: number;
  readonly rater: string;
  readonly grades: Grades;
  readonly comment: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** How far a rater is. */
export interface RaterProgress {
  readonly panel: string;
  readonly rater: string;
  readonly assigned: number;
  readonly rated: number;
  /** Of the last rating, ISO 8601; null before the first. */
  readonly lastAt: string | null;
}

/** Answers that experts rate, and their ratings. */
export interface RatingStore {
  /** Keeps a panel with its answers and assignments: all or nothing. */
  create(
    panel: StoredPanel,
    answers: readonly (RatedAnswer & { readonly shown: ShownAnswer })[],
    assignments: readonly Assignment[],
  ): Promise<void>;
  /** In order, without texts. */
  answers(panel: string): Promise<RatedAnswer[]>;
  /** The texts of one answer; undefined if the panel has no such answer. */
  shown(panel: string, answer: number): Promise<ShownAnswer | undefined>;
  /** By rater and place; of one rater where one is named. */
  assignments(panel: string, rater?: string): Promise<Assignment[]>;
  /** Adds the assignments of a new rater. @returns false if the rater has some already */
  assign(panel: string, rater: string, answers: readonly number[]): Promise<boolean>;
  /**
   * Keeps a rating as the next revision; one that says what the last one says is not kept again. Of two at the same moment both are kept, one after
   * the other.
   * @returns the last revision; null if the panel is closed
   */
  rate(rating: NewRating): Promise<number | null>;
  /** The last revisions, by answer and rater; of one rater where one is named. */
  latest(panel: string, rater?: string): Promise<Rating[]>;
  /** Answers that each rater has, and has rated, of all panels or one. By panel and name. */
  progress(panel?: string): Promise<RaterProgress[]>;
  /** All revisions of a rater for an answer, oldest first. */
  history(panel: string, answer: number, rater: string): Promise<Rating[]>;
}
