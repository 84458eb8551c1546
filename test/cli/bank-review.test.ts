import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { runCommandSync } from '../command/run-command.ts';
import { temporaryFiles, temporaryFolder } from '../files/temporary.ts';
import { AT, answerOf, BANK, clock, itemOf, itemsOf } from '../store/store-case.ts';

const file = temporaryFiles();
const folder = temporaryFolder();
let database = '';
let databases = 0;

async function inStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(database, { clock });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Item k has the key ABCD[k % 4]. The letters of c are not known. */
const RECORDED = {
  examinees: ['a', 'b', 'c'],
  items: ['item-0', 'item-1', 'item-2', 'item-3'],
  scores: Float32Array.of(1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0),
};
const LETTERS = [
  ['A', 'B', 'C', 'A'],
  ['A', 'D', 'C', 'B'],
  [undefined, undefined, undefined, undefined],
];

beforeEach(async () => {
  database = join(folder, `${databases++}.db`);
  await inStore(async (store) => {
    await store.addItems(BANK, itemsOf(0, 4), AT);
    await store.putResponses('exam', RECORDED, null, AT, { letters: LETTERS });
    await store.putAudit('exam', {
      bankVersion: 1,
      options: {},
      at: AT,
      suspects: [
        {
          item: 'item-1',
          probability: 0.91,
          reasons: [{ kind: 'wrong-key', strength: 2, text: 'Strong models say D.' }],
          suggestedKey: ['D'],
        },
        { item: 'item-3', probability: 0.4, reasons: [], suggestedKey: null },
      ],
    });
    const configuration = { format: 'thetarank-run', bank: 'exam', strategy: 'random' };
    const run = await store.createRun(configuration, 'hash', AT);
    const hash = (k: number) => ({ item: `item-${k}`, itemHash: itemOf(k).hash });
    await store.append(run, [
      answerOf('x', 1, { ...hash(1), extracted: 'D', score: 0 }),
      answerOf('x', 2, { ...hash(3), extracted: 'D', score: 1 }),
      answerOf('x', 3, { ...hash(0), extracted: 'A', score: 1 }),
      answerOf('y', 1, { ...hash(1), extracted: null, score: 0 }),
    ]);
    await store.finishRun(run, {}, AT);
  });
});

