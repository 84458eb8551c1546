import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { runCommandSync } from '../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-order-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = runCommandSync(args, { cwd: folder });
  return { status, out: stdout, err: stderr };
}

test('models and items of cruxeval-o: an order in which hardly a pair is false', () => {
  const { responses, families } = loadBuiltinBank('cruxeval-o');
  const width = responses.items.length;
  const items = responses.items.filter((_, j) => j % 2 === 0);
  const lines = responses.examinees.flatMap((name, i) => {
    if (i % 3 !== 0) return [];
    const row = responses.scores.subarray(i * width, (i + 1) * width).filter((_, j) => j % 2 === 0);
    return [[name, families![i], ...row].join(',')];
  });
  writeFileSync(
    join(folder, 'crux.csv'),
    [['examinee', 'family', ...items].join(','), ...lines, ''].join('\n'),
  );
  const { status, out } = run(
    ...['order', '--responses', 'crux.csv', '--confidence', '0.95', '--out', 'crux'],
  );
  expect(status).toBe(0);
  const result = JSON.parse(readFileSync(join(folder, 'crux/result.json'), 'utf8'));
  // Marks behind scores, and below the table what they mean.
  const { models } = result as { models: { model: string; alarm: string | null }[] };
  const alarmed = models.filter(({ alarm }) => alarm !== null);
  expect(out.match(/ \d+\.\d [!~^] ± /g) ?? []).toHaveLength(alarmed.length);
  expect(out).toContain('unverified');
  expect(result).toMatchObject({ bankItems: 400, spent: 17 * 200 });
  expect(result.ordered).toBeGreaterThan(0.6 * result.pairs.length);
  expect(result.falselyOrdered + result.falselyTied).toBeLessThanOrEqual(1);
});
