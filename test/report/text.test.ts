import { expect, test } from 'vitest';
import { documentText } from '../../src/report/text.ts';

const rows = Array.from({ length: 23 }, (_, k) => [`item ${k}`, k + 0.123456, null, 'one\ntwo']);

test('a terminal gets the answer, facts, the first rows and what to do; charts and empty columns are left out', () => {
  const text = documentText(
    {
      title: 'not printed',
      lead: 'Run `thetarank rank`.',
      facts: [['seed', '1']],
      sections: [
        {
          heading: 'Items',
          paragraphs: ['A note.'],
          charts: [{ title: 'no chart', svg: () => expect.fail('drawn') }],
          table: {
            caption: 'no caption',
            columns: [
              { name: 'item' },
              { name: 'value', unit: 'logits', numeric: true, help: 'An estimate.' },
              { name: 'unknown' },
              { name: 'why' },
            ],
            rows,
          },
        },
      ],
      next: '`thetarank order`',
    },
    ['a.json', 'b.html'],
  );
  const lines = text.split('\n');
  expect(lines.slice(0, 5)).toEqual([
    ...['Run thetarank rank.', 'seed: 1', '', 'Items:'],
    'item     value, logits  why',
  ]);
  expect(lines[5]).toBe('item 0          0.1235  one; two');
  expect(lines.slice(-7)).toEqual([
    'item 19          19.12  one; two',
    'and 3 more (--json, --report)',
    'value: An estimate.',
    'A note.',
    '',
    'Written: a.json, b.html.',
    'Next: thetarank order',
  ]);
});

test('a table says how many rows a terminal shows', () => {
  const table = { caption: '', columns: [{ name: 'a' }], rows: [['x'], ['y'], ['z']], limit: 2 };
  const of = (own: object) =>
    documentText({ title: '', lead: '', facts: [], sections: [{ heading: 'h', ...own }] });
  expect(of({ table })).toBe('h:\na\nx\ny\nand 1 more (--json, --report)');
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name]);
  expect(of({ table: { ...table, rows, limit: 3, isSpread: true } })).toBe(
    'h:\na\na\nd\ng\nand 4 more (--json, --report)',
  );
  const rest = documentText({ sections: [{ table }] }, [], '--json');
  expect(rest).toBe('a\nx\ny\nand 1 more (--json)');
  expect(of({})).toBe('h:');
  // Of a section of charts alone there is nothing to show.
  expect(of({ charts: [{ title: 'c', svg: '<svg></svg>' }] })).toBe('');
});
