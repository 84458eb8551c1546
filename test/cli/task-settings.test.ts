import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { TASK_ARGS } from '../../src/cli/live/task-args.ts';
import { addNamedCommand } from '../../src/cli/named-command.ts';

const program = new Command('thetarank');
await addNamedCommand(program, COMMANDS, []);

test.each([
  ['rank', []],
  ['evaluate', ['metric', 'pretest', 'unanswered']],
  ['stress', ['pretest', 'toolong', 'unanswered']],
  ['compare', ['pretest', 'toolong']],
  ['series', ['pretest', 'toolong']],
])('the help of %s lists the settings of -T that it takes', (name, refused) => {
  let help = '';
  const command = program.commands.find((one) => one.name() === name)!;
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const listed = new Set([...help.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, found]) => found));
  const absent = Object.keys(TASK_ARGS).filter((setting) => !listed.has(setting));
  expect(absent).toEqual(refused);
  expect(help.includes('cloze')).toBe(!absent.includes('metric'));
});