function review(...args: string[]) {
  return runCommandSync(['bank', 'review', ...args], { env: { THETARANK_DATABASE: database } });
}
const json = (...args: string[]) => {
  const { status, stdout, stderr } = review(...args, '--json');
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

const REVIEW = file(
  [
    'item,probability,reasons,suggested_key,decision,key,note',
    'item-1,0.91,wrong key,D,correct,d,"the book, page 7"',
    'item-3,0.4,,,retire,,',
    'item-0,0.1,,,,,',
    '',
  ].join('\n'),
  'review.csv',
);

describe('the queue', () => {
  test('has the suspects that are not decided, with the reasons in words', () => {
    expect(json('exam')).toMatchObject({ suspects: [{ item: 'item-1' }, {}], reviewed: 0 });
    expect(review('exam').stdout).toMatch(/item-1 +0\.91 +D +Strong /);
  });
});

describe('built-in banks', () => {
  test.each(['mmlu-pro', 'cruxeval-o'])('%s is reviewed in a copy with its text', (bank) => {
    for (const more of [[], ['--json'], ['--undo', '1'], ['--file', REVIEW]]) {
      const ran = review(bank, ...more);
      expect(ran).toMatchObject({ status: 2, stdout: '', error: { code: 'REVIEW_BUILTIN' } });
      expect(ran.stderr).toMatch(/bank attach[\s\S]*bank export/);
    }
  });

  test.each(['ikp', 'swebench-verified', 'climedbench'])(
    '%s cannot be copied, so no command for that is named',
    (bank) => {
      const ran = review(bank);
      expect(ran).toMatchObject({ status: 2, error: { code: 'REVIEW_BUILTIN' } });
      expect(ran.stderr).not.toMatch(/export|attach/);
    },
  );
});

describe('decisions from a file', () => {
  test('a dry run says what would change, and changes nothing', async () => {
    const dry = json('exam', '--file', REVIEW, '--dry-run');
    expect(dry).toMatchObject({ kept: false, version: 2, versionBefore: 1, undecided: 1 });
    expect(dry.effects.items).toMatchObject({ corrected: 1, retired: 1 });
    expect(await inStore((store) => store.reviewLog('exam'))).toEqual([]);
    expect((await inStore((store) => store.bank('exam')))!.version).toBe(1);
  });

  test('are kept with who decided, and say what they change', async () => {
    const done = json('exam', '--file', REVIEW, '--reviewer', 'ana');
    expect(done).toMatchObject({ bank: 'exam', kept: true, versionBefore: 1, version: 2 });
    expect(done).toMatchObject({ undecided: 1, unchanged: 0 });
    const { effects } = done;
    expect(effects.items).toEqual({ corrected: 1, retired: 1, restored: 0, promoted: 0 });
    // Of a, b and c one answer each to item-1; the letters of c are missing.
    expect(effects.recorded).toEqual({
      ...{ answers: 3, rescored: 2, changed: 2, returned: 0, missing: 1, leftOut: 3 },
    });
    // Before: a 3/4, b 2/4, c 1/4. After, without item-3: a 2/3, b 3/3, c 0/2 (item-1 is missing).
    expect(effects.ranking).toEqual([
      { model: 'b', before: { score: 0.5, rank: 2 }, after: { score: 1, rank: 1 } },
      { model: 'a', before: { score: 0.75, rank: 1 }, after: { score: 2 / 3, rank: 2 } },
      { model: 'c', before: { score: 0.25, rank: 3 }, after: { score: 0, rank: 3 } },
    ]);
    // y gave no answer, which is wrong by any key.
    expect(effects.tests).toEqual([
      {
        ...{ run: 1, session: null, examinee: 'x' },
        ...{ toRight: 1, toWrong: 0, missing: 0, leftOut: 1 },
      },
    ]);
    const log = await inStore((store) => store.reviewLog('exam'));
    expect(log).toMatchObject([
      { item: 'item-1', decision: 'correct', key: ['D'], note: 'the book, page 7', by: 'ana' },
      { item: 'item-3', decision: 'retire', key: null, by: 'ana' },
    ]);
    expect(json('exam')).toMatchObject({ reviewed: 2, version: 2 });
  });

  test('the same file again changes nothing', async () => {
    json('exam', '--file', REVIEW);
    const again = json('exam', '--file', REVIEW);
    expect(again).toMatchObject({ entries: [], unchanged: 2, version: 2, versionBefore: 2 });
  });

  test('every row that cannot be used has a line, and nothing is kept', async () => {
    const wrong = file(
      [
        'item,decision,key,note',
        'item-0,retire,,',
        'item-0,accept,,',
        'item-9,retire,,',
        'item-1,delete,,',
        'item-2,correct,E,',
        'item-3,,B,',
      ].join('\n'),
    );
    const { status, stdout, stderr, error } = review('exam', '--file', wrong);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining('line 3: item "item-0"'),
      expect.stringContaining('line 4: item "item-9"'),
      expect.stringContaining('line 5: item "item-1": decision "delete"'),
      expect.stringContaining('line 6: item "item-2": key E'),
      expect.stringContaining('line 7: item "item-3": no decision'),
      expect.stringContaining('error: '),
    ]);
    expect(error).toMatchObject({ code: 'REVIEW_INVALID', details: { rows: 5, of: 6 } });
    expect(await inStore((store) => store.reviewLog('exam'))).toEqual([]);
  });
});

describe('undoing', () => {
  test('restores the state before, and says what changes back', async () => {
    const before = await inStore((store) => store.bank('exam'));
    json('exam', '--file', REVIEW);
    expect(json('exam', '--undo', '1')).toMatchObject({ kept: true, version: 3 });
    expect(json('exam', '--undo', '2').effects.items).toEqual({
      ...{ corrected: 0, retired: 0, restored: 1, promoted: 0 },
    });
    const after = await inStore((store) => store.bank('exam'));
    expect(after!.fingerprint).toBe(before!.fingerprint);
    const scores = await inStore((store) => store.responses('exam'));
    expect(scores!.matrix.scores).toEqual(RECORDED.scores);
    expect(review('exam').stdout).toContain('(undone)');
  });

  test('counts missing answers again', async () => {
    await inStore((store) => store.putResponses('exam', RECORDED, null, AT));
    const done = json('exam', '--file', file('item,decision,key\nitem-1,correct,D\n'));
    expect(done.effects).toMatchObject({ recorded: { missing: 3 }, ranking: [{}, {}, {}] });
    const { effects } = json('exam', '--undo', '1');
    expect(effects.recorded).toMatchObject({ rescored: 3, changed: 0, returned: 3 });
    expect(effects.ranking).toHaveLength(3);
  });

  test('of what is undone, or was never decided, is refused', () => {
    json('exam', '--file', REVIEW);
    json('exam', '--undo', '1');
    const details = { what: 'decision 1', reason: expect.stringContaining('entry 3') };
    const refused = { status: 2, error: { code: 'REVIEW_REFUSED', details } };
    expect(review('exam', '--undo', '1')).toMatchObject(refused);
    expect(review('exam', '--undo', '9', '--dry-run').error).toMatchObject({
      details: { what: 'decision 9' },
    });
  });
});

