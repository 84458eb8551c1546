import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readModels } from '../../../src/cli/live/live-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-models-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'models.json');
const model = { name: 'a', baseUrl: 'http://localhost:1/v1', model: 'a' };
const SECRET = 'sk-do-not-show-me';

/** The error of a file of models. */
function errorOf(content: unknown): string {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  try {
    readModels({ modelsFile: file, concurrency: 4 } as Parameters<typeof readModels>[0]);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
}

test.each([
  [
    [model, { ...model, name: 'b', temprature: 0 }],
    /, \[1\]: .*"temprature"; .* sampling\.temperature\?/,
  ],
  [[{ ...model, retires: 2 }], /, \[0\]: .*"retires"; .* retries\?/],
  [[{ ...model, retries: 'two' }], /, \[0\]\.retries: .* a number/],
  [[{ name: 'a', model: 'a' }], /, \[0\]\.baseUrl: found nothing/],
  [[{ ...model, baseUrl: 'ftp://host' }], /, \[0\], baseUrl: found/],
  [{ models: [] }, /models\.json: .*not a JSON list/],
  ['[\n  {"name": "a",}\n]', /models\.json: .*\(line 2, column 16\)/],
])('a file of models: %j', (content, words) => {
  expect(errorOf(content)).toMatch(words);
});

test('each misspelt key is told what it may have meant', () => {
  expect(errorOf([{ ...model, temprature: 0, retires: 1 }])).toMatch(/\.temperature or retries\?/);
});

test('a key in the wrong place is not shown', () => {
  for (const content of [[{ ...model, retries: SECRET }], [{ ...model, keyVariable: SECRET }]]) {
    const message = errorOf(content);
    expect(message).toContain('models.json, [0]');
    expect(message).not.toContain(SECRET);
  }
});

test('the example of docs/endpoints.md is read as it says', () => {
  const page = readFileSync(
    fileURLToPath(new URL('../../../docs/endpoints.md', import.meta.url)),
    'utf8',
  );
  const example = /^```json models\.json\n([\s\S]*?)^```$/m.exec(page)![1];
  writeFileSync(file, example);
  const { models } = readModels({
    ...{ modelsFile: file, concurrency: 4, modelArg: { timeout: 60 } },
  } as unknown as Parameters<typeof readModels>[0]);
  const written = JSON.parse(example);
  expect(models).toHaveLength(2);
  for (const [m, own] of models.entries()) {
    expect(own).toMatchObject(written[m]);
    // What the option says holds where the model says nothing.
    expect(own.timeoutSeconds).toBe(60);
  }
});

test('without any model the option that names one is said', () => {
  const none = { concurrency: 4 } as Parameters<typeof readModels>[0];
  expect(() => readModels(none)).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_CONFLICT',
      details: expect.objectContaining({ options: '--model' }),
    }),
  );
});
