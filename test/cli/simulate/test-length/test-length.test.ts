import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { addOperation } from '../../../../src/cli/operations/add-operation.ts';
import { testLength } from '../../../../src/operations/simulate/test-length/test-length.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';
import { temporaryFolder } from '../../../files/temporary.ts';

const folder = temporaryFolder();
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

const bank = join(folder, 'bank.csv');
const answers = join(folder, 'answers.csv');
const study = [
  ...['--parameters', bank, '--goal', 'se<=0.4', '--goal', 'kendall>=0.75'],
  ...['--examinees', '8', '--seed', '3'],
];
const STUDY = [...study, '--max-replications', '60'];

beforeAll(() => {
  const random = randomStream(1, 'bank');
  const items = Array.from(
    { length: 60 },
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
  test('more replications go on from those that are kept; another study does not', async () => {
    const short = [...study, '--max-items', '20'];
    const few = [...short, '--max-replications', '11', '--out', join(folder, 'few')];
    await printed(...few);
    const first = text('few', 'blocks', '000001.json');
    const more = [...short, '--max-replications', '15'];
    const out = await printed(...more, '--out', join(folder, 'few'), '--resume', '--json');
    expect(out).toBe(await printed(...more, '--json'));
    expect(text('few', 'blocks', '000001.json')).toBe(first);
    // Another tolerance asks for other lengths: what was kept for these does not stand for them.
    const coarse = [...short, '--max-replications', '11', '--tolerance', '20', '--json'];
    expect(await printed(...coarse, '--out', join(folder, 'few'), '--resume')).toBe(
      await printed(...coarse),
    );
    await expect(printed(...few, '--estimator', 'eap', '--resume')).rejects.toThrow(' of a study ');
    await expect(printed(...few)).rejects.toThrow('--resume');
    writeFileSync(join(folder, 'few', 'blocks', '000002.json'), '{');
    await expect(printed(...few, '--resume')).rejects.toThrow('000002.json');
  });

  test('of recorded answers: an interval over models too, and the next step is a ranking', async () => {
    const out = await printed(
      ...['--responses', answers, '--goal', 'mae<=8', '--recorded', '--folds', '3'],
      ...['--max-replications', '3', '--plot', join(folder, 'curve.svg')],
    );
    expect(out).toContain('For other families');
    expect(out).toContain('12 recorded models');
    expect(out).toContain(' rank --responses');
    expect(out).not.toContain('SIMULATED');
    expect(text('curve.svg')).toContain('<svg');
  });

  test('the answers of a file give the abilities, and the way to the same of real answers', async () => {
    const out = await printed(
      ...['--responses', answers, '--goal', 'pairs>=0.8', '--max-replications', '5'],
    );
    expect(out).toMatch(/12, .*recorded models/);
    expect(out).toContain("'pairs>=0.8' --recorded --strategy");
  });

  test('--dry-run gives the expected work, and keeps nothing', async () => {
    const dry = [...STUDY, '--dry-run', '--out', join(folder, 'dry')];
    await printed(...dry);
    expect(existsSync(join(folder, 'dry'))).toBe(false);
    const plan = JSON.parse(await printed(...dry, '--json'));
    expect(plan).toMatchObject({ longest: 60, replications: { first: 10, most: 60 } });
    expect(plan.seconds).toBeGreaterThan(0);
    await expect(printed(...dry, '--goal', 'se<=nought')).rejects.toThrow('--goal');
  });

  test.each([
    [['--goal', 'kendal>=0.9'], 'found measure "kendal"; accepted: kendall, '],
    [['--goal', 'kendall>=0.9', '--examinees', '1'], 'an order (kendall) needs at least 2'],
    [['--goal', 'se<=1', '--max-items', '500'], 'bank.csv has 60'],
    [['--goal', 'se<=1', '--resume'], '--resume, --out: '],
    [['--goal', 'se<=1', '--recorded'], '--recorded, --parameters'],
    [['--goal', 'se<=1', '--abilities', 'models'], 'there are no recorded models'],
    [['--goal', 'se<=1', '--selector', 'maximum'], 'unknown selector "maximum"'],
    [['--goal', 'se<=1', '--calibrated-on', '500000'], 'at most 333333 with this bank'],
  ])('%j is refused', async (args, message) => {
    await expect(printed('--parameters', bank, ...args)).rejects.toThrow(message);
  });
});