describe('later commands', () => {
  test('rank and export without the retired item, with the answers scored by the corrected key', async () => {
    json('exam', '--file', REVIEW);
    const env = { THETARANK_DATABASE: database };
    const answers = runCommandSync(['bank', 'export', 'exam', '--recorded-answers'], { env });
    expect(answers.stdout.split('\n')).toEqual([
      'examinee,item-0,item-1,item-2,item-3',
      'a,1,0,1,',
      'b,1,1,1,',
      'c,0,,0,',
      '',
    ]);
    // One or the other has standard output.
    const told = runCommandSync(['bank', 'export', 'exam', '--json'], { env }).stdout;
    expect(JSON.parse(told)).toEqual({ bank: 'exam', items: 4 });
    const items = runCommandSync(['bank', 'export', 'exam'], { env }).stdout.trim().split('\n');
    expect(items.map((line) => JSON.parse(line)).map(({ key, status }) => [key, status])).toEqual([
      [['A'], 'active'],
      [['D'], 'active'],
      [['C'], 'active'],
      [['D'], 'retired'],
    ]);
  });

  test('the answers of an earlier run are recorded by the corrected key', async () => {
    json('exam', '--file', REVIEW);
    const env = { THETARANK_DATABASE: database };
    runCommandSync(['bank', 'record', '--run', '1', '--partial', '--absent'], { env });
    const read = async () => {
      const { matrix } = (await inStore((store) => store.responses('exam')))!;
      return Array.from(matrix.scores.subarray(3 * 4, 4 * 4));
    };
    // x said A, D and D to the items 0, 1 and 3.
    expect(await read()).toEqual([1, 1, Number.NaN, Number.NaN]);
    json('exam', '--undo', '1');
    json('exam', '--undo', '2');
    expect(await read()).toEqual([1, 0, Number.NaN, 1]);
  });

  test('letters of logs are kept, so that a correction finds them', async () => {
    const sample = (k: number, letter: string, key = k + 1) => ({
      doc_id: k,
      doc: { question: `What is ${k} + 1?`, choices: ['0', '1', '2', '3'], answer: key },
      target: 'ABCD'[key],
      arguments: { gen_args_0: { arg_0: 'q', arg_1: { until: [] } } },
      resps: [[letter]],
      filtered_resps: [letter],
      filter: 'strict-match',
      metrics: ['exact_match'],
      exact_match: Number('ABCD'[key] === letter[0]),
    });
    const logOf = (name: string, ...samples: object[]) =>
      file(
        samples.map((one) => JSON.stringify(one)).join('\n'),
        `samples_${name}_2026-01-01T00-00-00.000000.jsonl`,
      );
    const log = logOf('tiny', sample(0, 'B'), sample(1, 'A'));
    const env = { THETARANK_DATABASE: database };
    const load = (model: string, from = log) =>
      runCommandSync(['bank', 'import', from, '--name', 'logs', '--model', model], { env });
    expect(load('m').stderr).not.toMatch('error');
    const ids = await inStore(async (store) => (await store.responses('logs'))!.matrix.items);
    const rows = `item,decision,key\n${ids[0]},correct,A\n${ids[1]},correct,A\n`;
    const { effects } = json('logs', '--file', file(rows));
    expect(effects.recorded).toMatchObject({ answers: 2, rescored: 2, changed: 2, missing: 0 });
    // The log of another model was scored by the earlier keys too.
    load('n');
    // A log with the corrected key has its score by that key, though its letters cannot be read.
    load('o', logOf('right', sample(0, 'A, or the first', 0), sample(1, 'B, or one', 0)));
    const { matrix } = (await inStore((store) => store.responses('logs')))!;
    expect(matrix.items).toHaveLength(2);
    expect(Array.from(matrix.scores)).toEqual([0, 1, 0, 1, 1, 0]);
  });
});
