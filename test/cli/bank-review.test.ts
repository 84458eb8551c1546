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
    const { status, stdout } = review('exam');
    expect(status).toBe(0);
    expect(stdout).toMatch('2 suspected items, 0 of 2 reviewed.');
    expect(stdout).toMatch(/item-1 +0\.91 +D +Strong models say D\./);
    expect(stdout).toMatch(/Next: write decisions to a file, then: thetarank bank review exam/);
  });

  test('of a bank that was not audited says what to run first', async () => {
    await inStore((store) => store.addItems({ ...BANK, name: 'new' }, itemsOf(0, 1), AT));
    expect(review('new').stdout).toMatch(/was not audited[\s\S]*Next: thetarank bank audit new/);
  });
});

describe('built-in banks', () => {
  test.each(['mmlu-pro', 'cruxeval-o'])('%s is reviewed in a copy with its text', (bank) => {
    for (const more of [[], ['--json'], ['--undo', '1']]) {
      const { status, stdout, stderr } = review(bank, ...more);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        /is built in[\s\S]*bank attach[\s\S]*bank export[\s\S]*bank audit NAME/,
      );
    }
  });

  test.each(['ikp', 'swebench-verified', 'climedbench'])(
    '%s cannot be copied, so no command for that is named',
    (bank) => {
      const { status, stderr } = review(bank);
      expect(status).toBe(2);
      expect(stderr).toMatch('It cannot be copied either');
      expect(stderr).not.toMatch(/bank export|bank attach/);
    },
  );
});

describe('decisions from a file', () => {
  test('a dry run says what would change, and changes nothing', async () => {
    const { stdout } = review('exam', '--file', REVIEW, '--dry-run');
    expect(stdout).toMatch(/2 new decisions, 1 undecided\. Nothing was changed/);
    expect(stdout).toMatch('Items: 1 item with another key, 1 item retired.');
    // Of a, b and c one answer each to item-1; the letters of c are missing.
    expect(stdout).toMatch(
      'Recorded answers to items with another key: 3, of which 2 are scored again: 2 with another score, 0 that were missing.',
    );
    expect(stdout).toMatch(/1 recorded answer counts as missing/);
    expect(stdout).toMatch('3 recorded answers to retired items no longer count.');
    expect(await inStore((store) => store.reviewLog('exam'))).toEqual([]);
    const kept = review('exam', '--file', REVIEW, '--dry-run', '--json');
    expect(JSON.parse(kept.stdout)).toMatchObject({ kept: false, version: 2, versionBefore: 1 });
    expect((await inStore((store) => store.bank('exam')))!.version).toBe(1);
  });

  test('are kept with who decided, and say what they change', async () => {
    const done = json('exam', '--file', REVIEW, '--reviewer', 'ana');
    expect(done).toMatchObject({ bank: 'exam', kept: true, versionBefore: 1, version: 2 });
    expect(done).toMatchObject({ undecided: 1, unchanged: 0 });
    const { effects } = done;
    expect(effects.items).toEqual({ corrected: 1, retired: 1, restored: 0, promoted: 0 });
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
    expect(review('exam', '--file', REVIEW).stdout).toMatch('2 already kept');
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
    const { status, stdout, stderr } = review('exam', '--file', wrong);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([
      `${wrong}, line 3: item "item-0": again (first: line 2); accepted: each item only once`,
      `${wrong}, line 4: item "item-9": bank exam does not have this item`,
      `${wrong}, line 5: item "item-1": decision "delete"; accepted: accept, correct, retire or empty`,
      `${wrong}, line 6: item "item-2": key E; accepted: one of A, B, C, D`,
      `${wrong}, line 7: item "item-3": no decision beside a key or note; accepted: accept, correct or retire`,
      `error: ${wrong}: 5 of 6 rows cannot be used, so nothing was changed. Correct the lines named above, and run the same command again.`,
    ]);
    expect(await inStore((store) => store.reviewLog('exam'))).toEqual([]);
  });

  test('a built-in bank does not change, and the error says what to do', () => {
    const { status, stderr } = review('ikp', '--file', REVIEW);
    expect(status).toBe(2);
    expect(stderr).toMatch(/ikp is built in[\s\S]*thetarank bank import FILE/);
  });
});

describe('undoing', () => {
  test('restores the state before, and says what changes back', async () => {
    const before = await inStore((store) => store.bank('exam'));
    json('exam', '--file', REVIEW);
    const { stdout } = review('exam', '--undo', '1');
    expect(stdout).toMatch(/1 decision kept \(number 3\); version 3\./);
    expect(json('exam', '--undo', '2').effects.items).toEqual({
      ...{ corrected: 0, retired: 0, restored: 1, promoted: 0 },
    });
    const after = await inStore((store) => store.bank('exam'));
    expect(after!.fingerprint).toBe(before!.fingerprint);
    const scores = await inStore((store) => store.responses('exam'));
    expect(scores!.matrix.scores).toEqual(RECORDED.scores);
    expect(review('exam').stdout).toMatch(/correct to D \(undone\)/);
  });

  test('says that missing answers count again, and why scores change', async () => {
    await inStore((store) => store.putResponses('exam', RECORDED, null, AT));
    const done = review('exam', '--file', file('item,decision,key\nitem-1,correct,D\n'));
    expect(done.stdout).toMatch('3 recorded answers count as missing');
    expect(done.stdout).toMatch(
      'Scores or ranks of 3 of 3 recorded models change, because answers count as missing (',
    );
    const { stdout } = review('exam', '--undo', '1');
    expect(stdout).toMatch('3 are scored again: 0 with another score, 3 that were missing.');
    expect(stdout).toMatch(
      'Scores or ranks of 3 of 3 recorded models change, because answers count again (',
    );
  });

  test('of what is undone, or was never decided, is refused', () => {
    json('exam', '--file', REVIEW);
    json('exam', '--undo', '1');
    expect(review('exam', '--undo', '1').stderr).toMatch('entry 3 has undone it already');
    expect(review('exam', '--undo', '9', '--dry-run').stderr).toMatch('no such entry');
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
    runCommandSync(['bank', 'record', '--run', '1', '--partial'], { env });
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
