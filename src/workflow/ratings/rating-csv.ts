import { toCsv } from '../../files/write/write.ts';
import type { RatedAnswer, Rating } from '../../store/ratings/rating-types.ts';

/** The last ratings as `thetarank judges` reads them: one row per answer, rater and aspect. */
export function ratingCsv(answers: readonly RatedAnswer[], ratings: readonly Rating[]): string {
  return toCsv(
    ['model', 'item', 'judge', 'aspect', 'score'],
    ratings.flatMap(({ answer, rater, grades }) => {
      const { model, label } = answers[answer];
      return Object.entries(grades).map(([aspect, grade]) => [model, label, rater, aspect, grade]);
    }),
  );
}
