import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { loadBuiltinHashes } from '../../item-bank/builtin/load-hashes.ts';
import { addBankCommand } from '../../src/cli/bank/bank.ts';
import { ThetarankError } from '../../src/errors.ts';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import { toCsv } from '../../src/files/write/write.ts';
import { textSteps } from '../../src/question-text.ts';
import { openStore } from '../../src/store/open-store.ts';
import { temporaryFiles, temporaryFolder } from '../files/temporary.ts';
import { makeParquet } from '../item-bank/import/make-parquet.ts';
import { madePng, pngUrl } from '../item-bank/items/images/made-picture.ts';

const file = temporaryFiles();
const folder = temporaryFolder();
let database = '';
let databases = 0;
beforeEach(async () => {
  database = join(folder, `${databases++}.db`);
  // Commands that only read make none.
  await (await openStore(database, { clock: () => new Date() })).close();
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs a command in this process; gives what it prints. */
async function bank(...args: string[]): Promise<string> {
  let said = '';
  const hear = (text: unknown) => {
    said += text;
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(((text: unknown, ...rest: unknown[]) => {
    hear(text);
    const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
    done?.();
    return true;
  }) as never);
  vi.spyOn(console, 'log').mockImplementation((text) => hear(`${text}\n`));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const program = new Command('thetarank').exitOverride().configureOutput({ writeErr() {} });
  await addBankCommand(program, args);
  for (const command of program.commands[0].commands)
    command.exitOverride().configureOutput({ writeErr() {} });
  const db = args[0] === 'help' ? [] : ['--database', database];
  try {
    await program.parseAsync(['node', 'thetarank', 'bank', ...args, ...db]);
  } finally {
    vi.restoreAllMocks();
  }
  return said;
}

/** Code, message and details of the error that a command ends with. */
async function failure(...args: string[]) {
  const error = await bank(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ThetarankError);
  const { exitCode, code, message, details } = error as ThetarankError;
  expect(exitCode).toBe(2);
  return { ...details, code, message };
}
const UNKNOWN = { code: 'NAME_UNKNOWN', kind: 'bank' };

const json = async (...args: string[]) => JSON.parse(await bank(...args, '--json'));

const QUESTIONS = [
  { id: 'q1', question: '天空是什么颜色？', options: ['红', '蓝'], answer: 'B', subject: 'sky' },
  { id: 'q2', question: '血是什么颜色？', options: ['红', '蓝'], answer: 'A', subject: 'blood' },
  { id: 'q3', question: '血是什么颜色？', options: ['红', '蓝'], answer: 'A', subject: 'again' },
  { id: 'q4', question: '没有答案？', options: ['红', '蓝'], answer: '' },
];
const lines = (records: readonly unknown[]) => records.map((one) => JSON.stringify(one)).join('\n');
const JSONL = file(lines(QUESTIONS), 'questions.jsonl');
const CSV = file(
  toCsv(
    ['id', 'question', 'options', 'answer', 'subject'],
    QUESTIONS.map((one) => [
      one.id,
      one.question,
      JSON.stringify(one.options),
      one.answer,
      one.subject ?? '',
    ]),
  ),
  'questions.csv',
);

describe('import', () => {
  test.each([
    ['JSON Lines', JSONL],
    ['CSV', CSV],
  ])('%s with usual names needs nothing but a name', async (_, path) => {
    const { bank: made, files, added } = await json('import', path, '--name', 'mine');
    expect(files[0]).toMatchObject({ read: 4, accepted: 2, rejected: 1, duplicates: 1 });
    expect(files[0].rejects[0].reason).toBe('no key');
    expect(files[0].duplicateOf[0]).toMatchObject({ id: 'q3', of: 'q2' });
    expect(added).toBe(2);
    expect(made).toMatchObject({ name: 'mine', version: 1, items: 2, builtin: null });
  });

  test('twice changes nothing', async () => {
    await bank('import', JSONL, '--name', 'mine');
    const again = await json('import', JSONL, '--name', 'mine');
    expect(again.files[0]).toMatchObject({ accepted: 0, rejected: 1, duplicates: 3 });
    expect(again.bank).toMatchObject({ version: 1, items: 2 });
  });

  test.each(['--all-or-nothing', '--strict'])('%s keeps nothing', async (option) => {
    expect(await failure('import', JSONL, '--name', 'mine', option)).toMatchObject({
      code: 'FILE_INVALID',
      file: JSONL,
      where: 'line 4',
      found: expect.stringMatching(/^no key \(one of 1 /),
    });
    expect((await json('list')).banks.map((one: { name: string }) => one.name)).not.toContain(
      'mine',
    );
  });

  test('--rejects has every record that was left out', async () => {
    const out = join(folder, 'rejects.jsonl');
    await bank('import', JSONL, '--name', 'mine', '--rejects', out);
    expect(
      readFileSync(out, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ file: JSONL, where: 'line 4', reason: 'no key', record: QUESTIONS[3] }]);
    expect(await failure('import', JSONL, '--name', 'mine', '--rejects', JSONL)).toMatchObject({
      code: 'OPTIONS_CONFLICT',
      options: 'files, --rejects',
      reason: expect.stringContaining(JSONL),
    });
  });

  test('a map, and declared properties', async () => {
    const path = file(
      lines([{ nr: 5, text: 'Why?', a: 'x', b: 'y', right: 1, cat: 'c' }]),
      'm.jsonl',
    );
    const map = 'id=nr,stem=text,options=a+b,key=right,keyIs=index,tags.kind=cat';
    const stated = ['--source', 'S', '--licence', 'L', '--language', 'en-GB'];
    await bank('import', path, '--name', 'mine', '--map', map, ...stated);
    expect(JSON.parse(await bank('export', 'mine'))).toMatchObject({
      id: '5',
      stem: 'Why?',
      options: { A: 'x', B: 'y' },
      key: ['B'],
      tags: { kind: 'c' },
      source: 'S',
      licence: 'L',
      language: 'en-GB',
    });
  });

  test.each([
    ['no records', file('', 'empty.jsonl'), 'FILE_INVALID', { found: 'no records' }],
    ['no items', file('{"a":1}', 'none.jsonl'), 'FILE_INVALID', { where: 'line 1' }],
    ['no file', join(folder, 'missing.jsonl'), 'FILE_NOT_FOUND', {}],
    ['a folder', folder, 'FILE_UNREADABLE', { reason: 'it is a directory' }],
    ['an unknown ending', file('x', 'x.txt'), 'OPTION_INVALID', { option: '--format' }],
  ])('%s is refused, and no bank is made', async (_, path, code, details) => {
    expect(await failure('import', path, '--name', 'mine')).toMatchObject({ code, ...details });
    expect(await failure('show', 'mine')).toMatchObject(UNKNOWN);
  });

  // ASCII, a sign that is not, and 天空是什么颜色？ in GB18030.
  const GB18030 = Buffer.concat([
    Buffer.from('id,question,answer\nq1,What is this?,x\nq2,What is 2 '),
    Buffer.from('a1c1', 'hex'),
    Buffer.from(' 3?,6\nq3,'),
    Buffer.from('ccecbfd5cac7cab2c3b4d1d5c9aba3bf', 'hex'),
    Buffer.from(',x\n'),
  ]);

  test('a file that is not UTF-8 from its third line on is refused as a whole', async () => {
    const path = file(GB18030, 'gb18030.csv');
    const accepted = expect.stringContaining(`iconv -f GB18030 -t UTF-8 ${path}`);
    const told = { code: 'FILE_INVALID', file: path, where: 'line 3', accepted };
    expect(await failure('import', CSV, path, '--name', 'mine')).toMatchObject(told);
    expect(await failure('show', 'mine')).toMatchObject(UNKNOWN);
    expect(await failure('audit', path)).toMatchObject(told);
    await bank('import', CSV, '--name', 'mine');
    expect(await failure('record', path, '--to', 'mine')).toMatchObject(told);
  });

  test('names that are no safe file names, and those of built-in banks, are refused', async () => {
    for (const name of ['../x', '/x', '.x', 'a b', '=x', ''])
      expect(await failure('import', JSONL, '--name', name)).toMatchObject({
        code: 'OPTION_INVALID',
        option: '--name',
      });
    expect(await failure('import', JSONL, '--name', 'mmlu-pro')).toMatchObject({
      code: 'OPTION_INVALID',
      option: '--name',
    });
  });

  test('options that do not go with a format are refused', async () => {
    const wrong = ['import', JSONL, '--name', 'mine', '--format', 'thetarank'];
    for (const options of ['--prefix', '--licence', '--model'])
      expect(await failure(...wrong, options, 'x')).toMatchObject({
        code: 'OPTIONS_CONFLICT',
        options,
      });
  });
});

test('remove: keeps the bank without --yes, removes it with --yes, and no more', async () => {
  await bank('import', JSONL, '--name', 'gone');
  await bank('import', JSONL, '--name', 'stays');
  expect(await bank('remove', 'gone')).toContain('gone --yes --database ');
  expect(await json('remove', 'gone')).toMatchObject({ removed: false, items: 2 });
  expect(await bank('remove', 'gone', '--yes')).toContain('Removed gone: 2 items');
  const names = (await json('list')).banks.map(({ name }: { name: string }) => name);
  expect(names).toContain('stays');
  expect(names).not.toContain('gone');
  expect(await failure('remove', 'gone', '--yes')).toMatchObject(UNKNOWN);
  expect(await failure('remove', 'climedbench', '--yes')).toMatchObject({ code: 'OPTION_INVALID' });
});

describe('export, and import of it', () => {
  test('the same lines, also in another bank', async () => {
    await bank('import', JSONL, '--name', 'mine');
    const out = join(folder, 'out.jsonl');
    await bank('export', 'mine', '--out', out);
    const text = readFileSync(out, 'utf8');
    await bank('import', out, '--format', 'thetarank', '--name', 'other');
    expect(await bank('export', 'other')).toBe(text);
    const [mine, other] = (await json('list')).banks.filter(
      ({ builtin }: { builtin: boolean }) => !builtin,
    );
    expect(other.items).toBe(mine.items);
  });
});

describe('show', () => {
  test('names a few of the recorded models, and all with --list-models', async () => {
    const { examinees } = loadBuiltinBank('cruxeval-o').responses;
    const said = await bank('show', 'cruxeval-o');
    expect(said).toContain(examinees.slice(0, 5).join(', '));
    expect(said).toContain(` ${examinees.length - 5} more`);
    const all = await bank('show', 'cruxeval-o', '--list-models');
    expect(all.trim().split('\n')).toEqual(examinees);
    await bank('import', JSONL, '--name', 'mine');
    expect(await json('show', 'mine', '--list-models')).toEqual([]);
    const answers = file('examinee,q1,q2\nm1,1,0\nm2,1,1\n', 'shown.csv');
    await bank('record', answers, '--to', 'mine');
    expect(await bank('show', 'mine')).toMatch(/^models: +2 .*: m1, m2$/m);
  });

  test('no question text unless it is asked for', async () => {
    await bank('import', JSONL, '--name', 'mine');
    const said = await bank('show', 'mine');
    expect(said).not.toContain('天空');
    const shown = await json('show', 'mine');
    expect(shown).toMatchObject({ version: 1, tags: { subject: { sky: 1, blood: 1 } } });
    expect(JSON.stringify(shown)).not.toContain('天空');
    expect(await bank('show', 'mine', '--item', 'q1')).toContain(
      '天空是什么颜色？\n  A. 红\n  B. 蓝\nkey: B',
    );
    expect(await bank('show', 'mine', '--text', '--limit', '1')).not.toContain('血');
    expect(await failure('show', 'mine', '--item', 'q9')).toMatchObject({
      code: 'ITEM_UNKNOWN',
      item: 'q9',
    });
  });

  test('a picture is kept with its item, shown by its size, and exported as it came', async () => {
    const record = {
      id: 'sea',
      question: 'What is in the picture?',
      answer: 'sea',
      image: 'sea.png',
    };
    const twin = { ...record, id: 'land', answer: 'land', image: pngUrl(40, 30, 9) };
    const path = file(lines([record, twin]), 'pictured.jsonl');
    writeFileSync(join(dirname(path), 'sea.png'), madePng(40, 30));
    await bank('import', path, '--name', 'mine');
    expect(await bank('show', 'mine', '--item', 'sea')).toMatch(
      /\n {2}\[image: png 40×30, 0\.1 kB\]\n/,
    );
    const out = join(folder, 'pictured-out.jsonl');
    await bank('export', 'mine', '--out', out);
    await bank('import', out, '--format', 'thetarank', '--name', 'other');
    expect(await bank('export', 'other')).toBe(readFileSync(out, 'utf8'));
    expect((await json('show', 'other', '--item', 'sea'))[0].images).toEqual([
      { url: pngUrl(40, 30) },
    ]);
    // The same words about another picture are another question.
    expect(await bank('audit', 'mine')).toContain('0 items of 2 are doubtful');
  });

  test('control characters of a file do not reach the terminal', async () => {
    const path = file(lines([{ stem: 'a\u001b[31mred', key: 'x' }]), 'esc.jsonl');
    await bank('import', path, '--name', 'mine');
    expect(await bank('show', 'mine', '--text')).toContain('a\uFFFD[31mred');
  });

  test('a built-in bank without text says how to join it', async () => {
    expect(await json('show', 'mmlu-pro')).toMatchObject({ items: 12_032, withText: 0 });
    const { message } = await failure('show', 'mmlu-pro', '--item', 'q70');
    expect(message).toMatch(
      /datasets\/TIGER-Lab\/MMLU-Pro, .*: curl -fL -o (mmlu-pro\.parquet) https:\S+\/data\/test-00000-of-00001\.parquet && .* \1 --to mmlu-pro$/,
    );
    expect(await failure('show', 'mmlu-pro', '--item', 'x')).toMatchObject({
      code: 'ITEM_UNKNOWN',
    });
  });
});

/** A built-in bank whose text can be joined, and one of which it cannot. */
const JOINED_OR_NOT = ['cruxeval-o', 'ikp'] as const;

test.each(JOINED_OR_NOT)('%s: text is to be joined only where it can be', async (name) => {
  const hasHashes = loadBuiltinHashes(loadBuiltinBank(name)) !== null;
  const id = loadBuiltinBank(name).items[0];
  for (const args of [
    ['show', name, '--text'],
    ['show', name, '--item', id],
    ['export', name],
  ]) {
    const { code, message } = await failure(...args);
    expect(code).toBe('BANK_WITHOUT_TEXT');
    if (hasHashes) expect(message).toContain(textSteps(name)!.attach);
    expect(message.includes('attach')).toBe(hasHashes);
  }
});

test.each(JOINED_OR_NOT)(
  'show %s says where its question text is, or what to do instead',
  async (name) => {
    const said = await bank('show', name);
    const steps = textSteps(name);
    const lines =
      steps === null
        ? ['Text cannot be added to this bank. ']
        : [steps.page, steps.licence, steps.file, steps.download, steps.attach, steps.hf];
    for (const line of lines) expect(said).toContain(line);
    expect((await json('show', name)).questionText).toEqual(steps);
  },
);

test('Parquet files are known by their name, checked and imported', async () => {
  const rows = [1, 2].map((k) => ({
    question_id: k,
    question: `What is ${k}?`,
    options: ['x', 'y'],
    answer: 'A',
  }));
  const path = join(folder, 'questions.parquet');
  writeFileSync(path, makeParquet(rows));
  expect(await bank('audit', path)).toMatch(/items: 2: 2 valid, 0 invalid/);
  expect(await json('import', path, '--name', 'mine')).toMatchObject({ added: 2 });
  expect((await json('show', 'mine', '--item', '2'))[0]).toMatchObject({
    options: { A: 'x', B: 'y' },
  });
  expect(await failure('attach', path, '--to', 'mmlu-pro')).toMatchObject({
    code: 'FILE_INVALID',
    file: path,
    found: expect.stringMatching(/^no item of bank mmlu-pro/),
  });
});

describe('attach', () => {
  test('text that is not that of the bank is refused whole', async () => {
    const text = toCsv(
      ['item', 'question', 'options', 'answer'],
      [
        ['q70', 'another question', '["x","y"]', 'A'],
        ['z1', 'another question', '["x","y"]', 'A'],
      ],
    );
    const path = file(text, 'other.csv');
    for (const more of [[], ['--only-matching']])
      expect(await failure('attach', path, '--to', 'mmlu-pro', ...more)).toMatchObject({
        code: 'FILE_INVALID',
        where: 'line 2',
        found: expect.stringContaining('(other content'),
      });
    expect((await json('list')).banks[0]).toMatchObject({ name: 'mmlu-pro', withText: 0 });
  });

  test('only to a bank that has hashes', async () => {
    for (const name of ['climedbench', 'ikp', 'swebench-verified', 'mine'])
      expect(await failure('attach', CSV, '--to', name)).toMatchObject({
        code: 'OPTION_INVALID',
        option: '--to',
        found: expect.stringContaining(name),
      });
  });
});

describe('record', () => {
  const ANSWERS = file('examinee,family,q1,q2\n=evil,f,1,0\nb,g,0.5,\n', 'answers.csv');

  test('answers are kept, replaced, and written as rank reads them', async () => {
    await bank('import', JSONL, '--name', 'mine');
    expect(await json('record', ANSWERS, '--to', 'mine')).toMatchObject({
      examinees: 2,
      answers: 3,
    });
    const again = file('examinee,item,score\nb,q2,1\n', 'again.csv');
    expect(await json('record', again, '--to', 'mine')).toMatchObject({ replaced: ['b'] });
    const out = join(folder, 'matrix.csv');
    await bank('export', 'mine', '--recorded-answers', '--out', out);
    // A spreadsheet runs nothing of it.
    const [, ...rows] = readFileSync(out, 'utf8').split('\n');
    expect(rows).toEqual(["'=evil,f,1,0", 'b,b,,1', '']);
    expect(readResponses(out).matrix.examinees).toEqual(['=evil', 'b']);
  });

  test('those of a built-in bank are exported without question text', async () => {
    const out = join(folder, 'builtin.csv');
    const written = await json('export', 'cruxeval-o', '--recorded-answers', '--out', out);
    expect(written).toMatchObject({ bank: 'cruxeval-o', examinees: 51 });
    const { responses } = loadBuiltinBank('cruxeval-o');
    expect(readResponses(out).matrix).toEqual(responses);
    expect(await failure('export', 'cruxeval-o')).toMatchObject({ code: 'BANK_WITHOUT_TEXT' });
  });

  test('items that the bank has not are refused, and left out with --partial', async () => {
    await bank('import', JSONL, '--name', 'mine');
    const path = file('examinee,q1,q7\na,1,1\n', 'unknown.csv');
    expect(await failure('record', path, '--to', 'mine')).toMatchObject({
      code: 'FILE_INVALID',
      found: expect.stringMatching(/^1 of 2 .*: q7$/),
      accepted: expect.stringContaining('--partial'),
    });
    expect(await failure('export', 'mine', '--recorded-answers')).toMatchObject({
      code: 'NO_ANSWERS',
    });
    expect(await failure('record', path, '--to', 'min')).toMatchObject({
      code: 'NAME_UNKNOWN',
      name: 'min',
      nearest: ['mine'],
    });
    expect(await failure('record', path, '--to', 'mmlu-pro')).toMatchObject({
      code: 'OPTION_INVALID',
      option: '--to',
    });
    const none = file('examinee,q7,q8\na,1,1\n', 'none.csv');
    expect(await failure('record', none, '--to', 'mine', '--partial')).toMatchObject({
      code: 'FILE_INVALID',
    });
    process.exitCode = undefined;
    expect(await json('record', path, '--to', 'mine', '--partial')).toMatchObject({
      items: 1,
      answers: 1,
      unknown: ['q7'],
    });
    expect(process.exitCode).toBe(9);
  });
});

test('a directory in place of a file is called one by other commands of banks', async () => {
  for (const args of [
    ['record', folder, '--to', 'mine'],
    ['attach', folder, '--to', 'mmlu-pro'],
    ['audit', folder],
  ])
    expect(await failure(...args)).toMatchObject({
      code: 'FILE_UNREADABLE',
      reason: 'it is a directory',
    });
});

describe('audit', () => {
  test('a bank: valid, doubtful, and answered alike', async () => {
    await bank('import', JSONL, '--name', 'mine');
    expect(process.exitCode).toBe(9);
    process.exitCode = undefined;
    const rows = Array.from({ length: 5 }, (_, m) => `m${m},1,${m % 2}`).join('\n');
    await bank('record', file(`examinee,q1,q2\n${rows}\n`, 'five.csv'), '--to', 'mine');
    expect(await json('audit', 'mine')).toMatchObject({
      items: 2,
      invalid: { count: 0 },
      models: 5,
      kinds: { 'all-right': 1 },
      suspects: [{ item: 'q1', suggestedKey: null, reasons: [{ kind: 'all-right' }] }],
    });
    expect(process.exitCode).toBeUndefined();
  });

  test('a file before it is imported; the exit code is 2 if something is invalid', async () => {
    expect(await bank('audit', JSONL)).toMatch(/^items: 4: 2 valid, 1 invalid, 1 /m);
    expect(process.exitCode).toBe(2);
  });

  test('names the first invalid items, and how many more there are', async () => {
    const path = join(folder, 'seven.jsonl');
    const line = (k: number) =>
      JSON.stringify({ id: `q${k}`, stem: '', options: { A: 'x', B: 'y' }, key: ['A'] });
    writeFileSync(path, Array.from({ length: 7 }, (_, k) => line(k)).join('\n'));
    const text = await bank('audit', path);
    expect(text.match(/^line \d: stem/gm)).toHaveLength(5);
    expect(text).toMatch(/^and 2 more$/m);
  });

  test('the next step is to correct invalid items; without any, to import', async () => {
    const steps = async (path: string) => (await bank('audit', path)).split('Next: ')[1];
    expect(await steps(JSONL)).toMatch(/^correct .*\/questions(?!.*--json)/);
    const six = [1, 2, 3, 4, 5, 6].map((k) => ({ ...QUESTIONS[3], id: `n${k}` }));
    const many = file(lines([QUESTIONS[0], ...six]), 'many.jsonl');
    expect(await steps(many)).toMatch(/^correct .*\/many.* --json /);
    const valid = file(lines(QUESTIONS.slice(0, 2)), 'valid.jsonl');
    expect(await steps(valid)).toMatch(/ import .*\/valid.* --name /);
    const read = ['--format', 'jsonl', '--map', 'stem=the text'];
    const own = file(lines([{ id: 'q', 'the text': 'Why?', answer: 'so' }]), 'own.jsonl');
    expect(await bank('audit', own, ...read)).toMatch(/ --map 'stem=the text'/);
    await bank('import', valid, '--name', 'mine');
    expect(await steps('mine')).toMatch(/ show mine/);
  });

  test('a line of the database that was changed by hand', async () => {
    await bank('import', JSONL, '--name', 'mine');
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(database);
    db.exec("update items set line = replace(line, '天空', '大海') where id = 'q1'");
    db.close();
    expect((await json('audit', 'mine')).invalid).toEqual({
      count: 1,
      first: [{ id: 'q1', reason: 'hash: not the hash of this content' }],
    });
    expect(await bank('audit', 'mine')).toMatch(/\nNext: .*damaged/);
    const again = new DatabaseSync(database);
    again.exec("update items set line = '{' where id = 'q1'");
    again.close();
    const found = await json('audit', 'mine').catch((error: unknown) => error);
    if (found instanceof ThetarankError) expect(found.exitCode).toBe(2);
    else expect(found.invalid.count).toBe(1);
  });
});

/** Ten questions and the letters of eight models: all know the keys but m0 to m2, and the key of q5 is not what they choose. */
async function audited(): Promise<string> {
  const options = { A: 'one thing', B: 'another thing', C: 'a third thing' };
  const questions = Array.from({ length: 10 }, (_, k) => ({
    id: `q${k}`,
    question: `What is secret number ${k} of this list?`,
    options: Object.values(options),
    answer: k === 5 ? 'C' : 'A',
  }));
  await bank('import', file(lines(questions), 'ten.jsonl'), '--name', 'mine');
  const outputs = Array.from({ length: 8 }, (_, m) =>
    questions.map(({ id }, k) => ({
      model: `m${m}`,
      item: id,
      output: `The answer is (${m >= 3 || k < 2 * m ? 'A' : k === 5 || k % 2 === 0 ? 'C' : 'B'}).`,
    })),
  );
  return file(lines(outputs.flat()), 'outputs.jsonl');
}

describe('audit of answers', () => {
  test('a wrong key is the first suspect, with the option that better models choose', async () => {
    const outputs = await audited();
    const { suspects, models, letters, ranking } = await json(
      'audit',
      'mine',
      '--responses',
      outputs,
    );
    expect([models, letters]).toEqual([8, 80]);
    expect(suspects[0]).toMatchObject({ item: 'q5', suggestedKey: ['A'] });
    expect(suspects[0].reasons[0]).toMatchObject({ kind: 'wrong-key' });
    expect(suspects[0].probability).toBeGreaterThan(0.5);
    expect(ranking.removed).toBeGreaterThanOrEqual(1);
  });

  test('suspects wait in the review of the bank, and its file is read by the review as it was written', async () => {
    const outputs = await audited();
    const out = join(folder, 'round.csv');
    const { suspects } = await json('audit', 'mine', '--responses', outputs, '--out', out);
    const queue = await json('review', 'mine');
    expect(queue.audit).not.toBeNull();
    expect(queue.suspects.map(({ item }: { item: string }) => item)).toEqual(
      suspects.map(({ item }: { item: string }) => item),
    );
    const undecided = await json('review', 'mine', '--file', out);
    expect(undecided).toMatchObject({ entries: [], undecided: suspects.length });
    writeFileSync(out, readFileSync(out, 'utf8').replace(',A,,,\n', ',A,correct,A,\n'));
    const decided = await json('review', 'mine', '--file', out);
    expect(decided.entries).toMatchObject([{ item: 'q5', decision: 'correct', key: ['A'] }]);
    expect((await json('review', 'mine')).reviewed).toBe(1);
  });

  test('the page and the review file have no question text, unless it is asked for', async () => {
    const outputs = await audited();
    const [html, out] = [join(folder, 'audit.html'), join(folder, 'review.csv')];
    const written = ['audit', 'mine', '--responses', outputs, '--report', html, '--out', out];
    const said = await bank(...written);
    expect(said).toContain(`--file ${out}`);
    const texts = [said, readFileSync(html, 'utf8'), readFileSync(out, 'utf8')];
    for (const text of texts) expect(text).not.toMatch(/secret|third/);
    expect(texts[2]).toMatch(/^item,.*\nq5,0\.\d+,.wrong-key: .*,A,,,\n/);
    const shown = await bank(...written, '--show-text');
    expect(shown).toContain('secret number 5');
    expect(readFileSync(html, 'utf8')).toContain('secret number 5');
    expect(readFileSync(out, 'utf8')).not.toContain('secret');
  });

  test('choices, and scores, from CSV; items that the bank does not have are counted', async () => {
    await audited();
    const rows = ['x', 'y'].flatMap((model) => [
      `${model},q1,A`,
      `${model},q2,`,
      `${model},other,B`,
    ]);
    const choices = file(`model,item,choice\n${rows.join('\n')}\n`, 'choices.csv');
    const scores = file('model,q1,q3\nx,0,1\nz,1,1\n', 'scores.csv');
    const found = await json('audit', 'mine', '--responses', choices, '--responses', scores);
    expect(found).toMatchObject({ models: 3, answers: 5, letters: 2, unknown: 2 });
    const foreign = file('model,a1\nx,1\n', 'foreign.csv');
    expect(await failure('audit', 'mine', '--responses', foreign)).toMatchObject({
      code: 'FILE_INVALID',
      file: foreign,
      found: expect.stringMatching(/^no answer/),
    });
    const odd = file('model,item,choice\nx,q1,7\n', 'odd.csv');
    expect(await failure('audit', 'mine', '--responses', odd)).toMatchObject({
      where: 'line 2',
      found: '"7"',
    });
  });

  test('copies within a bank, and in another one', async () => {
    const stem = 'Which of these long rivers flows through the old town of the second largest city';
    const copy = (id: string, text: string) => ({
      id,
      question: text,
      options: ['Big one', 'Small one'],
      answer: 'A',
    });
    await bank('import', file(lines([copy('a', `${stem}?`)]), 'a.jsonl'), '--name', 'first');
    await bank(
      'import',
      file(lines([copy('b', `${stem}!`), copy('c', 'Something else altogether')]), 'b.jsonl'),
      '--name',
      'mine',
    );
    expect((await json('audit', 'mine')).kinds).toEqual({});
    const { suspects } = await json('audit', 'mine', '--against', 'first');
    expect(suspects).toMatchObject([{ item: 'b', reasons: [{ kind: 'near-duplicate' }] }]);
    expect(suspects[0].reasons[0].text).toContain('first/a');
    expect(await failure('audit', 'mine', '--against', 'firs')).toMatchObject(UNKNOWN);
    expect(await failure('audit', 'mine', '--against', 'first,mine')).toMatchObject({
      code: 'OPTIONS_CONFLICT',
      options: '--against',
    });
  });

  test('files that are read are not replaced', async () => {
    const outputs = await audited();
    expect(await failure('audit', 'mine', '--responses', outputs, '--out', outputs)).toMatchObject({
      code: 'OPTIONS_CONFLICT',
      options: '--responses, --out',
    });
  });
});

describe('logs', () => {
  const DATE = '2026-01-31T09-30-00.123456';
  const sample = (k: number, acc: number) => ({
    doc_id: k,
    doc: {
      question: `Number ${k}?`,
      choices: { text: ['one', 'two'], label: ['1', '2'] },
      answerKey: '2',
    },
    target: 1,
    arguments: {
      gen_args_0: { arg_0: 'x', arg_1: ' one' },
      gen_args_1: { arg_0: 'x', arg_1: ' two' },
    },
    filter: 'none',
    metrics: ['acc'],
    acc,
  });

  test('of lm-evaluation-harness: items once, answers of every model beside those that are there', async () => {
    const first = file(lines([0, 1].map((k) => sample(k, k))), `samples_tiny_${DATE}.jsonl`);
    await bank('import', first, '--name', 'mine', '--model', 'm1');
    await bank('import', first, '--name', 'mine', '--model', 'm2');
    const other = file(lines([sample(2, 1)]), `samples_more_${DATE}.jsonl`);
    const { recorded } = await json('import', other, '--name', 'mine', '--model', 'm1');
    expect(recorded).toMatchObject({ answers: 1, examinees: ['m1'] });
    const csv = await bank('export', 'mine', '--recorded-answers');
    expect(csv.split('\n').slice(1)).toEqual(['m1,0,1,1', 'm2,0,1,', '']);
    expect((await json('show', 'mine')).tags.task).toEqual({ tiny: 2, more: 1 });
  });

  test('answers that had another score are counted, in a later import too', async () => {
    const log = (k: number) =>
      file(lines([sample(0, k), sample(1, 1)]), `samples_t${k}_${DATE}.jsonl`);
    const replaced = async (k: number, model: string) =>
      (await json('import', log(k), '--name', 'mine', '--model', model)).recorded.replaced;
    expect(await replaced(0, 'm1')).toEqual({ examinees: [], answers: 0 });
    expect(await replaced(0, 'm1')).toEqual({ examinees: [], answers: 0 });
    expect(await replaced(1, 'm1')).toEqual({ examinees: ['m1'], answers: 1 });
    expect(await replaced(0, 'm2')).toEqual({ examinees: [], answers: 0 });
  });

  test('an audit finds their items by content, and counts an item of several models once', async () => {
    const log = file(lines([0, 1, 0].map((k) => sample(k, k))), `samples_tiny_${DATE}.jsonl`);
    expect(await json('audit', log)).toMatchObject({ items: 3, duplicates: { count: 0 } });
    await bank('import', log, '--name', 'mine', '--model', 'm2');
    expect(await failure('audit', 'mine', '--responses', log)).toMatchObject({
      code: 'FILE_INVALID',
      file: log,
      found: expect.stringContaining('model'),
    });
    file('{"model_name": "m1"}', `results_${DATE}.json`);
    const beside = await json('audit', 'mine', '--responses', log);
    expect(beside).toMatchObject({ items: 2, models: 2, unknown: 0 });
  });
});

test('no example of the help names an option that is not there', async () => {
  const program = new Command('thetarank');
  await addBankCommand(program, []);
  for (const command of program.commands[0].commands) {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    const known = command.options.map(({ long }) => long);
    const used = [...help.matchAll(/^ {2}thetarank bank \S+ .*$/gm)].flatMap(([line]) => [
      // What stands behind the command in brackets is of other commands.
      ...line.replace(/ {2}\(.*$/, '').matchAll(/ (--[a-z-]+)/g),
    ]);
    for (const [, option] of used) expect(known).toContain(option);
  }
});
