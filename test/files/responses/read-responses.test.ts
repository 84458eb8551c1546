import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../src/errors.ts';
import { readResponses } from '../../../src/files/responses/read-responses.ts';
import { expectFailure, failureOf, temporaryFiles, temporaryFolder } from '../temporary.ts';

const file = temporaryFiles();
const _ = Number.NaN;

describe('readResponses reads', () => {
  const wide = { examinees: ['m1', 'm2'], items: ['q1', 'q2'], scores: [1, 0, 0, _] };
  const good: [string, string | Buffer, typeof wide & { families?: string[] }][] = [
    ['the wide form', 'examinee,q1,q2\nm1,1,0\nm2,0,\n', wide],
    ['no line end at the end', 'examinee,q1,q2\nm1,1,0\nm2,0,', wide],
    ['CRLF', 'examinee,q1,q2\r\nm1,1,0\r\nm2,0,\r\n', wide],
    ['CRLF and LF in one file', 'examinee,q1,q2\nm1,1,0\r\nm2,0,\n', wide],
    ['a byte order mark', '\uFEFFexaminee,q1,q2\nm1,1,0\nm2,0,\n', wide],
    ['blank lines', '\nexaminee,q1,q2\n\nm1,1,0\n  \nm2,0,\n\n\n', wide],
    ['spaces around cells', 'examinee, q1, q2\nm1, 1,0 \nm2,\t0, \n', wide],
    ['quotes around everything', '"examinee","q1","q2"\n"m1","1","0"\n"m2","0",""\n', wide],
    [
      'fractions and other decimals',
      'examinee,a,b,c,d,e,f,g\nm,0.25,1.0,0.5e0,.5,1.,+0.75,-0\n',
      { examinees: ['m'], items: [...'abcdefg'], scores: [0.25, 1, 0.5, 0.5, 1, 0.75, 0] },
    ],
    [
      'names with commas, quotes, line ends and other alphabets',
      'examinee,"q,1","q ""2"" \r\n end",题目\n"m, 1",1,0,1\n',
      {
        examinees: ['m, 1'],
        items: ['q,1', 'q "2"   end', '题目'],
        scores: [1, 0, 1],
      },
    ],
    [
      'families',
      'examinee,family,q1\nm1,x,1\nm2,"y z",0\nm3,x,\n',
      {
        examinees: ['m1', 'm2', 'm3'],
        items: ['q1'],
        scores: [1, 0, _],
        families: ['x', 'y z', 'x'],
      },
    ],
    [
      'an item "family" that is not in the second column, with the mark of items',
      "examinee,q1,'family\nm1,1,0\n",
      { examinees: ['m1'], items: ['q1', 'family'], scores: [1, 0] },
    ],
    [
      'an item nobody answered and an examinee who answered nothing',
      'examinee,q1,q2\nm1,1,\nm2,,\n',
      { examinees: ['m1', 'm2'], items: ['q1', 'q2'], scores: [1, _, _, _] },
    ],
    [
      'names guarded against spreadsheets',
      "examinee,'=q1,''=q2,'q3\n'-m,1,0,1\n",
      { examinees: ['-m'], items: ['=q1', "'=q2", "'q3"], scores: [1, 0, 1] },
    ],
    [
      'the long form',
      'examinee,item,score\nm2,q2,1\nm1,q1,0\nm1,q2,0.5\nm2,q3,\n',
      { examinees: ['m2', 'm1'], items: ['q2', 'q1', 'q3'], scores: [1, _, _, 0.5, 0, _] },
    ],
    [
      'the long form with CRLF, a byte order mark and quotes',
      '\uFEFFexaminee,item,score\r\n"m,1","q\n1",1\r\n\r\n',
      { examinees: ['m,1'], items: ['q 1'], scores: [1] },
    ],
    [
      'model for examinee, true and false in any case',
      'model,q1,q2,q3\nm1,True,FALSE,\nm2,false,true,0.5\n',
      { examinees: ['m1', 'm2'], items: ['q1', 'q2', 'q3'], scores: [1, 0, _, 0, 1, 0.5] },
    ],
    [
      'the long form headed model',
      'model,item,score\nm1,q1,False\nm1,q2,TRUE\n',
      { examinees: ['m1'], items: ['q1', 'q2'], scores: [0, 1] },
    ],
  ];
  test.each(good)('%s', (_name, text, { scores, families = null, ...names }) => {
    const read = readResponses(file(text));
    expect(read.matrix).toEqual({ ...names, scores: Float32Array.from(scores) });
    expect(read.families).toEqual(families);
  });

  test('a row "Average" that is a model, and refuses one that is the mean of the others', () => {
    const table = (last: number) =>
      `model,a,b,c\nm,1,0,\nn,1,0,1\no,1,1,0\nAverage,1,0.33,${last}\n`;
    expect(readResponses(file(table(1))).matrix.examinees).toHaveLength(4);
    expect(() => readResponses(file(table(0.5)))).toThrow(
      expect.objectContaining({ code: 'FILE_INVALID' }),
    );
  });

  test('a column "mean" that is an item, and refuses one that is the mean of the others', () => {
    const table = (first: number) => `model,mean,a,b,c\nm,${first},1,0,\nn,0.67,1,0,1\no,1,1,,1\n`;
    expect(readResponses(file(table(1))).matrix.items).toHaveLength(4);
    expect(() => readResponses(file(table(0.5)))).toThrow(
      expect.objectContaining({ code: 'FILE_INVALID' }),
    );
  });

  test('a zero with a sign as 0', () => {
    const { scores } = readResponses(file('examinee,q\nm,-0.0\n')).matrix;
    expect(Object.is(scores[0], 0)).toBe(true);
  });
});

