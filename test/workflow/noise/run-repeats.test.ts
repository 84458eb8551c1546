import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '../../../item-bank/items/item.ts';
import type { RunAnswer } from '../../../src/run/run-record.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { runRepeats } from '../../../src/workflow/noise/run-repeats.ts';
import { runCommandSync } from '../../command/run-command.ts';
import { single } from '../../stand-in/served.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-run-repeats-'));
const database = join(folder, 'store.db');
const AT = '2026-01-01T00:00:00.000Z';
const items = ['q1', 'q2'].map((id) => single(id, `What is ${id}?`, ['a', 'b', 'c'], 'A'));
let store: Store;

beforeAll(async () => {
  store = await openStore(database, { clock: () => new Date(0) });
  await store.addItems({ name: 'mine', title: 'x', builtin: null }, items, AT);
  const format = 'thetarank-evaluation';
  const run = {
    format,
    bank: 'mine',
    items: 2,
    models: [{ name: 'm' }, { name: 'm ~ n' }],
    judging: { judges: [{ name: 'j' }, { name: 'k' }] },
  };
  await store.append(await store.createRun(run, 'a', AT), [
    answer('m', 0, 1, 'A'),
    answer('m ~ repeat=2', 0, 0, 'B'),
    answer('m ~ temperature=0.6, repeat=3', 0, 0, null),
    answer('m ~ n ~ temperature=0.6', 0, 1, 'A'),
    // Graded by two judges in two questions each: k has not graded the second one of the first answer, nobody all of the other.
    answer('m', 1, 0, '["x"]'),
    answer('m ~ repeat=2', 1, 0, '["y"]'),
    answer('j judges m, question 1', 1, 0.5, '{}'),
    answer('j judges m, question 2', 1, 1, '{}'),
    answer('k judges m, question 1', 1, 0, '{}'),
    answer('k judges m, question 2', 1, 0, null),
    answer('j judges m ~ repeat=2, question 1', 1, 1, '{}'),
  ]);
  await store.createRun({ format: 'thetarank-run', bank: 'mine', items: 2 }, 'b', AT);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function answer(examinee: string, at: number, score: number, extracted: string | null): RunAnswer {
  const { id: item, hash: itemHash }: Item = items[at];
  return {
    ...{ examinee, place: at + 1, item, itemHash, prompt: 'cot-en-1', score, at: AT, extracted },
    ...{ output: 'x', thinking: null, rule: 'none', reason: extracted === null ? 'none' : null },
    ...{ finishReason: 'stop', tokens: { prompt: 1, completion: 1, reasoning: 0 } },
    ...{ cost: 0, latency: 1, attempts: 1, cached: false, refused: null },
  };
}

test('conditions and repeats by the names of the record; answers by judges who graded all of them', async () => {
  const found = await runRepeats(store, 1);
  const rows = Array.from(found.score, (score, k) => [
    found.models[found.model[k]],
    found.items[found.item[k]],
    found.conditions[found.condition[k]],
    score,
    found.answer![k] >= 0,
    found.repeats!.names[found.repeats!.of[k]],
  ]);
  expect(rows.map((row) => row.join(' | ')).sort()).toEqual(
    [
      'm | q1 |  | 1 | true | 1',
      'm | q1 |  | 0 | true | 2',
      'm | q1 | temperature=0.6 | 0 | false | 3',
      'm ~ n | q1 | temperature=0.6 | 1 | true | 1',
      'm | q2 |  | 0.75 | true | 1',
    ].sort(),
  );
  expect(found.withoutScore).toBe(1);
});

test('refuses runs of other kinds and unknown ones, and a file beside a run', () => {
  const refused = (...args: string[]) =>
    runCommandSync(['noise', ...args, '--database', database]).stderr;
  expect(refused('--run', '2')).toContain('--run: found run 2, ');
  expect(refused('--run', '9')).toContain('run');
  expect(refused('x.csv', '--run', '1')).toContain('give a file');
});
