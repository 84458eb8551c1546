import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { addOperation } from '../../../../src/cli/operations/add-operation.ts';
import { testLength } from '../../../../src/operations/simulate/test-length/test-length.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';
import { runCommandSync } from '../../../command/run-command.ts';
import { temporaryFolder } from '../../../files/temporary.ts';

const main = fileURLToPath(new URL('../../../../src/cli/main.ts', import.meta.url));
const folder = temporaryFolder();
const words = (...args: string[]) => ['simulate', 'test-length', ...args];
/** As a user runs it. */
const run = (...args: string[]) => {
  const result = runCommandSync(words(...args), { cwd: folder });
  return { code: result.status, out: result.stdout, err: result.stderr };
};
/** The same in this process, which saves starting one: what it prints. */
async function printed(...args: string[]): Promise<string> {
  const command = new Command().exitOverride();
  addOperation(command, testLength);
  let out = '';
  vi.spyOn(console, 'log').mockImplementation((line) => {
    out += `${line}\n`;
  });
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    out += part;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await command.parseAsync(['test-length', '--workers', '1', ...args], { from: 'user' });
  } finally {
    vi.restoreAllMocks();
  }
  return out;
}
const text = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const kept = (out: string) =>
  existsSync(join(folder, out, 'blocks')) ? readdirSync(join(folder, out, 'blocks')).length : 0;

const bank = join(folder, 'bank.csv');
const answers = join(folder, 'answers.csv');
const study = [
  ...['--parameters', bank, '--goal', 'se<=0.4', '--goal', 'kendall>=0.75'],
  ...['--examinees', '12', '--seed', '3'],
];
const STUDY = [...study, '--max-replications', '60'];

beforeAll(() => {
  const random = randomStream(1, 'bank');
  const items = Array.from(
    { length: 120 },
    (_, j) => `q${j},${Math.exp(0.3 * randomNormal(random))},${randomNormal(random)},0.1`,
  );
  writeFileSync(bank, `item,a,b,c\n${items.join('\n')}\n`);
  const names = Array.from({ length: 40 }, (_, j) => `q${j}`);
  const rows = Array.from({ length: 12 }, (_, i) => {
    const of = randomStream(2, i);
    const right = names.map((_, j) =>
      Number(of() < 1 / (1 + Math.exp((j - 20) / 8 - (i - 6) / 2))),
    );
    return `m${i},f${i % 6},${right.join(',')}`;
  });
  writeFileSync(answers, `examinee,family,${names.join(',')}\n${rows.join('\n')}\n`);
});

describe('simulate test-length', () => {
  test('killed and resumed on other workers it ends as if it had not been', async () => {
    const whole = await printed(...STUDY, '--out', join(folder, 'whole'));
    const child = spawn(
      process.execPath,
      [main, ...words(...STUDY, '--out', 'killed', '--workers', '2')],
      { cwd: folder, stdio: 'ignore' },
    );
    const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
    while (kept('killed') < 12 && child.exitCode === null) await wait(5);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect(existsSync(join(folder, 'killed', 'result.json'))).toBe(false);
    const resumed = run(...STUDY, '--out', 'killed', '--resume', '--workers', '2');
    expect(resumed.code).toBe(0);
    for (const name of ['result.json', 'digest.json', 'curve.csv', 'curve.svg', 'report.html'])
      expect(text('killed', name), name).toBe(text('whole', name));

    const result = JSON.parse(text('whole', 'result.json'));
    expect(result.target).toEqual(['se<=0.4', 'kendall>=0.75']);
    expect(result.length).toBeGreaterThanOrEqual(result.interval.low);
    expect(result.length).toBeLessThanOrEqual(result.interval.high);
    expect(result.curve[0]).toMatchObject({ length: 1, verdict: 'misses' });
    for (const shown of [whole, text('whole', 'report.html')])
      expect(shown).toContain(`Take ${result.interval.high} items: `);
    expect(whole).toContain('--calibrated-on 500 --out length-calibrated');
    const [head] = text('whole', 'curve.csv').split('\n', 1);
    expect(head.split(',').slice(2, 6)).toEqual(['se', 'se_se', 'kendall', 'se_kendall']);
    // A chart that a phone shows whole, for each target.
    expect(text('whole', 'report.html').match(/<figure>/g)).toHaveLength(2);
  });
});
