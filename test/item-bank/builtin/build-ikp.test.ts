import { describe, expect, test } from 'vitest';
import { ikpBank } from '../../../item-bank/builtin/build-ikp.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';

/** Items i0 to i20 are of one topic, i21 is of another, i22 is flagged. */
const IDS = Array.from({ length: 23 }, (_, j) => `i${j}`);
const row = (first: string, rest: string) => [first, ...IDS.slice(1).map(() => rest)].join();
const RESPONSES = {
  file: 'responses.csv',
  text: [
    `examinee,${IDS.join()}`,
    `gpt-4,${row('1', '0')}`,
    `landmark,${row('1', '1')}`,
    `hermes-3-405b,${row('', '1')}`,
    `hardly-asked,${row('1', '')}`,
  ].join('\n'),
};
const ITEMS = {
  file: 'items.csv',
  text: [
    'item,tier,topic,flagged,question',
    ...IDS.map(
      (id, j) => `${id},${j < 5 ? 1 : 2},${j < 21 ? 'places' : 'rare'},${j === 22 ? 1 : 0},Why?`,
    ),
  ].join('\n'),
};
const EXAMINEES = {
  file: 'examinees.csv',
  text: [
    'examinee,family,landmark_tier',
    'gpt-4,OpenAI,',
    'landmark,Maker,3',
    'hermes-3-405b,NousResearch,',
    'hardly-asked,Maker,',
  ].join('\n'),
};
const flat = ({ items }: ResponseMatrix) => ({
  parameters: itemParameters({ a: items.map(() => 1.23456), b: items.map(() => -0.9999) }),
});

describe('from small files', () => {
  const bank = ikpBank(RESPONSES, ITEMS, EXAMINEES, flat);

  test('without flagged items, landmark models and models that were hardly asked', () => {
    expect(bank.items).toEqual(IDS.slice(0, 22));
    expect(bank.responses.items).toEqual(bank.items);
    expect(bank.responses.examinees).toEqual(['gpt-4', 'hermes-3-405b']);
    expect(bank.provenance.notes.join()).toContain('landmark models (landmark)');
    expect(bank.provenance.notes.join()).toContain('(hardly-asked)');
  });

  test('an empty cell is missing, not wrong; there is no question text', () => {
    const { scores } = bank.responses;
    expect([...scores.subarray(0, 2)]).toEqual([1, 0]);
    expect([...scores.subarray(22, 24)]).toEqual([Number.NaN, 1]);
    expect(JSON.stringify(bank)).not.toContain('Why?');
  });

  test('tags: the tier first; topics of fewer than 20 items are one', () => {
    expect(Object.keys(bank.tags)).toEqual(['tier', 'topic']);
    expect(bank.tags.tier.values).toEqual(['1', '2']);
    expect(bank.tags.topic).toEqual({
      values: ['places', 'other'],
      codes: Uint16Array.from(bank.items, (_, j) => Number(j === 21)),
    });
  });

  test("a family is a maker, that of the base for a fine-tune of another maker's model", () => {
    expect(bank.families).toEqual(['OpenAI', 'Meta']);
  });

  test.each([
    [
      'a column missing',
      { ...EXAMINEES, text: EXAMINEES.text.replace('family', 'maker') },
      'found no column family',
    ],
    [
      'another order',
      { ...EXAMINEES, text: EXAMINEES.text.replace('gpt-4', 'gpt-5') },
      'examinee 1: found "gpt-5"',
    ],
    [
      'a model missing',
      { ...EXAMINEES, text: EXAMINEES.text.split('\n').slice(0, 4).join('\n') },
      'found 3 examinees',
    ],
  ])('refused with the place: %s', (_, examinees, message) => {
    expect(() => ikpBank(RESPONSES, ITEMS, examinees, flat)).toThrow(message);
  });
});
