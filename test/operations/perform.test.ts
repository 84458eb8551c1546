import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compare } from '../../src/operations/compare/compare.ts';
import { form } from '../../src/operations/form.ts';
import { order } from '../../src/operations/order/order.ts';
import { perform } from '../../src/operations/perform.ts';
import { runCommand } from '../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-perform-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ITEMS = 60;
const responses = join(folder, 'answers.csv');
writeFileSync(
  responses,
  [
    ['examinee', ...Array.from({ length: ITEMS }, (_, j) => `i${j}`)].join(),
    ...[10, 20, 30, 40, 50, 55, 45, 31].map((right, k) =>
      [
        `model${k}x`,
        ...Array.from({ length: ITEMS }, (_, j) => +((j * 37) % ITEMS < right)),
      ].join(),
    ),
  ].join('\n'),
);

test('a program gets what the command prints as JSON, and its notes', async () => {
  const notes: string[] = [];
  const result = await perform(
    compare,
    { models: ['model6x', 'model7x'], responses },
    { onNote: (text) => notes.push(text) },
  );
  const { stdout, stderr } = await runCommand([
    ...['compare', 'model6x', 'model7x', '--responses', responses, '--json'],
  ]);
  expect(JSON.parse(JSON.stringify(result))).toEqual(JSON.parse(stdout));
  for (const note of notes) expect(stderr).toContain(note);
});

test('errors name fields, mistyped ones too', async () => {
  await expect(perform(order, { responses, seed: -1 })).rejects.toThrow(/^seed: /);
  const mistyped = { responses, seeds: 2 };
  await expect(perform(order, mistyped)).rejects.toThrow(/^seeds: found no such option; /);
  await expect(perform(compare, { models: ['a', 'b'], bank: 'mine' })).rejects.toThrow(
    /unknown bank "mine"/,
  );
});

test('files that options name are written', async () => {
  const out = join(folder, 'form');
  const { items } = await perform(form, { bank: 'cruxeval-o', items: 5, out });
  expect(readFileSync(join(out, 'items.txt'), 'utf8')).toBe(`${items.join('\n')}\n`);
});
