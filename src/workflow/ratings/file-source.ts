import { extname } from 'node:path';
import { z } from 'zod';
import { fail } from '../../errors.ts';
import { fieldsOfLines } from '../../files/table/fields-of-lines.ts';
import { readTable } from '../../files/table/read-table.ts';
import { fileJson } from '../../text/file-json.ts';
import { quoted, quotedValue } from '../../text/quoted.ts';
import { readLines } from '../../text/read-lines.ts';
import { judgementsWithin, MOST_SOURCE, plainAnswer } from './run-source.ts';
import type { AnswerSource, SourceAnswer, SourceJudgement } from './source-answers.ts';

const record = z.object({
  model: z.string().min(1).max(1000),
  item: z.string().min(1).max(200),
  output: z.union([z.string().max(1_000_000), z.array(z.string())]).nullable(),
  itemHash: z.string().max(64).nullish(),
  extracted: z.string().nullish(),
  rule: z.string().nullish(),
});
const FIELDS = {
  required: ['model', 'examinee', 'item', 'output', 'extracted', 'rule'],
  optional: ['itemHash'],
};
const ACCEPTED =
  'model (or examinee), item and output, each a text (output of a case: a list of texts); itemHash is optional (docs/ratings.md)';
/** Stands between a model and the condition that it was asked under (src/evaluation/condition.ts). */
const CONDITION = ' ~ ';
/** Begins the question in the name of a judgement or verdict: these are no answers. */
const OF_JUDGES = /, question \d+$/;

interface Raw {
  readonly value: unknown;
  readonly line: number;
}

/**
 * The answers of a file: JSON Lines, or CSV by the ending .csv, with the fields model (or examinee), item, output, and optionally itemHash; also a file
 * that was written with `--outputs`.
 * @throws FILE_NOT_FOUND, FILE_INVALID with the line and all fields that are missing there
 */
export function fileSource(
  file: string,
  bank: string,
  wants: (item: string) => boolean,
): AnswerSource {
  const [answers, judgements]: [SourceAnswer[], SourceJudgement[]] = [[], []];
  const checkFields = fieldsOfLines(file, FIELDS);
  for (const { value, line } of rawRecords(file)) {
    const { model: named, item, itemHash, output, extracted, rule } = read(value, file, line);
    // Whoever wrote the rule wrote all facts of an answer.
    if (!rule) checkFields(value as object, line);
    if (OF_JUDGES.test(named) || !wants(item)) continue;
    const [model, ...rest] = named.split(CONDITION);
    const by = { model, condition: rest.join(CONDITION) };
    const said = Array.isArray(output) ? JSON.stringify(output) : (output ?? '');
    answers.push(plainAnswer(by, { item, itemHash: itemHash || null, output: said }));
    judgements.push(
      ...judgementsWithin(by, { item, extracted: extracted ?? null, rule: rule ?? '' }),
    );
    if (answers.length > MOST_SOURCE)
      fail('FILE_INVALID', {
        file,
        found: `more than ${MOST_SOURCE} answers to open questions`,
        accepted: `at most ${MOST_SOURCE}`,
      });
  }
  return { where: file, bank, run: null, answers, judgements };
}

function* rawRecords(file: string): Generator<Raw> {
  if (extname(file).toLowerCase() !== '.csv') {
    for (const { text, line } of readLines(file))
      yield { value: fileJson(file, text, line) ?? text, line };
    return;
  }
  const { columns, rows } = readTable(file, 'model,item,output');
  for (const { cells, line } of rows)
    yield { value: Object.fromEntries(columns.map((name, k) => [name, cells[k]])), line };
}

function read(value: unknown, file: string, line: number): z.infer<typeof record> {
  const refuse = (found: string) =>
    fail('FILE_INVALID', { file, where: `line ${line}`, found, accepted: ACCEPTED });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(
      typeof value === 'string' ? `no JSON object: ${quoted(value)}` : quotedValue(value),
    );
  const fields = value as Readonly<Record<string, unknown>>;
  const named = { ...fields, model: fields.model ?? fields.examinee };
  const { success, data, error } = record.safeParse(named);
  if (success) return data;
  const wrong = [...new Set(error.issues.map(({ path }) => String(path[0])))];
  const stated = new Map<string, unknown>(Object.entries(named));
  const missing = wrong.filter((field) => stated.get(field) === undefined);
  const others = wrong.filter((field) => !missing.includes(field));
  return refuse(
    [
      ...(missing.length === 0 ? [] : [`no ${missing.join(', ')}`]),
      ...others.map((field) => `${field} ${quotedValue(stated.get(field))}`),
    ].join('; '),
  );
}
