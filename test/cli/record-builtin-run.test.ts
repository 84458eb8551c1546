import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import type { Item } from '../../item-bank/items/item.ts';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import type { RunAnswer } from '../../src/run/run-record.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { runCommandSync } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { sampleItem } from '../item-bank/items/sample-items.ts';

/** A finished run of two items of a built-in bank; its text is made up. */
const { items: ids, responses } = loadBuiltinBank('cruxeval-o');
const folder = temporaryFolder();
const database = join(folder, 'store.db');
const AT = new Date(0).toISOString();
const items = ids.slice(0, 2).map((id) => sampleItem('open', { id, stem: `Name ${id}.` }));
let store: Store;

beforeAll(async () => {
  store = await openStore(database, { clock: () => new Date(0) });
  await store.addItems({ name: 'cruxeval-o', title: 'x', builtin: 'cruxeval-o' }, items, AT);
  const run = { bank: 'cruxeval-o', strategy: 'robust', items: 2 };
  for (const format of ['thetarank-run', 'thetarank-synthesis', 'thetarank-run']) {
    const id = await store.createRun({ ...run, format }, `${format}`, AT);
    await store.append(id, [answer(items[0], 1, 1), answer(items[1], 2, 0)]);
    if (id < 3) await store.finishRun(id, {}, AT);
  }
});
afterAll(() => store.close());

function answer({ id: item, hash: itemHash }: Item, place: number, score: number): RunAnswer {
  return {
    ...{ examinee: 'mine', place, item, itemHash, prompt: 'cot-en-1', score, at: AT },
    ...{ output: 'x', thinking: null, extracted: 'x', rule: 'none', reason: null },
    ...{ finishReason: 'stop', tokens: { prompt: 1, completion: 1, reasoning: 0 } },
    ...{ cost: 0, latency: 1, attempts: 1, cached: false, refused: null },
  };
}

const OUT = join(folder, 'answers.csv');
const bank = (...args: string[]) => runCommandSync(['bank', ...args, '--database', database]);

test('a built-in bank does not change; the message has the commands to use instead, and those write what rank reads', () => {
  const instead = ['export', 'cruxeval-o', '--recorded-answers', '--run', '1', '--partial'];
  const reason = expect.stringContaining(`thetarank bank ${instead.join(' ')} --out `);
  const error = { code: 'RUN_NOT_RECORDED', details: { run: 1, reason } };
  expect(bank('record', '--run', '1', '--partial')).toMatchObject({ status: 2, error });
  const written = bank(...instead, '--out', OUT);
  expect(written.status).toBe(0);
  expect(written.stderr).toMatch(/ cot-en-1\. 798 .* robust /);
  const { matrix, families } = readResponses(OUT);
  expect(matrix.items).toEqual(responses.items);
  expect(matrix.examinees).toEqual([...responses.examinees, 'mine']);
  expect([...matrix.scores.subarray(0, responses.scores.length)]).toEqual([...responses.scores]);
  const own = matrix.scores.subarray(responses.scores.length);
  expect([own[0], own[1], own[2], own.length]).toEqual([1, 0, Number.NaN, 800]);
  expect(families?.at(-1)).toBe('mine');
});

test.each([
  [['export', 'cruxeval-o', '--recorded-answers', '--run', '1'], /--items 800 --strategy random/],
  [['export', 'cruxeval-o', '--recorded-answers', '--run', '2'], /synthesized participants/],
  [['export', 'cruxeval-o', '--recorded-answers', '--run', '3'], /not finished.*--resume/],
  [['export', 'cruxeval-o', '--run', '1'], /--run: only works with --recorded-answers/],
  [['export', 'cruxeval-o', '--recorded-answers', '--partial'], /--partial: only works with --run/],
  [['record', '--run', '9'], /unknown run "9"/],
  [['record', OUT, '--run', '1'], /files, --run: use only one of them/],
  [['record'], /files, --run: add one of them/],
  [['record', OUT], /--to: found nothing; accepted: the bank/],
])('bank %j is refused with one line', (args, message) => {
  const { status, stderr } = bank(...args);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
