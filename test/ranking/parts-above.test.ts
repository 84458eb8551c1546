import { expect, test } from 'vitest';
import { bankTaxonomy } from '../../item-bank/taxonomies/bank-taxonomy.ts';
import { loadTaxonomy } from '../../item-bank/taxonomies/load-taxonomy.ts';
import { taggedParts } from '../../src/ranking/further-scores.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';

const items = ['a', 'b', 'c', 'd'];
const bank: RecordedBank = {
  name: 'own',
  simulated: false,
  responses: { examinees: [], items, scores: new Float32Array(0) },
  fullScore: 'items',
  tags: { exam_class: { values: ['护士', '高级职称', 'else'], codes: Uint16Array.of(0, 1, 0, 2) } },
};

test('without a taxonomy there is nothing above a tag', () => {
  expect(taggedParts(bank).above).toEqual([]);
});

test('the level above is made of the values of the tag', () => {
  const [own, ...rest] = taggedParts({
    ...bank,
    taxonomy: bankTaxonomy(loadTaxonomy('cmb')),
  }).above;
  expect(own).toMatchObject({ tag: 'exam_type', count: 3 });
  expect(items.map((_, j) => own.values[own.of[j]])).toEqual([
    'Nurse',
    'Physician',
    'Nurse',
    '(none)',
  ]);
  expect(rest).toEqual([]);
});

test("the bank's own tag of that level is used where it has one", () => {
  const tag = { values: ['x', 'y'], codes: Uint16Array.of(1, 0, 1, 0) };
  const taxonomy = bankTaxonomy(loadTaxonomy('cmb'));
  const { above } = taggedParts({ ...bank, tags: { ...bank.tags, exam_type: tag }, taxonomy });
  expect(above).toEqual([{ tag: 'exam_type', values: ['x', 'y'], count: 2, of: tag.codes }]);
});
