import { expect, test } from 'vitest';
import { runCommandSync } from '../command/run-command.ts';

const run = (...args: string[]) => runCommandSync(args);

/** Of the built-in banks, cruxeval-o has neither tags nor a map to a harness. */
const BANK = ['--bank', 'cruxeval-o'];

test('rank tests its models, families left out as the bank names them', () => {
  const { status, stdout } = run(
    ...['rank', ...BANK, '--strategy', 'paper', '--items', '30', '--json'],
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    bank: 'cruxeval-o',
    families: { count: 12, source: 'given' },
  });
});

test('simulate post-hoc tries strategies on it', () => {
  const { status, stdout } = run(
    ...['simulate', 'post-hoc', ...BANK, '--seeds', '1', '--lengths', '30'],
    ...['--strategies', 'random,random-stratified', '--json'],
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ examinees: 51, items: 800, fullScore: 'items' });
});
