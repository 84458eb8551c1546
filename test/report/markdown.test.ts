import { expect, test } from 'vitest';
import { documentMarkdown } from '../../src/report/markdown.ts';
import { plainTable } from '../../src/report/plain-table.ts';

test('a document is a heading, its answer, tables, paragraphs and facts', () => {
  const table = plainTable(['model', 'change'], [['a', 1.5]]);
  const text = documentMarkdown({
    title: 'Bank',
    lead: 'A is better.',
    facts: [['items', '20']],
    sections: [{ heading: 'Changes', table, paragraphs: ['One.'] }],
  });
  expect(text).toBe(
    '### Bank\n\nA is better.\n\n| model | change |\n|---|---:|\n| a | 1.5 |\n\n- One.\n\n- items: 20\n',
  );
});

test('no name ends a cell, or begins a link, a tag or a mention', () => {
  const table = plainTable(['model'], [['a|b<img>[x](y)@all\nnext']]);
  const [, , row, ...more] = documentMarkdown({ sections: [{ table }] }).split('\n');
  expect(row).toMatch(/^\| a\\\|b\\<img\\>\\\[x\\\]\(y\)\\@all.*next \|$/);
  expect(more).toEqual(['']);
});
