import { InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import type { Details, ThetarankError } from '../../errors.ts';
import { MODEL_ARGS } from '../../operations/asking/model-args.ts';
import { fieldsOf, readOptions } from '../../operations/options.ts';
import { settingsReader } from '../operations/flags.ts';

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
