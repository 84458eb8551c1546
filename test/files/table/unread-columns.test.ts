import { expect, test } from 'vitest';
import { readCosts } from '../../../src/files/items/read-costs.ts';
import { readKeys } from '../../../src/files/items/read-keys.ts';
import { readOutputs } from '../../../src/files/items/read-outputs.ts';
import { readReview } from '../../../src/files/items/read-review.ts';
import { readJudgements } from '../../../src/files/judges/read-judgements.ts';
import { readChoices } from '../../../src/files/responses/read-choices.ts';
import { readFamilies } from '../../../src/files/responses/read-families.ts';
import { hearingUnread } from '../../../src/files/table/unread-columns.ts';
import { reteller } from '../../../src/languages/retell.ts';
import { TOLD } from '../../../src/languages/told/told.ts';
import { failureOf, temporaryFiles } from '../temporary.ts';

const temporaryFile = temporaryFiles();

async function notesOf(read: (file: string) => unknown, text: string, ending?: string) {
  const notes: string[] = [];
  const file = temporaryFile(text, ending);
  await hearingUnread(notes, async () => read(file));
  return notes;
}

const quotedIn = (note: string) => [...note.matchAll(/"([^"]+)"/g)].map(([, name]) => name);

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
] as const)('columns that are not read are told: %s', async (_, read, text, unread) => {
  const notes = await notesOf(read, text);
  expect(notes.flatMap(quotedIn)).toEqual(unread);
  expect(notes.map(reteller(TOLD))).not.toContain(null);
});

const JUDGED = { model: 'x', item: 'q', judge: 'j', score: 3 };
const OUTPUT = { model: 'x', item: 'q', output: 'A' };
const jsonLines = (...values: readonly object[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

test.each([
  ['judgements', readJudgements, jsonLines(JUDGED, { ...JUDGED, item: 'r', weight: 2 })],
  [
    'outputs',
    (file: string) => [...readOutputs(file)],
    jsonLines(OUTPUT, { ...OUTPUT, weight: 2 }),
  ],
] as const)('so are fields of any line: %s', async (_, read, text) => {
  const notes = await notesOf(read, text, '.jsonl');
  expect(notes.flatMap(quotedIn)).toEqual(['weight']);
  expect(notes.map(reteller(TOLD))).not.toContain(null);
});

test('many columns are counted', async () => {
  const more = Array.from({ length: 12 }, (_, k) => `c${k}`);
  const [note] = await notesOf(readKeys, `item,key,${more}\nq,A,${more}\n`);
  expect(quotedIn(note)).toHaveLength(8);
  expect(note).toContain('12');
  expect(reteller(TOLD)(note)).toContain('12');
});

test('readers of several requests at once are heard apart', async () => {
  const one = (column: string) =>
    notesOf(async (file) => {
      await Promise.resolve();
      readKeys(file);
    }, `item,key,${column}\nq,A,1\n`);
  const heard = await Promise.all(['points', 'topic'].map(one));
  expect(heard.map((notes) => notes.flatMap(quotedIn))).toEqual([['points'], ['topic']]);
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

test.each([
  ['judgements', readJudgements, JUDGED, 'Aspect'],
  ['outputs', (file: string) => [...readOutputs(file)], OUTPUT, 'finishReason'],
] as const)('so is a misspelt field of %s', (_, read, line, field) => {
  const file = temporaryFile(jsonLines(line, { ...line, item: 'r', [field]: 'length' }), '.jsonl');
  const { code, details } = failureOf(() => read(file));
  expect(code).toBe('FILE_INVALID');
  expect(details).toMatchObject({ where: 'line 2' });
  expect(details.found).toContain(field);
});
