import { basename } from 'node:path';
import { fail } from '../../errors.ts';
import { shellWords } from '../../shell-words.ts';

/** What stands for the checkpoint in a command that serves it. */
const PLACEHOLDERS = ['{path}', '{name}', '{port}'] as const;
export type CommandPlaces = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>;

/**
 * Reads a command with places for a checkpoint, such as `vllm serve {path} --port {port}`: split into words by `shellWords`. What
 * is put into a place later stays within its word, whatever characters it has, and no shell reads it.
 * @param option how it is called in errors
 * @throws OPTION_INVALID
 */
export function commandTemplate(text: string, option: string): string[] {
  const words = shellWords(text);
  const refuse = (found: string, accepted: string) =>
    fail('OPTION_INVALID', { option, found, accepted });
  if (words === null) return refuse('a quote that is not closed', 'a command with closed quotes');
  if (words.length === 0) return refuse('nothing', 'a command, such as "vllm serve {path}"');
  const places: readonly string[] = text.match(/\{[a-z]+\}/g) ?? [];
  const unknown = places.find((place) => !(PLACEHOLDERS as readonly string[]).includes(place));
  if (unknown !== undefined) refuse(`the place ${unknown}`, PLACEHOLDERS.join(', '));
  if (!places.includes('{path}') && !places.includes('{name}'))
    refuse(
      'no place for the checkpoint, so all tests would be of one model',
      'a command with {path} or {name}',
    );
  if (words.some((word, w) => isScript(words, w) && /\{(?:path|name)\}/.test(word)))
    refuse(
      'a place within the script of a shell, which would run what a name contains',
      `the place as a word of its own, such as sh -c 'exec vllm serve "$1"' sh {path}`,
    );
  return words;
}

/** Programs that run the word after `-c` as a script. */
const SHELLS = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'fish', 'su']);

/** Whether a word is run as a script: that after `-c` of a shell, and all words for another machine. */
function isScript(words: readonly string[], w: number): boolean {
  if (w > 0 && basename(words[0]) === 'ssh') return true;
  const shell = words.findIndex((word) => SHELLS.has(basename(word)));
  return shell >= 0 && w > shell + 1 && /^-[a-z]*c$/i.test(words[w - 1]);
}

/** The words with all places filled, in one pass: a name that looks like a place stays as it is. */
export function filledCommand(words: readonly string[], places: CommandPlaces): string[] {
  return words.map((word) =>
    word.replaceAll(
      /\{(?:path|name|port)\}/g,
      (place) => places[place as (typeof PLACEHOLDERS)[number]],
    ),
  );
}
