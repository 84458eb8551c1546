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
/** Every so many items of the bank are in the log. */
const STEP = 60;

test('place: a log with the answers of a recorded model gives the rank of that model', {
  timeout: 180_000,
}, () => {
  const { items, responses } = loadBuiltinBank('mmlu-pro');
  const own = responses.scores.subarray(responses.examinees.indexOf(MODEL) * items.length);
  const asked = items.map((_, j) => j).filter((j) => j % STEP === 0 && !Number.isNaN(own[j]));
  const lines = asked.map((j) =>
    JSON.stringify({
      doc_id: 0,
      doc: { question_id: Number(items[j].slice(1)) },
      filter: 'custom-extract',
      metrics: ['exact_match'],
      exact_match: own[j],
    }),
  );
  const log = 'samples_mmlu_pro_law_2024-11-02T10-11-12.345678.jsonl';
  writeFileSync(join(folder, log), `${lines.join('\n')}\n`);
  const args = ['place', log, '--bank', 'mmlu-pro', '--name', 'copy', '--json', '--out', 'out'];
  const { status, stdout } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    cwd: folder,
  });
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'out/result.json'), 'utf8')).toBe(stdout);
  const { model, low, high, recorded, log: report } = JSON.parse(stdout);
  expect([model, report.accepted]).toEqual(['copy', asked.length]);
  const { actual } = recorded.find((one: { model: string }) => one.model === MODEL);
  expect(low).toBeLessThanOrEqual(actual);
  expect(high).toBeGreaterThanOrEqual(actual);
});

test('place: logs of several models are told apart by the results beside them, and placed in one table', {
  timeout: 180_000,
}, () => {
  const { items } = loadBuiltinBank('mmlu-pro');
  const logOf = (name: string | null, right: number, at: string) => {
    const own = join(folder, at);
    mkdirSync(own, { recursive: true });
    const date = '2024-11-02T10-11-12.345678';
    const lines = items
      .filter((_, j) => j % 400 === 0)
      .map((item, k) =>
        JSON.stringify({
          doc: { question_id: Number(item.slice(1)) },
          metrics: ['exact_match'],
          exact_match: k % 10 < right ? 1 : 0,
        }),
      );
    writeFileSync(join(own, `samples_mmlu_pro_law_${date}.jsonl`), `${lines.join('\n')}\n`);
    if (name !== null)
      writeFileSync(join(own, `results_${date}.json`), JSON.stringify({ model_name: name }));
    return join(at, `samples_mmlu_pro_law_${date}.jsonl`);
  };
  const [weak, strong] = [logOf('maker/weak', 3, 'w'), logOf('maker/strong', 9, 's')];
  const place = (...args: string[]) =>
    spawnSync(process.execPath, [main, 'place', ...args, '--bank', 'mmlu-pro'], {
      encoding: 'utf8',
      cwd: folder,
    });
  const text = place(weak, strong, '--out', 'several', '--report', 'placed.html').stdout;
  expect(text).toContain('2 models on mmlu-pro');
  expect(text.indexOf('maker/strong')).toBeLessThan(text.indexOf('maker/weak'));
  const { models } = JSON.parse(readFileSync(join(folder, 'several/result.json'), 'utf8'));
  expect(models.map(({ model }: { model: string }) => model)).toEqual([
    'maker/weak',
    'maker/strong',
  ]);
  expect(models[1].score).toBeGreaterThan(models[0].score);
  // Both models stand among the recorded ones in one table, and on the page.
  expect(text).toMatch(/^ *\d+ +→ maker\/strong/m);
  expect(text).toContain('Report: placed.html');
  expect(text).toMatch(/Next: .*thetarank form --bank mmlu-pro --items 62$/m);
  const page = readFileSync(join(folder, 'placed.html'), 'utf8');
  expect(page).toMatch(
    /maker\/strong has the highest score of 2 tested models.* at place \d+ of 35/,
  );
  expect(page.replaceAll(/<style[\s\S]*?<\/style>/g, '').match(/[\s(]--[a-z]/)).toBeNull();
  const unknown = place(weak, logOf(null, 5, 'u'));
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('--name');
});
