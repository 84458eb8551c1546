import type { Command } from 'commander';
import { nearNames } from '../nearest.ts';

/** How commander begins its message about a word that it does not know. */
const UNKNOWN = /^error: unknown (option|command) '([^']*)'/;

/** Makes a command, and all below it, name what an unknown option or command may have meant. */
export function suggestWords(command: Command): void {
  command.configureOutput({
    outputError: (text, write) => {
      const [, kind, word] = UNKNOWN.exec(text) ?? [];
      if (word === undefined) write(text);
      else
        write(
          `${kind === 'option' ? unknownOption(command, word) : unknownCommand(command, word)}\n`,
        );
    },
  });
  for (const below of command.commands) suggestWords(below);
}

function unknownOption(command: Command, option: string): string {
  const known = command.createHelp().visibleOptions(command);
  const near = nearNames(
    option,
    known.flatMap(({ long }) => long ?? []),
  );
  return `error: unknown option '${option}'.${meant(near)} All options: ${wordsOf(command)} --help`;
}

/** A command of the same name further below comes before a similar name here: `post-hoc` means `simulate post-hoc`. */
function unknownCommand(group: Command, name: string): string {
  const below = namesakes(group, name).map(wordsOf);
  const here = group.commands.map((command) => command.name());
  const near = below.length > 0 ? below : nearNames(name, here);
  return `error: unknown command '${name}'.${meant(near)} All commands: ${wordsOf(group)} --help`;
}

function namesakes(group: Command, name: string): Command[] {
  return group.commands.flatMap((command) => [
    ...(command.name() === name ? [command] : []),
    ...namesakes(command, name),
  ]);
}

function meant(words: readonly string[]): string {
  return words.length === 0 ? '' : ` Did you mean ${words.join(' or ')}?`;
}

/** A command as it is typed: `thetarank simulate post-hoc`. */
export function wordsOf(command: Command): string {
  return command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;
}
