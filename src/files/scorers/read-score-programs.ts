import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { fail } from '../../errors.ts';
import type { ScorePrograms } from '../../run/score-program.ts';
import { readYamlWithLines } from '../../text/read-yaml.ts';

/** What a program has for one answer by default, and at most, in seconds. */
const USUAL_SECONDS = 10;
const MOST_SECONDS = 3600;

const schema = z.record(
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'a name of letters, digits and . _ -'),
  z.strictObject({
    argv: z
      .array(z.string().max(10_000))
      .min(1)
      .max(1000)
      .refine(
        ([path]) => path !== undefined && isAbsolute(path),
        'a list that begins with the whole path of a program',
      ),
    seconds: z.number().positive().max(MOST_SECONDS).default(USUAL_SECONDS),
  }),
);

/**
 * Reads programs that score answers: YAML, `name: { argv: [/path/to/program, …], seconds: 10 }`.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID with the line
 */
export function readScorePrograms(file: string): ScorePrograms {
  const { value, lineOf } = readYamlWithLines(file);
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [{ path, message }] = error.issues;
  return fail('FILE_INVALID', {
    file,
    where: `line ${lineOf(path)}`,
    found: `${path.length === 0 ? 'no object' : path.join('.')} (${message})`,
    accepted: 'programs by name, each { argv: [/path/to/program, …], seconds: 10 }',
  });
}
