import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { runCommandSync } from '../command/run-command.ts';
import { MODELS } from '../ranking/simulated-bank.ts';
import { IS_ALL } from '../repetitions.ts';
import { writeFixtureAnswers } from './fixture-answers.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-order-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ITEMS = 60;
const answers = join(folder, 'answers.csv');
writeFixtureAnswers(answers, ITEMS);

function run(...args: string[]) {
  const { status, stdout, stderr } = runCommandSync(args, { cwd: folder });
  return { status, out: stdout, err: stderr };
}

const OWN = ['--responses', 'answers.csv'];

describe('order', () => {
  test('the files and --json say the same', () => {
    const args = ['order', ...OWN, '--confidence', '0.9', '--margin', '3', '--total-items', '500'];
    const { status, out } = run(...args, '--out', 'out', '--json');
    expect(status).toBe(0);
    const result = JSON.parse(readFileSync(join(folder, 'out/result.json'), 'utf8'));
    const { models, pairs, ordered, tied, undecided, spent, beats } = result;
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([
      ...['leaderboard.csv', 'pairs.csv', 'result.json', 'sessions.jsonl'],
    ]);
    expect(result).toMatchObject({ confidence: 0.9, margin: 3, budget: 500 });
    expect(result.risk).toBeLessThanOrEqual(0.1);
    expect(spent).toBeLessThanOrEqual(500);
    expect(models.reduce((sum: number, m: { items: number }) => sum + m.items, 0)).toBe(spent);
    expect(pairs).toHaveLength((MODELS.length * (MODELS.length - 1)) / 2);
    expect(ordered + tied + undecided).toBe(pairs.length);
    expect(ordered).toBeGreaterThan(20);
    // Who beats whom, both ways round.
    for (let i = 0; i < models.length; i++)
      for (let k = 0; k < models.length; k++) expect(beats[i][k] + beats[k][i]).toBeCloseTo(1, 9);
    const table = (file: string) =>
      parse(readFileSync(join(folder, 'out', file), 'utf8'), { columns: true }) as Record<
        string,
        string
      >[];
    expect(table('leaderboard.csv').map(({ model }) => model)).toEqual(
      models.map(({ model }: { model: string }) => model),
    );
    expect(table('pairs.csv')).toHaveLength(pairs.length);
    expect(result.verified).toBe(false);
    for (const row of table('leaderboard.csv')) {
      const model = models.find(({ model }: { model: string }) => model === row.model);
      expect(row.alarm).toBe(model.alarm ?? '');
      expect(row.answered).toBe('1');
      const groups = result.tiedGroups.flatMap((group: string[], k: number) =>
        group.includes(row.model) ? [String(k + 1)] : [],
      );
      expect(row.tiedGroup).toBe(groups.join(', '));
    }
    const sessions = readFileSync(join(folder, 'out/sessions.jsonl'), 'utf8').trim().split('\n');
    expect(sessions.map((line) => JSON.parse(line).items.length)).toEqual(
      models.map(({ items }: { items: number }) => items),
    );
    expect(JSON.parse(out)).toEqual(result);
  });

  test('of the models that are named, --target expected tells fewer pairs apart, some of them never on this bank', () => {
    const named = ['alpha-2', 'beta-1', 'eta', 'zeta-1'];
    const args = ['order', ...OWN, '--confidence', '0.95', '--models', named.join()];
    const whole = [...args, '--margin', '0.1', '--total-items', String(4 * ITEMS)];
    run(...whole, '--target', 'expected', '--out', 'expected');
    const result = JSON.parse(readFileSync(join(folder, 'expected/result.json'), 'utf8'));
    const all = JSON.parse(run(...whole, '--json').out);
    expect([result.target, all.target]).toEqual(['expected', 'recorded']);
    expect(all.models.map(({ model }: { model: string }) => model).sort()).toEqual(named);
    expect(result.ordered).toBeLessThan(all.ordered);
    expect(all.ordered).toBe(6);
    const closed = result.pairs.filter(({ isDecidable }: { isDecidable: boolean }) => !isDecidable);
    expect(closed.length).toBeGreaterThan(0);
    // Of answers that are all given, McNemar's normal form has nearly this standard error.
    for (const { seAtEnd, se, verdict } of result.pairs) {
      expect(seAtEnd).toBeGreaterThan(2);
      expect(se).toBeGreaterThanOrEqual(seAtEnd);
      expect(seAtEnd).toBeLessThan((100 * Math.sqrt(0.5)) / Math.sqrt(ITEMS));
      expect(['above', 'below', 'tied', 'undecided']).toContain(verdict);
    }
    const csv = readFileSync(join(folder, 'expected/pairs.csv'), 'utf8');
    expect(csv.split('\n')[0]).toMatch(/seAtEnd,isDecidable.*,target$/);
    const board = readFileSync(join(folder, 'expected/leaderboard.csv'), 'utf8');
    expect(board.split('\n')[1]).toMatch(/,expected$/);
  });

  const refused: [string, string[], string][] = [
    ['--strategy', ['--strategy', 'robust'], "unknown option '--strategy'"],
    ['--by-tag', ['--by-tag'], "unknown option '--by-tag'"],
    ['--confidence 1', ['--confidence', '1'], 'at least 0.5 and below 1'],
    ['one model', ['--models', 'eta'], 'an order of models needs'],
    ['less than one item per model', ['--total-items', '5'], 'at least 13'],
    ['an input as output', ['--out', 'answers.csv'], 'answers.csv'],
  ];
  test.each(refused)('%s: one line, exit code 2, nothing written', (_, args, message) => {
    const { status, out, err } = run('order', ...OWN, ...args);
    expect(err.slice(err.indexOf('error: '))).toContain(message);
    expect(out).toBe('');
    expect(status).toBe(2);
    expect(existsSync(join(folder, 'leaderboard.csv'))).toBe(false);
  });
});

describe('simulate ordering', () => {
  test('--json holds both allocations at every budget, the same twice', () => {
    const args = ['simulate', 'ordering', ...OWN, '--seeds', '2', '--total-items', '200,400'];
    const { status, out } = run(...args, '--margin', '3', '--json', '--out', 'study.json');
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'study.json'), 'utf8')).toBe(out);
    const { results, pairs } = JSON.parse(out);
    expect(
      results.map((r: { budget: number; allocation: string }) => [r.budget, r.allocation]),
    ).toEqual([
      ...[
        [200, 'adaptive'],
        [200, 'equal'],
        [400, 'adaptive'],
        [400, 'equal'],
      ],
    ]);
    for (const r of results) {
      expect(r.spent.mean).toBeLessThanOrEqual(r.budget);
      expect(r.ordered.mean + r.tied.mean + r.undecided.mean).toBeCloseTo(1, 9);
      expect(r.falselyOrdered.declared).toBe(Math.round(2 * pairs * r.ordered.mean));
      expect(r.saving === null).toBe(r.allocation === 'equal');
    }
  });

  test.runIf(IS_ALL)('without budgets until all is decided', () => {
    const { status, out } = run(
      ...['simulate', 'ordering', ...OWN, '--seeds', '1', '--margin', '3', '--json'],
    );
    expect(status).toBe(0);
    const { results } = JSON.parse(out);
    for (const { budget, undecided } of results)
      expect([budget, undecided.mean]).toEqual([null, 0]);
  });
});
