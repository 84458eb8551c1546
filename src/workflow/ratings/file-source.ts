import { z } from 'zod';
import { fail } from '../../errors.ts';
import { parseJson } from '../../text/parse-json.ts';
import { readLines } from '../../text/read-lines.ts';
import { judgementsWithin, MOST_SOURCE, plainAnswer } from './run-source.ts';
import type { AnswerSource, SourceAnswer, SourceJudgement } from './source-answers.ts';

const line = z.object({
  examinee: z.string().min(1).max(1000),
  item: z.string().min(1).max(200),
  itemHash: z.string().max(64),
  output: z.string().max(1_000_000),
  extracted: z.string().nullish(),
  rule: z.string().default(''),
});
/** Stands between a model and the condition that it was asked under (src/evaluation/condition.ts). */
const CONDITION = ' ~ ';
/** Begins the question in the name of a judgement or verdict: these are no answers. */
const OF_JUDGES = /, question \d+$/;

/**
 * The answers of a file `answers.jsonl` that was written with `--outputs`.
 * @throws FILE_NOT_FOUND, FILE_INVALID with the line
 */
export function fileSource(
  file: string,
  bank: string,
  wants: (item: string) => boolean,
): AnswerSource {
  const [answers, judgements]: [SourceAnswer[], SourceJudgement[]] = [[], []];
  for (const { text, line: at } of readLines(file)) {
    const { success, data, error } = line.safeParse(parseJson(text));
    if (!success)
      return fail('FILE_INVALID', {
        file,
        where: `line ${at}`,
        found: `${error.issues[0].path.join('.') || 'no object'}: ${error.issues[0].message}`,
        accepted:
          'answers with their texts, as thetarank runs answers RUN --outputs --out FILE writes them',
      });
    if (!wants(data.item) || OF_JUDGES.test(data.examinee)) continue;
    const [model, ...rest] = data.examinee.split(CONDITION);
    const by = { model, condition: rest.join(CONDITION) };
    answers.push(plainAnswer(by, data));
    judgements.push(...judgementsWithin(by, { ...data, extracted: data.extracted ?? null }));
    if (answers.length > MOST_SOURCE)
      fail('FILE_INVALID', {
        file,
        found: `more than ${MOST_SOURCE} answers to open questions`,
        accepted: `at most ${MOST_SOURCE}`,
      });
  }
  return { where: file, bank, run: null, answers, judgements };
}
