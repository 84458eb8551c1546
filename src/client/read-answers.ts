import { basename } from 'node:path';
import { z } from 'zod';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../item-bank/builtin/names.ts';
import type { AnsweredFormat } from '../../item-bank/import/format.ts';
import { inspect } from '../../item-bank/import/logs/inspect.ts';
import { lmEval } from '../../item-bank/import/logs/lm-eval.ts';
import { Rejection } from '../../item-bank/import/records/records.ts';
import { type Answer, answer } from '../api/sessions.ts';
import { fail } from '../errors.ts';
import { readHarnessSamples } from '../files/harness/read-harness-samples.ts';
import { mean } from '../statistics/mean.ts';
import { foundAt } from '../text/accepted-in-words.ts';
import { fileJson } from '../text/file-json.ts';
import { quoted } from '../text/quoted.ts';
import { readLines } from '../text/read-lines.ts';
import { idPrefix } from './harness-names.ts';

/** An answer before it is sent. */
export type ReadAnswer = Omit<Answer, 'key'>;

export interface ReadOptions {
  /** The bank of the session. */
  readonly bank: string;
  /** Items that wait for an answer: others in the files are passed over. */
  readonly wanted: ReadonlySet<string>;
  readonly metric?: string | undefined;
  readonly filter?: string | undefined;
}

const LM_EVAL = /^samples_.+\.jsonl$/;
const INSPECT = /\.(?:eval|json)$/i;
const { item, score, output, finishReason } = answer.shape;
const LINE = z.strictObject({
  ...{ item, score, output, finishReason: finishReason.nullable() },
  finish_reason: finishReason.nullable(),
  // `session items` names them, and a program may leave them in its lines.
  ...{ place: z.unknown().optional(), prompt: z.unknown().optional() },
});
const ACCEPTED =
  'samples_….jsonl of lm-evaluation-harness, an .eval or .json log of Inspect, or JSON Lines {"item": …, "score": …} or {"item": …, "output": …}';

/** The answers of files. */
export interface ReadAnswers {
  readonly answers: readonly ReadAnswer[];
  /** Items of own JSON Lines that wait for no answer, in the order of the files; logs may have any. */
  readonly passedOver: readonly string[];
}

/**
 * The answers that files have to items that wait for one: of logs of lm-evaluation-harness and Inspect, and of JSON Lines.
 * Of repeats of an item in logs of Inspect (epochs) the mean counts.
 * @throws FILE_NOT_FOUND, FILE_INVALID, OPTION_INVALID
 */
export async function readAnswers(
  files: readonly string[],
  options: ReadOptions,
): Promise<ReadAnswers> {
  const { wanted, bank } = options;
  const passedOver: string[] = [];
  const logs = files.filter((file) => LM_EVAL.test(basename(file)));
  const own = isBuiltinBank(bank) ? loadBuiltinBank(bank) : null;
  const isMapped = own?.harness !== undefined;
  const answers: ReadAnswer[] = [];
  if (own !== null && isMapped && logs.length > 0)
    answers.push(
      ...readHarnessSamples(logs, own, options).answers.map(({ item, score }) => ({ item, score })),
    );
  for (const file of files) {
    const name = basename(file);
    if (LM_EVAL.test(name)) {
      if (!isMapped)
        answers.push(...(await logged(file, lmEval({ ...options, model: '-' }), options)));
    } else if (INSPECT.test(name))
      answers.push(...(await logged(file, inspect({ ...options, model: '-' }), options)));
    else if (/\.jsonl$/i.test(name))
      for (const own of readOwnLines(file))
        if (wanted.has(own.item)) answers.push(own);
        else passedOver.push(own.item);
    else fail('FILE_INVALID', { file, found: 'a file of another kind', accepted: ACCEPTED });
  }
  return { answers: answers.filter(({ item }) => wanted.has(item)), passedOver };
}

/** Answers of a log, by the item that each sample is. */
async function logged(
  file: string,
  format: AnsweredFormat,
  { bank, wanted }: ReadOptions,
): Promise<ReadAnswer[]> {
  const prefix = idPrefix(bank);
  const scores = new Map<string, number[]>();
  for await (const records of format.records(file))
    for (const record of records) {
      // What cannot be read of a log is missing in the end, and then said to be.
      if (record.reason !== undefined) continue;
      const { value } = record;
      const item = namesOf(value, file, format, prefix).find((id) => wanted.has(id));
      const found = item === undefined ? null : answerOf(value, file, format);
      if (item !== undefined && found !== null)
        scores.set(item, [...(scores.get(item) ?? []), found]);
    }
  return [...scores].map(([item, own]) => ({
    item,
    score: mean(own),
  }));
}

/** The names that a sample's item may have in a bank: its id, with the prefix of the bank, and the id of its import. */
function namesOf(value: unknown, file: string, format: AnsweredFormat, prefix: string): string[] {
  const { sample } = (value ?? {}) as { sample?: { id?: unknown } | null };
  const id = sample?.id;
  const own =
    typeof id === 'string' || typeof id === 'number' ? [String(id), `${prefix}${id}`] : [];
  const imported = rejectedAs(undefined, () => format.item(value, file).id);
  return imported === undefined ? own : [...own, imported];
}

/** @throws FILE_INVALID for a score that is none: a wanted answer is not dropped without a word */
function answerOf(value: unknown, file: string, format: AnsweredFormat): number | null {
  try {
    return format.answer(value, file)?.score ?? null;
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return fail('FILE_INVALID', {
      file,
      found: error.message,
      accepted: 'one score from 0 to 1 per sample; choose the metric with --metric',
    });
  }
}

function rejectedAs<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Rejection) return otherwise;
    throw error;
  }
}

function readOwnLines(file: string): ReadAnswer[] {
  return [...readLines(file)].map(({ text, line }) => {
    const given = fileJson(file, text, line);
    const parsed = LINE.safeParse(given);
    const isOne =
      parsed.success && (parsed.data.score === undefined) !== (parsed.data.output === undefined);
    if (parsed.success && isOne) {
      const { item, score, output, finishReason, finish_reason } = parsed.data;
      const ended = finishReason ?? finish_reason ?? undefined;
      return { item, score, output, ...(ended !== undefined && { finishReason: ended }) };
    }
    return fail('FILE_INVALID', {
      file,
      where: `line ${line}`,
      found: parsed.success
        ? 'neither score nor output, or both'
        : foundIn(given, parsed.error.issues[0]),
      accepted: '{"item": …, "score": 0 … 1} or {"item": …, "output": "…", "finishReason": "stop"}',
    });
  });
}

/** What is wrong in a line of JSON: the field and its value. */
function foundIn(given: unknown, issue: z.core.$ZodIssue): string {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys')
    return `${quoted(issue.keys[0])}; known fields: ${Object.keys(LINE.shape).join(', ')}`;
  if (path.length === 0) return given === undefined ? 'not JSON' : foundAt(given, path);
  return `${path.map(String).join('.')}: ${foundAt(given, path)}`;
}
