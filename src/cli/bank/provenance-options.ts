import { type Command, InvalidArgumentError } from 'commander';
import type { Provenance } from '../../../item-bank/import/item-draft.ts';
import { ONE_LINE } from '../../plain-text.ts';

export interface ProvenanceOptions {
  readonly source?: string;
  readonly licence?: string;
  readonly language?: string;
}

/** Adds what a user can state of items that their file does not say. */
export function addProvenanceOptions(command: Command): Command {
  return command
    .option(
      '--source <text>',
      'where the items come from (default: set by some formats, else the file name)',
      line(500),
    )
    .option(
      '--licence <text>',
      'licence of the items (default: set by some formats, else "not stated")',
      line(200),
    )
    .option(
      '--language <tag>',
      'language of the items, such as zh or en-GB (default: zh or en, by the characters of each item)',
      (text) => {
        if (/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(text) && text.length <= 35) return text;
        throw new InvalidArgumentError('Accepted: a language tag such as zh or en-GB.');
      },
    );
}

function line(longest: number): (text: string) => string {
  return (text) => {
    if (text.trim() !== '' && text.length <= longest && ONE_LINE.test(text)) return text;
    throw new InvalidArgumentError(
      `Accepted: a text on one line of at most ${longest} characters.`,
    );
  };
}

/** The given properties only. */
export function statedProvenance(options: ProvenanceOptions): Partial<Provenance> {
  const { source, licence, language } = options;
  return {
    ...(source !== undefined && { source }),
    ...(licence !== undefined && { licence }),
    ...(language !== undefined && { language }),
  };
}
