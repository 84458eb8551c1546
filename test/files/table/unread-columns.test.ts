import { afterEach, expect, test } from 'vitest';
import { readCosts } from '../../../src/files/items/read-costs.ts';
import { readKeys } from '../../../src/files/items/read-keys.ts';
import { readReview } from '../../../src/files/items/read-review.ts';
import { readChoices } from '../../../src/files/responses/read-choices.ts';
import { readFamilies } from '../../../src/files/responses/read-families.ts';
import { hearUnreadColumns } from '../../../src/files/table/unread-columns.ts';
import { failureOf, temporaryFiles } from '../temporary.ts';

const temporaryFile = temporaryFiles();

afterEach(() => hearUnreadColumns(() => {}));

function unreadOf(read: (file: string) => unknown, text: string): readonly string[] {
  let heard: readonly string[] = [];
  hearUnreadColumns((_, columns) => {
    heard = columns;
  });
  read(temporaryFile(text));
  return heard;
}

test.each([
  [
    'costs',
    (file: string) => readCosts(file, ['q']),
    'item,cost,currency\nq,1,eur\n',
    ['currency'],
  ],
  ['keys', readKeys, 'item,key,type,points,topic\nq,A,single,5,law\n', ['points', 'topic']],
  ['choices', readChoices, 'examinee,item,choice,time\nx,q,A,3\n', ['time']],
  ['families', (file: string) => readFamilies(file, ['x']), 'model,family,size\nx,f,7\n', ['size']],
  [
    'a review, with what an audit writes',
    readReview,
    'item,probability,reasons,decision,by\nq,.4,,retire,me\n',
    ['by'],
  ],
  ['keys without others', readKeys, 'item,key\nq,A\n', []],
] as const)('columns that are not read are told: %s', (_, read, text, unread) => {
  expect(unreadOf(read, text)).toEqual(unread);
});

test.each(['typ', 'option', 'Options', 'tyype'])(
  'a misspelt column of keys is refused: %s',
  (column) => {
    const file = temporaryFile(`item,key,${column}\nq,A,\n`);
    const { code, details } = failureOf(() => readKeys(file));
    expect(code).toBe('FILE_INVALID');
    expect(details.found).toContain(column);
  },
);
