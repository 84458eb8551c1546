import type { AnswerFormat, NamedAnswers } from '../../../item-bank/import/format.ts';
import { sourceName } from '../../../item-bank/import/records/source.ts';
import { readResponses } from '../responses/read-responses.ts';

/** Recorded answers in CSV, which is read completely or not at all: one record per examinee. */
export function csvAnswers(): AnswerFormat {
  return {
    async *records(source) {
      const { matrix, families, standIns } = readResponses(sourceName(source));
      const { examinees, items, scores } = matrix;
      yield examinees.map((examinee, m) => {
        const own = scores.subarray(m * items.length, (m + 1) * items.length);
        const answers = items.flatMap((item, j) =>
          Number.isNaN(own[j]) ? [] : [{ item, score: own[j] }],
        );
        const value: NamedAnswers = {
          examinee,
          family: families?.[m],
          answers,
          simulated: standIns?.includes(examinee) === true,
        };
        return { where: `examinee ${m + 1}`, value };
      });
    },
    answers: (value) => value as NamedAnswers,
  };
}
