import { fail } from '../../errors.ts';
import { readAnswers } from '../../files/answers/read-answers.ts';
import { readResponses, refuseSummary } from '../../files/responses/read-responses.ts';
import type { Responses } from '../../files/responses/response-form.ts';
import { answerFormat } from './answer-formats.ts';

/**
 * Recorded answers of a CSV or Parquet file, by its ending; completely or not at all.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID, NO_ANSWERS
 */
export async function readAnyResponses(file: string): Promise<Responses> {
  if (!/\.parquet$/i.test(file)) return readResponses(file);
  const { reports, ...responses } = await readAnswers([file], answerFormat('parquet'), {
    open: (name) => name,
  });
  const [{ rejected, rejectedCount }] = reports;
  if (rejectedCount > 0)
    fail('FILE_INVALID', {
      file,
      where: rejected[0].where,
      found: rejected[0].reason,
      accepted:
        'recorded answers in every row: examinee, item, score; or examinee and one column per item',
    });
  refuseSummary(file, responses.matrix);
  return responses;
}
