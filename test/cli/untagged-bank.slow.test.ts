import { expect, test } from 'vitest';
import { runCommandSync } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';

// Without it commands would read the database of whoever runs the tests.
const env = { THETARANK_HOME: temporaryFolder() };
const run = (...args: string[]) => runCommandSync(args, { env });

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

test('form gives ids, spread over difficulty', () => {
  const { status, stdout, stderr } = run('form', ...BANK, '--items', '12');
  expect(stderr).toMatch(/12 of 800 .*difficulty, seed 1/);
  const ids = stdout.trim().split('\n');
  expect(new Set(ids).size).toBe(12);
  expect(ids.every((id) => /^crux-test-#\d+$/.test(id))).toBe(true);
  expect(status).toBe(0);
});

test('form takes 243 items of a bank that has twice as many', () => {
  const { stdout } = run('form', '--bank', 'swebench-verified', '--format', 'ids');
  expect(stdout.trim().split('\n')).toHaveLength(243);
});

test('its answers are audited', () => {
  const { status, stdout } = run('bank', 'audit', 'cruxeval-o', '--json');
  expect(status).toBe(0);
  const found = JSON.parse(stdout);
  expect(found).toMatchObject({ items: 800, withoutText: 800, models: 51, letters: 0 });
  expect(found.suspects.length).toBeGreaterThan(0);
});
