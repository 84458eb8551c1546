import { z } from 'zod';
import { describeProblem } from '../../../calibration/synthesize/configuration-problem.ts';
import { fail } from '../../errors.ts';
import {
  type EndpointConfiguration,
  endpointConfiguration,
  endpointSchema,
} from '../../examinee/endpoint/configuration/configuration.ts';
import { type Rubric, rubricSchema } from '../../prompt/judge/rubric.ts';
import { BUILTIN_RUBRICS } from '../../prompt/judge/rubrics.ts';
import { readYamlWithLines } from '../../text/read-yaml.ts';

const MOST_JUDGES = 32;
const MOST_RUBRICS = 100;

const schema = z.strictObject({
  judges: z.array(endpointSchema).min(1).max(MOST_JUDGES),
  rubrics: z.array(rubricSchema).max(MOST_RUBRICS).default([]),
});

/** Who judges answers, and by which rubrics besides the built-in ones. */
export interface Judges {
  readonly judges: readonly EndpointConfiguration[];
  readonly rubrics: readonly Rubric[];
}

/**
 * Reads a file of judges: YAML or JSON, `judges` as in a models file and `rubrics` of one's own.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID with the line; OPTION_INVALID for settings of endpoints
 */
export function readJudges(file: string): Judges {
  const { value, lineOf } = readYamlWithLines(file);
  const { success, data, error } = schema.safeParse(value);
  if (!success) {
    const { where, ...problem } = describeProblem(value, error, {
      schema,
      file: 'docs/judges.md',
      isSecret: true,
    });
    const line = `line ${lineOf(error.issues[0].path)}`;
    return fail('FILE_INVALID', {
      file,
      where: where === undefined ? line : `${line}, ${where}`,
      ...problem,
    });
  }
  const judges = data.judges.map((judge, k) =>
    endpointConfiguration(judge, `${file}, judges[${k}]`),
  );
  const { rubrics } = data;
  const twice = (of: 'judges' | 'rubrics', names: readonly string[]) => {
    const k = names.findIndex((name, at) => names.indexOf(name) !== at);
    if (k !== -1)
      fail('FILE_INVALID', {
        file,
        where: `line ${lineOf([of, k, 'name'])}`,
        found: `the name ${names[k]} a second time`,
        accepted: `a name of its own for each of ${of}`,
      });
  };
  twice(
    'judges',
    judges.map(({ name }) => name),
  );
  twice(
    'rubrics',
    rubrics.map(({ name }) => name),
  );
  const builtin = rubrics.findIndex(({ name }) => BUILTIN_RUBRICS.includes(name));
  if (builtin !== -1)
    fail('FILE_INVALID', {
      file,
      where: `line ${lineOf(['rubrics', builtin, 'name'])}`,
      found: `the name ${rubrics[builtin].name} of a built-in rubric`,
      accepted: `other names than ${BUILTIN_RUBRICS.join(', ')}`,
    });
  return { judges, rubrics };
}
