import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { addNamedCommand } from '../../src/cli/named-command.ts';

async function helpOf(...words: string[]): Promise<Command> {
  const program = new Command('thetarank');
  await addNamedCommand(program, COMMANDS, [...words, '--help']);
  return words.reduce(
    (command, name) => command.commands.find((below) => below.name() === name) as Command,
    program,
  );
}

// In the package, which has no programs: test/e2e/package.test.ts.
test('a checkout has the research programs, each with a line', async () => {
  const research = await helpOf('research');
  expect(research.commands.map((command) => command.name())).toEqual([
    'trial',
    'paper',
    'evidence',
  ]);
  const evidence = await helpOf('research', 'evidence');
  expect(evidence.commands.map((command) => command.name())).toEqual([
    ...[
      'all',
      'ranking',
      'orders',
      'paper',
      'calibration',
      'abilities',
      'agreement',
      'humans',
      'people',
      'judges',
      'raters',
      'dif',
    ],
    ...['pretest', 'refresh', 'compare', 'flags', 'audit', 'fractions', 'graded'],
    ...['graded-tests', 'likelihoods', 'noise'],
    ...[
      'when',
      'series',
      'watch',
      'stress',
      'strange',
      'costs',
      'endpoints',
      'synthesis',
      'synthesis-record',
    ],
  ]);
  for (const command of [...research.commands, ...evidence.commands])
    expect(command.description(), command.name()).not.toBe('');
});
