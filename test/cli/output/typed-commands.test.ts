import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { COMMAND_NAMES } from '../../../src/command-names.ts';
import { typedCommands } from '../../../src/report/typed-commands.ts';

const NPX = { npm_command: 'exec' };

test('started by npm, commands are those of npx; otherwise they stay', () => {
  const text = 'Next: thetarank rank --bank x; thetarank stand-in, or (thetarank bank list)';
  expect(typedCommands(text, {})).toBe(text);
  expect(typedCommands(text, { npm_command: 'run-script' })).toBe(
    'Next: npx thetarank rank --bank x; npx thetarank stand-in, or (npx thetarank bank list)',
  );
});

test.each([
  'npx thetarank rank',
  'thetarank 1.2.3: ranks models',
  'written by a newer thetarank (schema 3)',
  "bank import items.jsonl --source 'thetarank trial'",
  '/home/ada/thetarank rank',
  'thetarank ranking',
])('no command that would have to be typed otherwise: %s', (text) => {
  expect(typedCommands(text, NPX)).toBe(text);
});

test('the names are those of all commands, in their order', () => {
  expect(Object.keys(COMMANDS)).toEqual(COMMAND_NAMES);
});
