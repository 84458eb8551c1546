import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { addNamedCommand } from '../../src/cli/named-command.ts';
import { TASK_ARGS } from '../../src/operations/asking/task-args.ts';
import { kebab } from '../../src/operations/options.ts';

const program = new Command('thetarank');
await addNamedCommand(program, COMMANDS, []);

test.each([
  ['rank', []],
  ['evaluate', ['metric', 'pretest', 'unanswered']],
  ['stress', ['pretest', 'unanswered']],
  ['compare', ['pretest']],
  ['series', ['pretest']],
])('the help of %s lists the settings of -T that it takes', (name, refused) => {
  let help = '';
  const command = program.commands.find((one) => one.name() === name)!;
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const listed = new Set([...help.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, found]) => found));
  const settings = Object.keys(TASK_ARGS.shape).map(kebab);
  const absent = settings.filter((setting) => !listed.has(setting));
  expect(absent).toEqual(refused);
  expect(help.includes('cloze')).toBe(!absent.includes('metric'));
});