describe('columns meant as the long form are not read as items', () => {
  test.each([
    ['model,item,correct\na,0,1\nb,1,0\n', '"correct" as "score"'],
    [
      'examinee,Question ID,is_correct\na,0,1\n',
      '"Question ID" as "item", "is_correct" as "score"',
    ],
    ['item,model,score\n1,a,1\n', 'in this order'],
    ['model,item,score,seed\na,1,1,0\n', 'and no others'],
    ['model,task_id,wert\na,1,1\n', '"wert" as "score"'],
    ['LLM,item,score\na,1,1\n', '"LLM" as "examinee"'],
  ])('%j', (text, told) => {
    const error = failureOf(() => readResponses(file(text)));
    expect(error.code).toBe('FILE_INVALID');
    expect(error.details).toMatchObject({
      where: 'line 1',
      accepted: expect.stringContaining(told),
    });
  });

  test.each([
    'examinee,score,q1\na,1,0\n',
    'model,item,q1,q2\na,1,0,1\n',
    'model,correct,q1\na,1,0\n',
  ])('%j stays wide', (text) => {
    expect(readResponses(file(text)).matrix.examinees).toEqual(['a']);
  });
});

describe('readResponses refuses', () => {
  const cell =
    '0, 1, a fraction between them such as 0.25, true, false, or an empty cell (not asked)';
  const shape = 'a header examinee,<item>,<item>,… and one row per examinee';
  const quotes = 'double quotes around a whole cell; a quote inside it is doubled';
  const bad: [string, string | Buffer, string][] = [
    ['an empty file', '', `FILE: found an empty file; accepted: ${shape}.`],
    ['nothing but a byte order mark', '\uFEFF', `FILE: found an empty file; accepted: ${shape}.`],
    ['nothing but blank lines', '\n \n', `FILE: found an empty file; accepted: ${shape}.`],
    ['no rows', 'examinee,q1\n', `FILE: found no rows below the header; accepted: ${shape}.`],
    [
      'no rows (long)',
      'examinee,item,score',
      `FILE: found no rows below the header; accepted: ${shape}.`,
    ],
    [
      'another first header',
      'name,q1\nm1,1\n',
      'FILE, line 1, column 1: found "name"; accepted: "examinee" or "model", followed by one column per item.',
    ],
    [
      'another first header, below a blank line',
      '\nExaminee,q1\nm1,1\n',
      'FILE, line 2, column 1: found "Examinee"; accepted: "examinee" or "model", followed by one column per item.',
    ],
    [
      'semicolons',
      'examinee;q1;q2\nm1;1;0\n',
      'FILE, the first line: found cells separated by semicolons; accepted: cells separated by commas, and numbers with a decimal point, such as 0.5.',
    ],
    [
      'no items',
      'examinee\nm1\n',
      'FILE, line 1: found no item columns; accepted: a header examinee,<item>,<item>,….',
    ],
    [
      'families but no items',
      'examinee,family\nm1,x\n',
      'FILE, line 1: found no item columns; accepted: a header examinee,<item>,<item>,….',
    ],
    [
      'an item twice',
      'examinee,q1,q2,q1\nm1,1,0,1\n',
      'FILE, line 1, column 4: found item "q1" again (first: line 1, column 2); accepted: each item only once.',
    ],
    [
      'an item without a name',
      'examinee,q1,,q3\nm1,1,0,1\n',
      'FILE, line 1, column 3: found an empty cell; accepted: the name of an item.',
    ],
    [
      'an examinee twice',
      'examinee,q1\nm1,1\nm2,1\nm1,1\n',
      'FILE, line 4: found examinee "m1" again (first: line 2); accepted: each examinee only once.',
    ],
    [
      'an examinee without a name',
      'examinee,q1\nm1,1\n,1\n',
      'FILE, line 3: found an empty cell; accepted: the name of an examinee.',
    ],
    [
      'an examinee of quoted spaces',
      'examinee,q1\n"  ",1\n',
      'FILE, line 2: found an empty cell; accepted: the name of an examinee.',
    ],
    [
      'an empty family',
      'examinee,family,q1\nm1,x,1\nm2,,1\n',
      'FILE, line 3, examinee "m2": found an empty cell; accepted: the name of a family.',
    ],
    [
      'a short row',
      'examinee,q1,q2\nm1,1,0\nm2,1\n',
      'FILE, line 3: found 2 cells; accepted: 3 cells, as in the header.',
    ],
    [
      'a long row',
      'examinee,q1,q2\nm1,1,0,1\n',
      'FILE, line 2: found 4 cells; accepted: 3 cells, as in the header.',
    ],
    [
      'a row of one cell',
      'examinee,q1,q2\nm1\n',
      'FILE, line 2: found 1 cell; accepted: 3 cells, as in the header.',
    ],
    ...[
      '2',
      '-1',
      '1.01',
      'NaN',
      'Infinity',
      '1e400',
      '0x1',
      'truth',
      'NA',
      '1/4',
      '50%',
      '1 0',
    ].map((found): [string, string, string] => [
      `the cell ${found}`,
      `examinee,q1,q2\nm1,1,0\nm2,0,"${found}"\n`,
      `FILE, line 3, examinee "m2", item "q2": found "${found}"; accepted: ${cell}.`,
    ]),
    [
      'a decimal comma',
      'examinee,q1\nm1,"0,5"\n',
      `FILE, line 2, examinee "m1", item "q1": found "0,5", with a decimal comma; accepted: ${cell}.`,
    ],
    [
      'a long cell, cut to 40 characters',
      `examinee,q1\nm1,${'😀'.repeat(39)}abc\n`,
      `FILE, line 2, examinee "m1", item "q1": found "${'😀'.repeat(39)}a…"; accepted: ${cell}.`,
    ],
    [
      'a cell below quoted line ends and blank lines (CRLF)',
      'examinee,"q\r\n1"\r\n\r\n"m\r\n\r\n1",1\r\nm2,x\r\n',
      `FILE, line 7, examinee "m2", item "q 1": found "x"; accepted: ${cell}.`,
    ],
    [
      'a cell below quoted line ends and blank lines (LF)',
      'examinee,"q\n1"\n\n"m\n\n1",1\n\n\nm2,x\n',
      `FILE, line 9, examinee "m2", item "q 1": found "x"; accepted: ${cell}.`,
    ],
    [
      'a quote that is not closed',
      'examinee,q1\n\nm1,1\nm2,"1\nm3,0\n',
      `FILE, line 4, column 2: found a double quote that is never closed; accepted: ${quotes}.`,
    ],
    [
      'text after a closing quote',
      'examinee,q1\n"m1"x,1\n',
      `FILE, line 2, column 1: found text after a closing double quote; accepted: ${quotes}.`,
    ],
    [
      'text after a closing quote and a space',
      'examinee,q1\n"m1" x,1\n',
      `FILE, line 2, column 1: found text after a closing double quote; accepted: ${quotes}.`,
    ],
    [
      'a quote inside an unquoted cell',
      'examinee,q1\nm"1,1\n',
      `FILE, line 2, column 1: found a double quote inside an unquoted cell; accepted: ${quotes}.`,
    ],
    [
      'UTF-16',
      Buffer.from('\uFEFFexaminee,q1\nm1,1\n', 'utf16le'),
      'FILE, line 1: found UTF-16 text; accepted: UTF-8 text. To convert it: iconv -f UTF-16 -t UTF-8 FILE > UTF8_FILE.',
    ],
    [
      'Latin-1',
      Buffer.from('examinee,q1\nm1,1\nmodèle,1\n', 'latin1'),
      'FILE, line 3: found bytes that are not UTF-8 text; accepted: UTF-8 text.',
    ],
    [
      'lines that end in CR alone',
      'examinee,q1\rm1,1\r',
      'FILE, line 1: found lines that end in CR alone; accepted: lines that end in LF or CRLF.',
    ],
    [
      'the long form: a pair twice',
      'examinee,item,score\nm1,q1,1\nm1,q2,1\nm2,q1,0\nm1,q1,1\n',
      'FILE, line 5, examinee "m1", item "q1": found a second row (first: line 2); accepted: one row per examinee and item.',
    ],
    [
      'the long form: an empty pair twice',
      'examinee,item,score\nm1,q1,\nm1,q1,1\n',
      'FILE, line 3, examinee "m1", item "q1": found a second row (first: line 2); accepted: one row per examinee and item.',
    ],
    [
      'the long form: a bad score',
      'examinee,item,score\nm1,q1,1\nm1,q2,yes\n',
      `FILE, line 3, examinee "m1", item "q2": found "yes"; accepted: ${cell}.`,
    ],
    [
      'the long form: no examinee',
      'examinee,item,score\n,q1,1\n',
      'FILE, line 2: found an empty cell; accepted: the name of an examinee.',
    ],
    [
      'the long form: no item',
      'examinee,item,score\nm1,,1\n',
      'FILE, line 2: found an empty cell; accepted: the name of an item.',
    ],
    [
      'the long form: a short row',
      'examinee,item,score\nm1,q1\n',
      'FILE, line 2: found 2 cells; accepted: 3 cells, as in the header.',
    ],
  ];
  test.each(bad)('%s', (_name, text, message) => {
    const path = file(text);
    expectFailure(() => readResponses(path), 'FILE_INVALID', message, path);
  });

  test.each(['examinee,q1,q2\nm1,,\nm2,,\n', 'examinee,item,score\nm1,q1,\n'])(
    'a file without any answer: %j',
    (text) => {
      const path = file(text);
      const message = 'FILE: every cell is empty; at least one answer is needed.';
      expectFailure(() => readResponses(path), 'NO_ANSWERS', message, path);
    },
  );

  test('a long file of more pairs than a matrix can hold', () => {
    let text = 'examinee,item,score\n';
    for (let k = 0; k < 25_000; k++) text += `m${k},q${k},1\n`;
    const path = file(text);
    const message = 'FILE: found 25000 examinees × 25000 items; accepted: at most 536870912 cells.';
    expectFailure(() => readResponses(path), 'FILE_INVALID', message, path);
  });

  test('a file that is not there, a directory, and a path through a file', () => {
    const folder = temporaryFolder();
    const missing = join(folder, 'none.csv');
    const through = join(file('examinee,q1\nm1,1\n'), 'more.csv');
    const cases: [string, ErrorCode, string][] = [
      [missing, 'FILE_NOT_FOUND', 'FILE: no such file. Check the path.'],
      [folder, 'FILE_UNREADABLE', 'FILE: cannot be read (it is a directory).'],
      [through, 'FILE_UNREADABLE', 'FILE: cannot be read (a part of the path is not a directory).'],
    ];
    for (const [path, code, message] of cases) {
      expectFailure(() => readResponses(path), code, message, path);
    }
    expect(failureOf(() => readResponses('a\0b')).code).toBe('FILE_UNREADABLE');
  });
});
