import { expect, test } from 'vitest';
import { publishedItem } from '../../../item-bank/builtin/published-text.ts';

const RECORD = {
  code: 'def f(x):\n    return x',
  input: '[1, 2]',
  output: '[1, 2]',
  id: 'sample_7',
};

test('a record of CRUXEval as the item of cruxeval-o', () => {
  const item = publishedItem('cruxeval-o', RECORD);
  expect(item).toMatchObject({ id: 'crux-test-#7', key: '[1, 2]' });
  expect(item).toMatchObject({
    stem: expect.stringMatching(/\n\ndef f\(x\):\n {4}return x\nassert f\(\[1, 2\]\) == \?\?$/),
  });
});

test.each([
  ['another bank', 'mmlu-pro', RECORD],
  ['another form', 'cruxeval-o', { id: 'crux-test-#7', question: 'x', answer: 'y' }],
  ['no record', 'cruxeval-o', null],
])('%s: the record is read as it is', (_, bank, record) => {
  expect(publishedItem(bank, record)).toBeUndefined();
});
