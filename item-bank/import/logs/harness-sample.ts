import { z } from 'zod';
import { fail } from '../../../src/errors.ts';
import { fileJson } from '../../../src/text/file-json.ts';
import { quoted, quotedValue } from '../../../src/text/quoted.ts';
import type { TextLine } from '../../../src/text/read-lines.ts';

/**
 * What is used of a line of a sample log of lm-evaluation-harness (`--log_samples`). Lines hold more, such as
 * the metrics' values under the metrics' names, and older versions wrote less.
 */
const SAMPLE = z.looseObject({
  /** The index of the document within its task. */
  doc_id: z.int().nonnegative().optional(),
  /** The document as the task has it: an object in most tasks. */
  doc: z.unknown().optional(),
  target: z.unknown().optional(),
  filtered_resps: z.unknown().optional(),
  filter: z.string().optional(),
  metrics: z.array(z.string()).optional(),
});

export type HarnessSample = z.infer<typeof SAMPLE>;

const ACCEPTED: Readonly<Record<string, string>> = {
  doc_id: 'a whole number, 0 or more',
  filter: 'the name of a filter',
  metrics: 'a list of metric names',
};

/** @throws FILE_INVALID if the line is not a JSON object, or a field is not of its type */
export function parseHarnessSample(file: string, { text, line }: TextLine): HarnessSample {
  const value = fileJson(file, text, line);
  const sample = SAMPLE.safeParse(value);
  if (sample.success) return sample.data;
  const [field] = sample.error.issues[0].path;
  if (typeof field !== 'string') {
    return fail('FILE_INVALID', {
      file,
      where: `line ${line}`,
      found: quoted(text.trim()),
      accepted: 'one JSON object per line, as lm_eval --log_samples writes it',
    });
  }
  return fail('FILE_INVALID', {
    file,
    where: `line ${line}, field ${quoted(field)}`,
    found: quotedValue((value as Record<string, unknown>)[field]),
    accepted: ACCEPTED[field],
  });
}
