import { InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import type { Details, ThetarankError } from '../../errors.ts';
import { MODEL_ARGS } from '../../operations/asking/model-args.ts';
import { fieldsOf, readOptions } from '../../operations/options.ts';
import { settingsHelp, settingsReader } from '../operations/flags.ts';

/** `-M`. */
export const modelArgOption = () =>
  settingsOption(
    '-M, --model-arg <name=value>',
    'a setting of all models, such as -M temperature=0.6; repeat for several (listed below)',
    MODEL_ARGS,
  );

/** `-T`. @param settings those that the command takes */
export const taskArgOption = (settings: z.ZodObject) =>
  settingsOption(
    '-T, --task-arg <name=value>',
    'how items are asked and answers read, such as -T shots=5; repeat for several (listed below)',
    settings,
  );

/** An option that is given once per setting, as `name=value`. */
function settingsOption(flags: string, help: string, settings: z.ZodObject): Option {
  const read = settingsReader(fieldsOf(settings));
  let given: Readonly<Record<string, unknown>> = {};
  return new Option(flags, help).argParser((text) => {
    given = read(text, given);
    try {
      return readOptions(settings, given);
    } catch (error) {
      const { accepted } = (error as ThetarankError).details as Details<'OPTION_INVALID'>;
      throw new InvalidArgumentError(`Accepted: ${accepted}.`);
    }
  });
}

/** The settings of `-M`, and of `-T` where a command has it, for the end of its help. */
export function settingsText(task: z.ZodObject | null = null): string {
  return [
    ['models (-M name=value; a models file has them per model)', MODEL_ARGS] as const,
    ...(task === null ? [] : [['questions and answers (-T name=value)', task] as const]),
  ]
    .map(([of, settings]) => `\nSettings of ${of}:\n${settingsHelp(fieldsOf(settings))}`)
    .join('\n');
}
