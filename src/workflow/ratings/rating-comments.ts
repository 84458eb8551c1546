import type { Store } from '../../store/store.ts';

/** What a rater said of an answer in words. */
export interface RatingComment {
  readonly rater: string;
  readonly model: string;
  /** As tables of judges name it. */
  readonly item: string;
  readonly grades: Readonly<Record<string, number>>;
  readonly comment: string;
  readonly at: string;
}

/** The comments of the last ratings, oldest first. They can quote questions and answers. */
export async function ratingComments(
  store: Pick<Store, 'ratings'>,
  panel: string,
): Promise<RatingComment[]> {
  const answers = await store.ratings.answers(panel);
  const ratings = await store.ratings.latest(panel);
  return ratings
    .flatMap(({ answer, rater, grades, comment, at }) => {
      const { model, label } = answers[answer];
      return comment === null ? [] : [{ rater, model, item: label, grades, comment, at }];
    })
    .sort((x, y) => (x.at < y.at ? -1 : x.at > y.at ? 1 : 0));
}
