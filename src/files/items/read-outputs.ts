import { z } from 'zod';
import { fail } from '../../errors.ts';
import { type Cut, isCutByWord } from '../../finish-reason.ts';
import { NAME, NAME_IN_WORDS } from '../../plain-text.ts';
import { MOST_OPTIONS, QUESTION_TYPES } from '../../scoring/extract/extraction.ts';
import { fileJson } from '../../text/file-json.ts';
import { quoted, quotedValue } from '../../text/quoted.ts';
import { readLines } from '../../text/read-lines.ts';
import { fieldsOfLines } from '../table/fields-of-lines.ts';
import { batchOutput } from './batch-output.ts';
import { parseKey } from './option-letters.ts';

const name = z.string().regex(NAME, NAME_IN_WORDS);
const OUTPUT = z.looseObject({
  model: name,
  item: name,
  output: z.union([z.string(), z.array(z.string())]).nullable(),
  options: z
    .union([z.int().min(1).max(MOST_OPTIONS), z.array(z.string()).min(1).max(MOST_OPTIONS)])
    .nullish(),
  type: z.enum(QUESTION_TYPES).nullish(),
  reference: z.string().nullish(),
  key: z.string().nullish(),
  finish_reason: z.string().nullish(),
});

const REQUIRED = ['model', 'item', 'output'];
const FIELDS = {
  required: REQUIRED,
  optional: Object.keys(OUTPUT.shape).filter((name) => !REQUIRED.includes(name)),
};
const ACCEPTED: Readonly<Record<string, string>> = {
  model: 'the name of a model',
  item: 'the name of an item',
  output: 'the text of an output, or null; of a case a list of texts',
  options: `a number of options, 1 to ${MOST_OPTIONS}, or a list of their texts`,
  type: QUESTION_TYPES.map((type) => `"${type}"`).join(' or '),
  reference: 'option letters, or null',
  key: 'option letters, or null',
  finish_reason: 'why the output ended, such as "stop" or "length", or null',
};

/** One output of a model to an item. */
export interface ModelOutput {
  readonly model: string;
  readonly item: string;
  /** Empty if the file has null; of a list the JSON, as runs keep the outputs to a case. */
  readonly output: string;
  /** Null if the line does not say, as in the fields below. */
  readonly options: number | null;
  readonly optionTexts: readonly string[] | null;
  readonly type: (typeof QUESTION_TYPES)[number] | null;
  /** What another program extracted: letters, null for nothing; undefined if the line does not say. */
  readonly reference: string | null | undefined;
  readonly key: string | null;
  /** Whether it ended at the limit of tokens; undefined where `finish_reason` does not say. */
  readonly isCut: Cut;
  readonly line: number;
}

/**
 * The outputs of a JSON Lines file one after another; no more than a line is held. Other fields are ignored. Lines of results of a batch are read too.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID: not a JSON object, a field that is missing or not of its
 * type, a line of more than 16 MiB
 */
export function* readOutputs(file: string): Generator<ModelOutput> {
  const checkFields = fieldsOfLines(file, FIELDS);
  for (const { text, line } of readLines(file)) {
    const value = fileJson(file, text, line);
    const batched = batchOutput(value, { file, line });
    if (batched !== null) {
      yield batched;
      continue;
    }
    const parsed = OUTPUT.safeParse(value);
    if (!parsed.success) return failOn(parsed.error.issues[0].path[0], value, { file, line, text });
    checkFields(parsed.data, line);
    const { model, item, output, options, type, reference, key } = parsed.data;
    const at = (field: string) => ({ file, where: `line ${line}, field "${field}"` });
    yield {
      model,
      item,
      output: Array.isArray(output) ? JSON.stringify(output) : (output ?? ''),
      options: Array.isArray(options) ? options.length : (options ?? null),
      optionTexts: Array.isArray(options) ? options : null,
      type: type ?? null,
      reference: typeof reference === 'string' ? parseKey(reference, at('reference')) : reference,
      key: typeof key === 'string' ? parseKey(key, at('key')) : null,
      isCut: isCutByWord(parsed.data.finish_reason),
      line,
    };
  }
}

function failOn(
  field: PropertyKey | undefined,
  value: unknown,
  { file, line, text }: { file: string; line: number; text: string },
): never {
  if (typeof field !== 'string') {
    fail('FILE_INVALID', {
      file,
      where: `line ${line}`,
      found: quoted(text.trim()),
      accepted: 'one JSON object per line with model, item and output',
    });
  }
  const found = (value as Record<string, unknown>)[field];
  return fail('FILE_INVALID', {
    file,
    where: `line ${line}`,
    found: found === undefined ? `no field "${field}"` : `${field} ${quotedValue(found)}`,
    accepted: ACCEPTED[field],
  });
}
