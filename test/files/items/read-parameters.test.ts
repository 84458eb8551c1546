import { describe, expect, test } from 'vitest';
import { flaggedIn, readParameters } from '../../../src/files/items/read-parameters.ts';
import { expectFailure, temporaryFiles } from '../temporary.ts';

const file = temporaryFiles();

describe('readParameters reads', () => {
  test('a, b, c, d and standard errors', () => {
    const read = readParameters(
      file('item,a,b,c,d,se_a,se_b,se_c\nq1,1.2,-0.5,0.2,0.98,0.1,0.2,0.03\nq2,8e-1,0,,,0,,\n'),
    );
    expect(read).toEqual({
      items: ['q1', 'q2'],
      parameters: {
        count: 2,
        a: Float64Array.of(1.2, 0.8),
        b: Float64Array.of(-0.5, 0),
        c: Float64Array.of(0.2, 0),
        d: Float64Array.of(0.98, 1),
      },
      standardErrors: {
        a: Float64Array.of(0.1, 0),
        b: Float64Array.of(0.2, Number.NaN),
        c: Float64Array.of(0.03, Number.NaN),
      },
    });
  });

  test('columns in any order, CRLF, a byte order mark, a guarded name', () => {
    const read = readParameters(file("\uFEFFb,item,a\r\n2,'-q,1\r\n"));
    expect(read).toEqual({
      items: ['-q'],
      parameters: {
        count: 1,
        a: Float64Array.of(1),
        b: Float64Array.of(2),
        c: Float64Array.of(0),
        d: Float64Array.of(1),
      },
    });
  });

  test('a slope below 0: the item works backwards, and tests leave it out', () => {
    const read = readParameters(
      file('item,a,b,flag\nq1,-1.3,0,\nq2,1,0,negative-slope\nq3,1,0,\n'),
    );
    expect(Array.from(read.parameters.a)).toEqual([-1.3, 1, 1]);
    expect(Array.from(flaggedIn(read))).toEqual([1, 1, 0]);
  });

  test('a flag that is not known is refused, with those that are', () => {
    const thrown = () => readParameters(file('item,a,b,flag\nq1,1,0,odd\n'));
    expect(thrown).toThrow(
      expect.objectContaining({
        code: 'FILE_INVALID',
        details: expect.objectContaining({
          where: expect.stringContaining('column flag'),
          found: '"odd"',
          accepted: expect.stringContaining('negative-slope, a-at-bound'),
        }),
      }),
    );
  });

  test('flags: several with a space between, none in an empty cell, absent without the column', () => {
    const read = readParameters(
      file('item,a,b,flag\nq1,1,0,too-few-answers negative-slope\nq2,1,0,\n'),
    );
    expect(read.flags).toEqual([['negative-slope', 'too-few-answers'], []]);
    expect(readParameters(file('item,a,b\nq1,1,0\n')).flags).toBeUndefined();
  });

  test('columns that begin with se_, known or not', () => {
    const read = readParameters(file('item,a,b,se_d,se_b\nq1,1,0,whatever,0.3\n'));
    const none = Float64Array.of(Number.NaN);
    expect(read.standardErrors).toEqual({ a: none, b: Float64Array.of(0.3), c: none });
  });
});

describe('readParameters refuses', () => {
  const header = 'item,a,b and optionally c,d,se_a,se_b,se_c,flag, in any order';
  const c = 'a number in [0, 1), or an empty cell (0)';
  const d = 'a number above c and at most 1, or an empty cell (1)';
  const se = 'a number of at least 0, or an empty cell (not known)';
  test.each([
    [
      'an empty file',
      '',
      `FILE: found an empty file; accepted: a header ${header}, and rows below it.`,
    ],
    [
      'no rows',
      'item,a,b\n',
      `FILE: found no rows below the header; accepted: a header ${header}, and rows below it.`,
    ],
    [
      'no column b',
      'item,a\nq1,1\n',
      `FILE, line 1: found no column "b" among "item,a"; accepted: a header ${header}.`,
    ],
    [
      'no column item',
      'name,a,b\nq1,1,0\n',
      `FILE, line 1: found no column "item" among "name,a,b"; accepted: a header ${header}.`,
    ],
    [
      'an unknown column',
      'item,a,b,guess\nq1,1,0,0\n',
      `FILE, line 1, column 4: found column "guess"; accepted: ${header}.`,
    ],
    [
      'a column twice',
      'item,a,b,a\nq1,1,0,1\n',
      'FILE, line 1, column 4: found column "a" again (first: line 1, column 2); accepted: each column only once.',
    ],
    [
      'a column without a name',
      'item,a,b,\nq1,1,0,\n',
      'FILE, line 1, column 4: found an empty cell; accepted: the name of a column.',
    ],
    [
      'an item twice',
      'item,a,b\nq1,1,0\nq2,1,0\nq1,1,0\n',
      'FILE, line 4: found item "q1" again (first: line 2); accepted: each item only once.',
    ],
    [
      'an item without a name',
      'item,a,b\n,1,0\n',
      'FILE, line 2: found an empty cell; accepted: the name of an item.',
    ],
    [
      'a short row',
      'item,a,b\nq1,1\n',
      'FILE, line 2: found 2 cells; accepted: 3 cells, as in the header.',
    ],
    ...['0', 'x', 'Infinity', '1e-400', '1e400', '1e300', '-1e-300'].map((found) => [
      `a = ${found}`,
      `item,a,b\nq1,1,0\nq2,${found},0\n`,
      `FILE, line 3, item "q2", column a: found "${found}"; accepted: a number from 0.000001 to 1000000; from -1000000 to -0.000001 for an item that works backwards.`,
    ]),
    [
      'an empty a',
      'item,a,b\nq1,,0\n',
      'FILE, line 2, item "q1", column a: found an empty cell; accepted: a number from 0.000001 to 1000000; from -1000000 to -0.000001 for an item that works backwards.',
    ],
    ...['NaN', 'hard', '-Infinity', '0x2'].map((found) => [
      `b = ${found}`,
      `item,a,b\nq1,1,${found}\n`,
      `FILE, line 2, item "q1", column b: found "${found}"; accepted: a number from -1000000000 to 1000000000.`,
    ]),
    ...['1', '-0.1', 'none'].map((found) => [
      `c = ${found}`,
      `item,a,b,c\nq1,1,0,${found}\n`,
      `FILE, line 2, item "q1", column c: found "${found}"; accepted: ${c}.`,
    ]),
    ...['0.2', '1.01', '0', 'none'].map((found) => [
      `d = ${found} with c = 0.2`,
      `item,a,b,c,d\nq1,1,0,0.2,${found}\n`,
      `FILE, line 2, item "q1", column d: found "${found}"; accepted: ${d}.`,
    ]),
    ...['-0.1', 'wide'].map((found) => [
      `se_b = ${found}`,
      `item,a,b,se_b\nq1,1,0,${found}\n`,
      `FILE, line 2, item "q1", column se_b: found "${found}"; accepted: ${se}.`,
    ]),
  ])('%s', (_name, text, message) => {
    const path = file(text);
    expectFailure(() => readParameters(path), 'FILE_INVALID', message, path);
  });

  test('a file that is not there', () => {
    const message = 'none.csv: no such file. Check the path.';
    expectFailure(() => readParameters('none.csv'), 'FILE_NOT_FOUND', message);
  });
});
