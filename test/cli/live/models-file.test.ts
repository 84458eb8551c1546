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
  writeFileSync(file, JSON.stringify(content));
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
    ', [1]: found the unknown key "temprature"; accepted: the keys in docs/endpoints.md; did you mean sampling.temperature?',
  ],
  [[{ ...model, retires: 2 }], ', [0]: found the unknown key "retires"'],
  [[{ ...model, retires: 2 }], 'did you mean retries?'],
  [[{ ...model, retries: 'two' }], ', [0].retries: found a text; accepted: a number'],
  [[{ name: 'a', model: 'a' }], ', [0].baseUrl: found nothing; accepted: a text'],
  [[{ ...model, baseUrl: 'ftp://host' }], ', [0], baseUrl: found'],
  [{ models: [] }, ': found a value that is not a JSON list'],
])('a file of models: %j', (content, words) => {
  const message = errorOf(content);
  expect(message).toContain(`models.json${words.startsWith('did') ? '' : words}`);
  expect(message).toContain(words);
});

test('each misspelt key is told what it may have meant, and text that is not JSON where it ends', () => {
  expect(errorOf([{ ...model, temprature: 0, retires: 1 }])).toContain(
    'did you mean sampling.temperature or retries?',
  );
  writeFileSync(file, '[\n  {"name": "a",}\n]');
  expect(() => readModels({ modelsFile: file, concurrency: 4 } as never)).toThrow(
    'models.json: found text that is not JSON (line 2, column 16)',
  );
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
