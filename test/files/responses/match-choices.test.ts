import { describe, expect, test } from 'vitest';
import { readKeys } from '../../../src/files/items/read-keys.ts';
import { matchChoices } from '../../../src/files/responses/match-choices.ts';
import { expectFailure, temporaryFiles } from '../temporary.ts';

const file = temporaryFiles();
const matrix = {
  examinees: ['x', 'y', 'z'],
  items: ['p', 'q', 'r'],
  scores: Float32Array.of(1, 0, 0, 1, 1, Number.NaN, 0, 1, 0),
};
const HEADER = 'examinee,item,choice';

describe('matchChoices', () => {
  test('options, who chose them, and the key by the scores; columns in any order, others ignored', () => {
    const text = `choice,model,note,item\nb,x,1,p\nB,y,1,p\nA,z,1,p\nC,y,1,q\nC,z,1,q\n,x,1,q\nD,other,1,p\nA,x,1,unknown\n`;
    const { items, unmatched } = matchChoices(file(text), matrix, null);
    expect(unmatched).toBe(2);
    expect(items).toEqual([
      { options: ['A', 'B'], chosen: Int16Array.of(1, 1, 0), key: 1 },
      { options: ['C'], chosen: Int16Array.of(-1, 0, 0), key: 0 },
      null,
    ]);
  });

  test('a file of keys comes first, and says which letters there are', () => {
    const keys = readKeys(file('item,key,options\np,A,4\nq,E,\n'));
    const { items } = matchChoices(file(`${HEADER}\nx,p,B\nx,q,C\nx,r,BD\n`), matrix, keys);
    expect(items[0]).toMatchObject({ options: ['A', 'B', 'C', 'D'], key: 0 });
    expect(items[1]).toMatchObject({ options: ['C', 'E'], key: 1 });
    // Nobody has item r right, and it has no key in the file.
    expect(items[2]).toMatchObject({ options: ['BD'], key: null });
  });

  test('the JSON of grade', () => {
    const scores = [
      { model: 'x', item: 'p', answer: 'B', key: 'B', score: 1 },
      { model: 'y', item: 'p', answer: null, key: 'B', score: 0 },
    ];
    const { items } = matchChoices(file(JSON.stringify({ mode: 'default', scores })), matrix, null);
    expect(items[0]).toEqual({ options: ['B'], chosen: Int16Array.of(0, -1, -1), key: 0 });
  });

  const forms = `a header ${HEADER} and one row per answer, or the JSON of thetarank grade --json`;
  test.each([
    ['an empty file', '', `FILE: found an empty file; accepted: ${forms}.`],
    [
      'other columns',
      'examinee,item,score\nx,p,1\n',
      `FILE, line 1: found no column "choice" among "examinee,item,score"; accepted: ${forms}.`,
    ],
    ['other JSON', '{"results":[]}', `FILE: found other JSON; accepted: ${forms}.`],
    [
      'no letters',
      `${HEADER}\nx,p,7\n`,
      'FILE, line 2: found "7"; accepted: option letters, each at most once, such as B or ABD.',
    ],
    [
      'two choices',
      `${HEADER}\nx,p,A\nx,p,A\n`,
      'FILE, line 3: found a second choice of examinee "x" for item "p"; accepted: one choice per examinee and item.',
    ],
    [
      'nothing that has recorded answers',
      `${HEADER}\nm,p,A\n`,
      'FILE: found no choice of an examinee and an item that have recorded answers; accepted: the names of examinees and items as in the recorded answers.',
    ],
    [
      'a row of another length',
      `${HEADER}\nx,p\n`,
      'FILE, line 2: found 2 cells; accepted: 3 cells, as in the header.',
    ],
  ])('refuses %s', (_, text, message) => {
    const path = file(text);
    expectFailure(() => matchChoices(path, matrix, null), 'FILE_INVALID', message, path);
  });
});
