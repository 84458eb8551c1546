import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { addNamedCommand } from '../../src/cli/named-command.ts';

/** The commands there are when the command line begins with `args`. */
async function commandsFor(...args: string[]): Promise<Command> {
  const program = new Command('thetarank');
  await addNamedCommand(program, COMMANDS, args);
  return program;
}

const namesIn = (command: Command) => command.commands.map((below) => below.name());

test('a command that is named is the only one that is loaded, with the same help as among all', async () => {
  const all = await commandsFor();
  expect(namesIn(all)).toEqual(Object.keys(COMMANDS));
  for (const command of all.commands) {
    const alone = await commandsFor(command.name());
    expect(namesIn(alone)).toEqual([command.name()]);
    expect(alone.commands[0].helpInformation()).toBe(command.helpInformation());
  }
});

test('the same holds within a group', async () => {
  const all = await commandsFor();
  for (const group of ['calibrate', 'simulate', 'bank']) {
    const whole = all.commands.find((command) => command.name() === group) as Command;
    expect(whole.commands.length).toBeGreaterThan(3);
    for (const command of whole.commands) {
      const [alone] = (await commandsFor(group, command.name())).commands;
      expect(namesIn(alone)).toContain(command.name());
      // `list` and `show` of calibrations stand in one file.
      expect(namesIn(alone).length).toBeLessThanOrEqual(2);
      const [found] = alone.commands.filter((below) => below.name() === command.name());
      expect(found.helpInformation()).toBe(command.helpInformation());
    }
  }
});

test.each([['--help'], ['help', 'rank'], ['rnak'], ['toString']])(
  '%s: all commands are there, for the help and for what may have been meant',
  async (...args) => {
    expect(namesIn(await commandsFor(...args))).toEqual(Object.keys(COMMANDS));
  },
);

test('a name that is mistyped within a group is held against all of the group', async () => {
  const [bank] = (await commandsFor('bank', 'shwo')).commands;
  expect(namesIn(bank)).toContain('show');
  expect(namesIn(bank)).toContain('import');
});
