import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { addNamedCommand } from '../../src/cli/named-command.ts';

const program = new Command('thetarank');
await addNamedCommand(program, COMMANDS, []);

/** Commands without commands below them, by the words a user types. */
function leaves(command: Command, words: readonly string[]): [string, Command][] {
  if (command.commands.length === 0) return [[words.join(' '), command]];
  return command.commands.flatMap((below) => leaves(below, [...words, below.name()]));
}
const all = leaves(program, []);

/** More options than this are more than a reader takes in. */
const MOST_OPTIONS = 36;
/** From this many on the help stands in groups. */
const MOST_UNGROUPED = 10;

/** Values that one option takes in several commands, where they differ in form alone. */
const SAME_VALUE: Readonly<Record<string, readonly string[]>> = {
  '--answers': ['<file>', '<n>'],
  '--bank': ['<name>', '<name...>'],
  '--budget': ['<dollars>', '<limits>'],
  '--examinees': ['<file>', '<n>'],
  '--group': ['<column>', '<n>'],
  '--language': ['<name>', '<tag>'],
  '--model': ['<name>', '<name...>', '<name@url>'],
  '--name': ['<model>', '<bank>', '<name>'],
  '--out': ['<file>', '<folder>'],
  '--precision': ['<a=x,b=y>', '<points>'],
  '--stopping': ['<rule>', '<a,b>'],
  '--to': ['<bank>', '<file>'],
  '--total-items': ['<n>', '<a,b>'],
};

describe('all commands', () => {
  test.each(all)(
    '%s: not too many options, in groups where there are more than ten',
    (_, command) => {
      const { options } = command;
      expect(options.length).toBeLessThanOrEqual(MOST_OPTIONS);
      expect(command.helpInformation()).not.toMatch(/undefined/);
      if (options.length <= MOST_UNGROUPED) return;
      for (const { long, helpGroupHeading } of options)
        expect([long, helpGroupHeading]).toEqual([long, expect.stringMatching(/^[A-Z].*:$/)]);
      expect(command.helpInformation()).not.toMatch(/^Options:/m);
    },
  );

  test('an option takes the same kind of value in every command', () => {
    const values = new Map<string, Set<string>>();
    for (const [, { options }] of all)
      for (const { long, flags } of options) {
        const value = /(?:[<[].*)?$/.exec(flags)![0];
        values.set(long!, (values.get(long!) ?? new Set()).add(value));
      }
    for (const [long, found] of values)
      if (found.size > 1)
        expect([long, [...found].sort()]).toEqual([long, [...(SAME_VALUE[long] ?? [])].sort()]);
  });
});
