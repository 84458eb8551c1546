import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { addNamedCommand } from '../../src/cli/named-command.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

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
  '--model': ['<name>', '<name@url>'],
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

/** A call as it was once written, and what its error says to write. */
const RENAMED: [string, string][] = [
  ['rank --confidence 0.95', 'thetarank order --bank mmlu-pro --confidence 0.95'],
  [
    'rank --bank cruxeval-o --items 9 --confidence=0.95 --seed 2',
    'thetarank order --bank cruxeval-o --confidence 0.95 --seed 2',
  ],
  ['rank --bank cruxeval-o -T shots=5 --margin 2', 'thetarank order --bank cruxeval-o --margin 2'],
  ['rank --answers a.jsonl', 'thetarank place a.jsonl --bank mmlu-pro'],
  [
    'rank --bank mmlu-pro --answers a.jsonl b.jsonl --name mine --json',
    'thetarank place a.jsonl b.jsonl --bank mmlu-pro --name mine --json',
  ],
  ['rank --bank mmlu-pro --length 100', '--items 100'],
  ['rank --bank mmlu-pro --temperature=0.6', '-M temperature=0.6'],
  ['rank --bank mmlu-pro --shots 5', '-T shots=5'],
  ['order --bank mmlu-pro --budget 25000', '--total-items 25000'],
  ['simulate ordering --bank mmlu-pro --budgets 300,600', '--total-items 300,600'],
  ['simulate test-length --bank mmlu-pro --target se<=1', '--goal "se<=1"'],
  ['calibrate fit --responses x.csv --model 2pl', '--irt-model 2pl'],
  ['calibrate fit --responses x.csv --mode marginal', '--method marginal'],
  ['calibrate fit --responses x.csv --items i.csv', '--items-file i.csv'],
  ['stand-in --models any', '--letter-models any'],
  ['grade x.jsonl --partial', '--partial-credit'],
  ['bank attach x.csv --to mmlu-pro --partial', '--only-matching'],
  ['bank export mine --responses', '--recorded-answers'],
];
test.each(RENAMED)('%s: refused with the new spelling', async (line, use) => {
  const adding = addNamedCommand(new Command('thetarank'), COMMANDS, line.split(' '));
  await expect(adding).rejects.toMatchObject({
    code: 'OPTION_RENAMED',
    exitCode: 2,
    message: expect.stringMatching(/^--[a-z-]+: not an option of this command\. Use /),
  });
  await expect(adding).rejects.toThrow(`Use ${use}.`);
});

test.each([
  ['simulate paper --out x', 'research paper'],
  ['calibrate trial --bank x', 'research trial'],
])('%s: refused with the new command', async (line, use) => {
  const adding = addNamedCommand(new Command('thetarank'), COMMANDS, line.split(' '));
  const [group, name] = line.split(' ');
  await expect(adding).rejects.toMatchObject({
    code: 'COMMAND_RENAMED',
    exitCode: 2,
    message: `thetarank ${group} ${name}: there is no such command. Use thetarank ${use}.`,
  });
});

test('an old spelling: one line, exit code 2', () => {
  const args = ['rank', '--bank', 'mmlu-pro', '--confidence', '0.95'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    'error: --confidence: not an option of this command. Use thetarank order --bank mmlu-pro --confidence 0.95.\n',
  );
  expect([status, stdout]).toEqual([2, '']);
});

test('the value of another option is no old spelling after --', () => {
  const run = spawnSync(process.execPath, [main, 'grade', '--', '--partial'], { encoding: 'utf8' });
  expect(run.stderr).toContain('--partial: no such file');
});
