import { describe, expect, test } from 'vitest';
import { readFamilies } from '../../../src/files/responses/read-families.ts';
import { expectFailure, temporaryFiles } from '../temporary.ts';

const file = temporaryFiles();

describe('readFamilies', () => {
  test('gives the families in the order of the examinees', () => {
    const text = 'size,family,examinee\n7,y,m2\n,x,m1\n70,y,m3\n1,z,other\n';
    expect(readFamilies(file(text), ['m1', 'm2', 'm3'])).toEqual(['x', 'y', 'y']);
  });

  test('a column headed model, unless there is one headed examinee', () => {
    expect(readFamilies(file('family,model\nx,m1\n'), ['m1'])).toEqual(['x']);
    expect(readFamilies(file('model,examinee,family\nm1,m2,x\n'), ['m2'])).toEqual(['x']);
  });

  const header = 'a header with the columns examinee,family';
  test.each([
    ['an empty file', '', `FILE: found an empty file; accepted: ${header}, and rows below it.`],
    [
      'no column examinee',
      'name,family\nm1,x\n',
      `FILE, line 1: found no column "examinee" among "name,family"; accepted: ${header}.`,
    ],
    [
      'no column family',
      'examinee,maker\nm1,x\n',
      `FILE, line 1: found no column "family" among "examinee,maker"; accepted: ${header}.`,
    ],
    [
      'an examinee twice',
      'examinee,family\nm1,x\nm1,x\n',
      'FILE, line 3: found examinee "m1" again (first: line 2); accepted: each examinee only once.',
    ],
    [
      'an examinee without a name',
      'examinee,family\n,x\n',
      'FILE, line 2: found an empty cell; accepted: the name of an examinee.',
    ],
    [
      'an empty family',
      'examinee,family\nm1,x\nm2,\n',
      'FILE, line 3, examinee "m2": found an empty cell; accepted: the name of a family.',
    ],
    [
      'a short row',
      'examinee,family\nm1\n',
      'FILE, line 2: found 1 cell; accepted: 2 cells, as in the header.',
    ],
  ])('refuses %s', (_name, text, message) => {
    const path = file(text);
    expectFailure(() => readFamilies(path, ['m1']), 'FILE_INVALID', message, path);
  });

  test('refuses a file without some of the examinees', () => {
    const path = file('examinee,family\nm1,x\n');
    const one = 'examinee m2: no row in FILE. Add a row with its family.';
    const two = 'examinee m0 and 1 more: no row in FILE. Add a row with its family.';
    const code = 'EXAMINEE_WITHOUT_FAMILY';
    expectFailure(() => readFamilies(path, ['m1', 'm2']), code, one, path);
    expectFailure(() => readFamilies(path, ['m0', 'm1', 'm2']), code, two, path);
  });

  test('refuses a file that is not there', () => {
    const message = 'none.csv: no such file. Check the path.';
    expectFailure(() => readFamilies('none.csv', ['m1']), 'FILE_NOT_FOUND', message);
  });
});
