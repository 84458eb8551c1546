import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  batchFolder,
  removeUnfinished,
} from '../../../src/workflow/synthesis/batch/batch-folder.ts';
import { fileNames, RequestFiles } from '../../../src/workflow/synthesis/batch/request-files.ts';
import { temporaryFolder } from '../../files/temporary.ts';

const line = (k: number) => `${JSON.stringify({ custom_id: `${k}`, text: '问'.repeat(k) })}\n`;
const jsonl = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();

describe('files of requests', () => {
  test('have one model and stage, and no more than the limits; together they are all, in order', () => {
    const folder = temporaryFolder();
    const limits = { requests: 4, bytes: 200 };
    const files = new RequestFiles(folder, 7, ['x', 'y'], limits);
    for (let k = 0; k < 30; k++)
      files.add(k % 3 === 0 ? 'y' : 'x', k % 2 ? 'debate' : 'reflect', line(k));
    expect(jsonl(folder)).toEqual([]);
    const written = files.finish();
    expect(written.map(({ path }) => path.slice(folder.length + 1))).toEqual(jsonl(folder));
    const read = new Map<string, string>();
    for (const { path, requests, bytes, model, stage } of written) {
      const text = readFileSync(path, 'utf8');
      expect(Buffer.byteLength(text)).toBe(bytes);
      expect(text.split('\n')).toHaveLength(requests + 1);
      expect(requests).toBeLessThanOrEqual(limits.requests);
      expect(bytes).toBeLessThanOrEqual(limits.bytes);
      expect(path).toMatch(new RegExp(`007-${stage}\\.${model}\\.\\d+\\.jsonl$`));
      read.set(`${model} ${stage}`, (read.get(`${model} ${stage}`) ?? '') + text);
    }
    const of = (rest: number) =>
      Array.from({ length: 30 }, (_, k) => k)
        .filter((k) => k % 6 === rest)
        .map(line)
        .join('');
    expect(read.get('y reflect')).toBe(of(0));
    expect(read.get('y debate')).toBe(of(3));
    expect(batchFolder(folder).next).toBe(8);
  });

  test('that are not finished leave nothing', () => {
    const folder = temporaryFolder();
    const files = new RequestFiles(folder, 1, ['x'], { requests: 2, bytes: 1e6 });
    for (let k = 0; k < 5; k++) files.add('x', 'generate', line(k));
    files.discard();
    expect(readdirSync(folder)).toEqual([]);
    const killed = new RequestFiles(folder, 1, ['x']);
    killed.add('x', 'generate', line(1));
    expect(batchFolder(folder)).toMatchObject({ requests: [], results: [], others: [], next: 1 });
    removeUnfinished(folder);
    expect(readdirSync(folder)).toEqual(['results']);
    expect(existsSync(folder)).toBe(true);
  });
});

test('models have unique file names, for any model names', () => {
  const names = [
    ...fileNames(['Qwen/Qwen3-8B', 'qwen', 'QWEN', 'a/b', 'a b', '通义', '..']).values(),
  ];
  expect(names[0]).toBe('Qwen_Qwen3-8B');
  expect(names[5]).toBe('通义');
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[\p{L}\p{N}_-]+$/u);
});
