import { type Command, InvalidArgumentError } from 'commander';
import { TAXONOMIES } from '../../../item-bank/taxonomies/load-taxonomy.ts';

/** Adds the taxonomy that tags are checked against, and the tags that hold its levels. */
export function addTaxonomyOptions(command: Command): Command {
  return command
    .option(
      '--taxonomy <name>',
      `check tags against ${TAXONOMIES.join(', ')}, a file or none (default: that of the bank, else of the format)`,
    )
    .option(
      '--levels <tags>',
      'tags that hold levels of the taxonomy under other names, such as dept=clinical_department',
      levelsOf,
    );
}

function levelsOf(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=');
    const [tag, level] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 1 || tag === '' || level === '')
      throw new InvalidArgumentError(`Found ${JSON.stringify(pair)}. Accepted: TAG=LEVEL,…`);
    return [tag, level] as const;
  });
  return Object.fromEntries(pairs);
}
