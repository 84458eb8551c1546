import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'thetarank-place-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MODEL = 'gemma-7b';
/** Every so many items of the bank are in the logs. */
const STEP = 60;

test('place: logs of several models are told apart by the results beside them and placed in one table, the one with the answers of a recorded model near it', () => {
  const { items, responses } = loadBuiltinBank('mmlu-pro');
  const known = responses.scores.subarray(responses.examinees.indexOf(MODEL) * items.length);
  const asked = items.map((_, j) => j).filter((j) => j % STEP === 0 && !Number.isNaN(known[j]));
  const logOf = (name: string | null, at: string, score: (j: number, k: number) => number) => {
    const own = join(folder, at);
    mkdirSync(own, { recursive: true });
    const date = '2024-11-02T10-11-12.345678';
    const lines = asked.map((j, k) =>
      JSON.stringify({
        doc: { question_id: Number(items[j].slice(1)) },
        metrics: ['exact_match'],
        exact_match: score(j, k),
      }),
    );
    writeFileSync(join(own, `samples_mmlu_pro_law_${date}.jsonl`), `${lines.join('\n')}\n`);
    if (name !== null)
      writeFileSync(join(own, `results_${date}.json`), JSON.stringify({ model_name: name }));
    return join(at, `samples_mmlu_pro_law_${date}.jsonl`);
  };
  const copy = logOf('maker/copy', 'c', (j) => known[j]);
  const strong = logOf('maker/strong', 's', (_, k) => Number(k % 10 < 9));
  const place = (...args: string[]) =>
    spawnSync(process.execPath, [main, 'place', ...args, '--bank', 'mmlu-pro'], {
      encoding: 'utf8',
      cwd: folder,
    });
  const { status, stdout: text } = place(copy, strong, '--out', 'out', '--report', 'placed.html');
  expect(status).toBe(0);
  expect(text.indexOf('maker/strong')).toBeLessThan(text.indexOf('maker/copy'));
  const { models, recorded } = JSON.parse(readFileSync(join(folder, 'out/result.json'), 'utf8'));
  expect(models.map(({ model }: { model: string }) => model)).toEqual([
    'maker/copy',
    'maker/strong',
  ]);
  const [{ low, high, recorded: lines = recorded }] = models;
  const { actual } = lines.find((one: { model: string }) => one.model === MODEL);
  expect(low).toBeLessThanOrEqual(actual);
  expect(high).toBeGreaterThanOrEqual(actual);
  expect(models[1].score).toBeGreaterThan(models[0].score);
  // Both models stand among the recorded ones in one table, and on the page.
  expect(text).toMatch(/^→ maker\/strong +\d+ /m);
  const page = readFileSync(join(folder, 'placed.html'), 'utf8');
  expect(page).toContain('maker/copy');
  expect(page.replaceAll(/<style[\s\S]*?<\/style>/g, '').match(/[\s(]--[a-z]/)).toBeNull();
  const unknown = place(
    copy,
    logOf(null, 'u', () => 1),
  );
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('--name');
});
