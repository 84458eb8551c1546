import { expect, test } from 'vitest';
import type { FieldMap } from '../../../../item-bank/import/recognise/field-map.ts';
import { bytesSource, runImport } from '../run-import.ts';
import { mappedFormat } from './mapped-format.ts';

const PROVENANCE = { source: 'made up', licence: 'MIT', language: 'en' };
const MAP: FieldMap = { stem: 'q', options: 'o', key: 'k' };

const lines = (map: FieldMap, ...records: unknown[]) =>
  runImport(
    mappedFormat('jsonl', map, PROVENANCE, 'mine'),
    bytesSource(records.map((record) => JSON.stringify(record)).join('\n')),
  );

test.each<[string, unknown]>([
  ['an object', { A: 'one', B: 'two' }],
  ['a list', ['one', 'two']],
  ['numbers', ['one', 'two', 3]],
  ['a list as text', '["one","two"]'],
  ['an object as text', '{"A":"one","B":"two"}'],
  ['lines', 'A one\nB two'],
  ['blank ones', ['one', 'two', ' ', '']],
  ['texts and labels', { text: ['two', 'one'], label: ['B', 'A'] }],
])('options: %s', async (_, o) => {
  const { items } = await lines(MAP, { q: 'Even?', o, k: 'B' });
  expect(items[0]).toMatchObject({ type: 'single', options: { A: 'one', B: 'two' }, key: ['B'] });
});

test.each<[Partial<FieldMap>, unknown, string, unknown[]]>([
  [{}, 'B', 'single', ['B']],
  [{}, ' b ', 'single', ['B']],
  [{}, 'CA', 'multiple', ['A', 'C']],
  [{}, ['C', 'A'], 'multiple', ['A', 'C']],
  [{}, 'A、C', 'multiple', ['A', 'C']],
  [{ type: 'multiple' }, 'A', 'multiple', ['A']],
  [{ type: 'sequencing' }, 'C,A,B', 'sequencing', ['C', 'A', 'B']],
  [{ keyIs: 'index' }, 0, 'single', ['A']],
  [{ keyIs: 'index' }, '2', 'single', ['C']],
  [{ keyIs: 'index' }, [2, 0], 'multiple', ['A', 'C']],
])('key: %j, %j', async (map, k, type, key) => {
  const { items } = await lines({ ...MAP, ...map }, { q: 'Q', o: ['1', '2', '3'], k });
  expect(items[0]).toMatchObject({ type, key });
});

test('open questions and cases', async () => {
  const map = { stem: 'q', key: 'k', context: 'c' };
  const { items } = await lines(
    map,
    { q: 'Name a prime.', k: ['2', '3'], c: '' },
    { q: 'Name an even prime.', k: '2' },
    {
      c: 'A man counts.',
      q: 'What now?',
      k: [
        { question: 'First?', answer: 'one', note: 'x' },
        { question: 'Then?', answers: ['two', '2'] },
      ],
    },
  );
  expect(items).toMatchObject([
    { type: 'open', key: ['2', '3'] },
    { type: 'open', key: ['2'] },
    {
      type: 'case',
      context: 'A man counts.',
      key: [
        { question: 'First?', answers: ['one'] },
        { question: 'Then?', answers: ['two', '2'] },
      ],
    },
  ]);
});

test('ids, tags, paths, explanations and human answers', async () => {
  const map: FieldMap = {
    id: 'id',
    stem: 'doc.q',
    options: ['x.1', 'two'],
    key: 'k',
    explanation: 'why',
    tags: { subject: 'doc.subject', year: 'year' },
    human: { accuracy: 'p', respondents: 'n' },
  };
  const { items } = await lines(map, {
    id: 12,
    doc: { q: 'Q', subject: 's' },
    'x.1': 'one',
    two: 'two',
    k: 'A',
    why: 'So.',
    year: 2024,
    p: '0.25',
    n: 8,
  });
  expect(items[0]).toMatchObject({
    id: '12',
    options: { A: 'one', B: 'two' },
    explanation: 'So.',
    tags: { subject: 's', year: '2024' },
    human: { accuracy: 0.25, respondents: 8 },
  });
});

test('errors of a record', async () => {
  const good = { q: 'Q', o: ['1', '2'], k: 'A' };
  const { report } = await lines(
    MAP,
    { ...good, q: ['a'] },
    [good],
    { ...good, q: undefined },
    { ...good, o: 7 },
    { ...good, o: Array.from({ length: 27 }, (_, k) => `${k}`) },
    { ...good, k: undefined },
    { ...good, k: {} },
    { ...good, k: 'the first' },
  );
  expect(report.rejected.map(({ reason }) => reason)).toEqual([
    'q: not a text',
    'not an object',
    'stem: Too small: expected string to have >=1 characters; stem: blank',
    'options: neither texts by letter nor a list of texts',
    '27 options; accepted: at most 26',
    'no key',
    'no key',
    expect.stringMatching(/^key/),
  ]);
});

test('CSV by columns, with cells of a list as JSON', async () => {
  const map: FieldMap = { id: 'item', stem: 'q', options: 'o', key: 'k', tags: { t: 'kind' } };
  const text = 'item,kind,k,q,o\nq1,sums,B,"1 + 1, in full?","[""1"", ""2""]"\n';
  const { items } = await runImport(mappedFormat('csv', map, PROVENANCE), bytesSource(text));
  expect(items[0]).toMatchObject({
    id: 'q1',
    stem: '1 + 1, in full?',
    options: { A: '1', B: '2' },
    key: ['B'],
    tags: { t: 'sums' },
  });
  await expect(
    runImport(mappedFormat('csv', { ...map, context: 'c' }, PROVENANCE), bytesSource(text)),
  ).rejects.toMatchObject({
    code: 'FILE_INVALID',
    details: { file: 'FILE', where: 'line 1', found: 'no column "c" among "item,kind,k,q,o"' },
  });
});

test.each<[unknown, unknown, string[]]>([
  ['Rome', ['Paris', 'Rome'], ['B']],
  [' 42 ', ['42', '48'], ['A']],
  // Letters of options count before a text.
  ['B', ['B', 'A'], ['B']],
  ['BA', ['x', 'y', 'BA'], ['A', 'B']],
])('a key that is the text of an option: %j of %j', async (k, o, key) => {
  const { items } = await lines(MAP, { q: 'Q', o, k });
  expect(items[0].key).toEqual(key);
});

test.each<[unknown, unknown, string]>([
  [1, ['1', '2', '3'], 'a key that is a number: if it is the position'],
  ['Oslo', ['Paris', 'Rome'], 'no option'],
  ['A', { text: ['x', 'y'], label: ['A'] }, 'not as many labels as texts'],
  ['1', { text: ['x', 'y'], label: ['1', '2'] }, 'the label "1", not a letter'],
  ['So 48 / 2 = 24.\n#### 24', undefined, '--format gsm8k'],
  [true, undefined, 'the key is neither a text nor a list of texts'],
])('a key that cannot be read says what to do: %j of %j', async (k, o, reason) => {
  const { report } = await lines(o === undefined ? { stem: 'q', key: 'k' } : MAP, { q: 'Q', o, k });
  expect(report.rejected[0].reason).toContain(reason);
});
