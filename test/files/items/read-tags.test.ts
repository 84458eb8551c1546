import { describe, expect, test } from 'vitest';
import { readItemTags } from '../../../src/files/items/read-tags.ts';
import { expectFailure, temporaryFiles } from '../temporary.ts';

const file = temporaryFiles();

describe('readItemTags', () => {
  test('gives the tags of the items asked for, in their order', () => {
    const text =
      'level,item,topic\neasy,q3,law\nhard,q1,"life, sciences"\neasy,q2,law\neasy,other,art\n';
    expect(readItemTags(file(text), ['q1', 'q2', 'q3'])).toEqual({
      level: { values: ['hard', 'easy'], codes: Uint16Array.of(0, 1, 1) },
      topic: { values: ['life, sciences', 'law'], codes: Uint16Array.of(0, 1, 1) },
    });
  });

  test('takes any name for a tag', () => {
    const tags = readItemTags(file('item,__proto__,constructor\nq1,x,y\n'), ['q1']);
    expect(Object.keys(tags)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(tags)).toBe(Object.prototype);
  });

  test('holds 65,536 values of a tag, and refuses more', () => {
    const items = Array.from({ length: 65_537 }, (_x, j) => `q${j}`);
    const path = file(`item,own\n${items.map((item) => `${item},${item}\n`).join('')}`);
    expect(readItemTags(path, items.slice(1)).own.codes[65_535]).toBe(65_535);
    const message = 'FILE, column "own": found 65537 different values; accepted: at most 65536.';
    expectFailure(() => readItemTags(path, items), 'FILE_INVALID', message, path);
  });

  test.each([
    [
      'an empty file',
      '',
      'FILE: found an empty file; accepted: a header item,<tag>,<tag>,…, and rows below it.',
    ],
    [
      'no column item',
      'id,topic\nq1,law\n',
      'FILE, line 1: found no column "item" among "id,topic"; accepted: a header item,<tag>,<tag>,….',
    ],
    [
      'no tags',
      'item\nq1\n',
      'FILE, line 1: found no tag columns; accepted: a header item,<tag>,<tag>,….',
    ],
    [
      'a tag twice',
      'item,topic,topic\nq1,law,law\n',
      'FILE, line 1, column 3: found column "topic" again (first: line 1, column 2); accepted: each column only once.',
    ],
    [
      'an item twice',
      'item,topic\nq1,law\nq1,art\n',
      'FILE, line 3: found item "q1" again (first: line 2); accepted: each item only once.',
    ],
    [
      'an empty value, also of an item that is not asked for',
      'item,topic,level\nq1,law,hard\nother,,hard\n',
      'FILE, line 3, item "other", column "topic": found an empty cell; accepted: a value of the tag.',
    ],
    [
      'a long row',
      'item,topic\nq1,law,art\n',
      'FILE, line 2: found 3 cells; accepted: 2 cells, as in the header.',
    ],
  ])('refuses %s', (_name, text, message) => {
    const path = file(text);
    expectFailure(() => readItemTags(path, ['q1']), 'FILE_INVALID', message, path);
  });

  test('refuses a file without some of the items', () => {
    const path = file('item,topic\nq2,law\n');
    const one = 'item q1: no row in FILE. Add a row with its tags.';
    const three = 'item q1 and 2 more: no row in FILE. Add a row with its tags.';
    expectFailure(() => readItemTags(path, ['q2', 'q1']), 'ITEM_WITHOUT_TAGS', one, path);
    const items = ['q1', 'q2', 'q3', 'q4'];
    expectFailure(() => readItemTags(path, items), 'ITEM_WITHOUT_TAGS', three, path);
  });

  test('refuses a file that is not there', () => {
    const message = 'none.csv: no such file. Check the path.';
    expectFailure(() => readItemTags('none.csv', ['q1']), 'FILE_NOT_FOUND', message);
  });
});
