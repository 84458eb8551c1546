import { describe, expect, test } from 'vitest';
import type { FieldMap } from '../../../../item-bank/import/recognise/field-map.ts';
import { recognised } from '../../../../item-bank/import/recognise/recognised.ts';
import { toCsv } from '../../../../src/files/write/write.ts';
import { bytesSource, runImport } from '../run-import.ts';

const read = (records: unknown[], map?: Partial<FieldMap>) => {
  const format = recognised('jsonl', { map });
  const text = records.map((record) => JSON.stringify(record)).join('\n');
  return runImport(format, bytesSource(text, 'some/file.jsonl')).then((run) => ({
    ...run,
    format,
  }));
};

describe('metrics', () => {
  test('of open questions are read with all options; a blank one is none', async () => {
    const { items } = await read([
      { question: 'Why?', reference: 'So.', metric: 'rouge-2' },
      { question: 'How?', reference: 'So.', metric: '{"name": "kendall", "missing": "last"}' },
      { question: 'When?', reference: 'Now.', metric: '' },
    ]);
    expect(items.map((item) => 'metric' in item && item.metric)).toEqual([
      { name: 'rouge-2', measure: 'f1', tokens: 'characters' },
      { name: 'kendall', missing: 'last' },
      false,
    ]);
    expect(items.every(({ tags }) => !('metric' in tags))).toBe(true);
  });

  test('of choices are tags, and so is the field where the map says so', async () => {
    const choice = { question: 'Which?', options: ['a', 'b'], answer: 'A', metric: 'Accuracy' };
    expect((await read([choice])).items[0]).toMatchObject({ tags: { metric: 'Accuracy' } });
    const open = { question: 'Why?', answer: 'So.', metric: 'Accuracy' };
    const mapped = await read([open], { tags: { metric: 'metric' } });
    expect(mapped.items[0]).toMatchObject({ type: 'open', tags: { metric: 'Accuracy' } });
  });
});

describe('fields by their usual names', () => {
  test('id, question, options, answer, explanation; the rest are tags', async () => {
    const { items } = await read([
      {
        id: 'a-1',
        split: 'test',
        subject: 'law',
        year: 2020,
        question: '下列哪一项正确？',
        options: { A: '一', B: '二' },
        answer: 'B',
        explanation: '因为。',
      },
    ]);
    expect(items[0]).toMatchObject({
      id: 'a-1',
      type: 'single',
      explanation: '因为。',
      tags: { split: 'test', subject: 'law', year: '2020' },
      source: 'file',
      licence: 'not stated',
      language: 'zh',
    });
  });

  test.each([
    [
      'Question_ID, Prompt, Choices, Answer-Key',
      { Question_ID: 7, Prompt: 'Why?', Choices: ['x', 'y'], 'Answer-Key': 'B' },
    ],
    ['columns A and B', { id: 7, stem: 'Why?', A: 'x', B: 'y', key: 'B' }],
    [
      'option_a and option_b',
      { item: 7, question: 'Why?', option_a: 'x', option_b: 'y', target: 'B' },
    ],
    ['opa and opb', { id: 7, question: 'Why?', opa: 'x', opb: 'y', answer: 'B' }],
    ['choice_a and choice_b', { id: 7, question: 'Why?', choice_a: 'x', choice_b: 'y', key: 'B' }],
    ['option1 and option2', { id: 7, question: 'Why?', option1: 'x', option2: 'y', key: 'B' }],
    ['an index', { qid: 7, input: 'Why?', choices: ['x', 'y'], answer_index: 1 }],
    [
      'a letter beside its index',
      { id: 7, question: 'Why?', options: ['x', 'y'], answer_index: 1, answer: 'B' },
    ],
  ])('%s', async (_, record) => {
    const { items } = await read([record]);
    expect(items[0]).toMatchObject({
      id: '7',
      stem: 'Why?',
      options: { A: 'x', B: 'y' },
      key: ['B'],
      tags: {},
    });
  });

  test.each([
    [{ answer: 'B', answer_idx: 0 }],
    [{ answer: 'y', answer_index: 'A' }],
    [{ answer: ['A', 'B'], answer_idx: [0] }],
    [{ key: 'A', correct_answer: 'y' }],
    [{ answer: 'A', answer_text: 'y' }],
    [{ answer: 'A', cop: 2 }],
    [{ answer: 'A', label: 'y' }],
    [{ answer: 'B', gold_index: '0' }],
  ])('two fields that state different keys: %j', async (keys) => {
    const { report } = await read([{ question: 'Why?', options: ['x', 'y'], ...keys }]);
    expect(report.rejected).toHaveLength(1);
  });

  test.each([
    [{ answer: 'B', answer_idx: null }],
    [{ answer: 'B', answer_idx: 'B' }],
    [{ answer: 'B', correct: true, target: 'old people' }],
    [{ answer: 'B', label: 1, cop: 2 }],
    [{ options: ['1', '3', '4', '2'], answer: 'B', answer_text: 3 }],
    [{ answer: 'B', label: 7, correct_option: 'y', answer_id: 'q17' }],
  ])('other fields say the same or no key: %j', async (keys) => {
    const { items } = await read([{ question: 'Why?', options: ['x', 'y'], ...keys }]);
    expect(items[0].key).toEqual(['B']);
  });

  test.each([
    ['places from 1 but one', 'label', 'ABCDB', [1, 2, 3, 4, 1], [5]],
    ['places from 0 but one', 'answer_id', 'ABCDB', ['0', '1', '2', '3', '2'], [5]],
    ['rows', 'answer_id', 'DDABC', [1, 2, 3, 4, 5], []],
    ['rows from 0', 'Answer Number', 'CDABAA', [0, 1, 2, 3, 4, 5], []],
    ['classes', 'label', 'DADBCA', [0, 1, 2, 0, 1, 2], []],
  ])(
    'numbers beside the key are compared if most are places: %s',
    async (_, name, key, numbers, rejected) => {
      const records = [...key].map((answer, k) => ({
        ...{ question: `Which ${k}?`, options: ['w', 'x', 'y', 'z'], answer, [name]: numbers[k] },
      }));
      const { items, report } = await read(records);
      expect(report.rejected.map(({ where }) => where)).toEqual(rejected.map((k) => `line ${k}`));
      expect(items.map(({ tags }) => tags[name])).toEqual(
        numbers.flatMap((one, k) => (rejected.includes(k + 1) ? [] : [String(one)])),
      );
    },
  );

  test('a column of CSV that is there twice is refused; columns without a name are not', async () => {
    const table = (head: string, row: string) =>
      runImport(recognised('csv'), bytesSource(`question,A,B,${head}\nWhy?,x,y,${row}\n`));
    await expect(table('answer,answer', 'A,B')).rejects.toMatchObject({ code: 'FILE_INVALID' });
    expect((await table('answer,,', 'A,,')).items[0].key).toEqual(['A']);
  });

  test('a null is no option, and a list is no text of one', async () => {
    const record = { question: 'Why?', answer: 'A' };
    const nulls = await read([
      { ...record, options: '["x", null, "z"]' },
      { ...record, question: 'How?', options: { text: ['x', null], label: ['A', 'B'] } },
      { ...record, question: 'When?', options: ['x', ['y']] },
    ]);
    expect(nulls.items.map((item) => 'options' in item && item.options)).toEqual([
      { A: 'x', C: 'z' },
    ]);
    expect(nulls.report.rejectedCount).toBe(2);
  });

  test('options that are letters alone are none', async () => {
    const { report } = await read([
      { question: 'Why?', A: 'A', B: ' B ', C: '', answer: 'B' },
      { question: 'Why?', A: 'B', B: 'A', answer: 'B' },
    ]);
    expect(report).toMatchObject({ accepted: 1, rejectedCount: 1 });
    expect(report.rejected[0].reason).toBe('options: every text is only its letter');
  });

  test('a number as answer is no index unless somebody says so', async () => {
    const record = { id: 7, question: 'Why?', choices: ['x', 'y'], answer: 1 };
    expect((await read([record])).report.rejected[0].reason).toMatch(/a key that is a number/);
    expect((await read([record], { keyIs: 'index' })).items[0].key).toEqual(['B']);
  });

  test('a map overrides names, and only its tags count', async () => {
    const { items } = await read(
      [{ question: 'no', frage: 'Why?', answer: 'so', note: 'n', other: 'o' }],
      { stem: 'frage', tags: { remark: 'note' } },
    );
    expect(items[0]).toMatchObject({ type: 'open', stem: 'Why?', tags: { remark: 'n' } });
  });

  test('a type that is stated, and tags in an object', async () => {
    const { items } = await read([
      { type: 'sequencing', stem: 'Sort.', options: ['b', 'a'], key: ['B', 'A'], tags: { t: 'v' } },
    ]);
    expect(items[0]).toMatchObject({ type: 'sequencing', key: ['B', 'A'], tags: { t: 'v' } });
  });

  test('what cannot be a tag is counted', async () => {
    const { items, format } = await read([
      { stem: 'Why?', key: 'so', long: 'x'.repeat(1001), list: [1], lines: 'a\nb', none: null },
    ]);
    expect(items[0].tags).toEqual({});
    expect([...format.leftOut]).toEqual([
      ['long', 1],
      ['list', 1],
      ['lines', 1],
    ]);
  });

  test('without a stem or a key a record says what to name', async () => {
    const { report } = await read([{ frage: 'Why?', answer: 'so' }, { stem: 'Why?' }]);
    expect(report.rejected.map(({ reason }) => reason)).toEqual([
      'no stem among the fields "frage", "answer": choose its field with --map stem=FIELD',
      'no key among the fields "stem": choose its field with --map key=FIELD',
    ]);
  });

  test('CSV the same; a column that a map names must be there', async () => {
    const text = toCsv(
      ['item', 'question', 'options', 'answer'],
      [['q1', 'Why?', '["x","y"]', 'A']],
    );
    expect((await runImport(recognised('csv'), bytesSource(text))).items[0].key).toEqual(['A']);
    const missing = recognised('csv', { map: { stem: 'frage' } });
    await expect(runImport(missing, bytesSource(text))).rejects.toThrow(/no column "frage"/);
  });

  describe('the language of each item is that of its own words', () => {
    const chinese = { stem: '下列哪一项是正确的？', key: '一' };
    const languages = async (records: object[]) =>
      (await read(records)).items.map(({ language }) => language);

    test.each([
      ['a short question', { stem: 'What is 7 × 6?' }, 'en'],
      ['short words', { stem: 'Who is he?' }, 'en'],
      ['no word of grammar', { stem: 'Largest planet' }, 'en'],
      ['one word', { stem: 'Calculate 3 + 4.' }, 'en'],
      ['a Chinese word quoted', { stem: 'What does 你好 mean in Chinese?' }, 'en'],
      [
        'Chinese options',
        { stem: 'Which of these means water?', options: ['水', '火'], key: 'A' },
        'en',
      ],
      ['words in the options only', { stem: 'H₂O', options: ['water', 'fire'], key: 'A' }, 'en'],
      ['Chinese', { stem: '水的化学式是什么？' }, 'zh'],
      [
        'Chinese within LaTeX',
        { stem: String.raw`设 $\begin{array}{ll} x, \end{array}$ 则` },
        'zh',
      ],
      ['Chinese with abbreviations', { stem: 'CT、MRI、PET检查' }, 'zh'],
      [
        'Chinese with long names',
        { stem: '首选药物是Penicillin、Erythromycin、Gentamicin？' },
        'zh',
      ],
      [
        'Chinese with English options',
        {
          stem: '下列句子正确的是',
          options: ['It is raining in the garden today.', 'It are raining in the garden today.'],
          key: 'A',
        },
        'zh',
      ],
      ['Chinese options only', { stem: 'H₂O', options: ['水', '火'], key: 'A' }, 'zh'],
      ['Chinese context only', { context: '已知两个数之和。', stem: '3 + 4 = ?' }, 'zh'],
    ])('%s', async (_, record, language) => {
      const own = { key: 'x', ...record };
      const english = { stem: 'Why does the sky look blue?', key: 'x' };
      const before = language === 'en' ? chinese : english;
      const others = [1, 2, 3].map((k) => ({ ...before, stem: `${k}. ${before.stem}` }));
      expect((await languages([...others, own])).at(-1)).toBe(language);
      expect(await languages([own])).toEqual([language]);
    });

    test.each([
      'H2O',
      '2 + 2 = ?',
      'sin x + cos y',
      '\\frac{1}{2}\\text{mg}',
      'sqrt(16)',
      'NaCl, DNA',
    ])('%s has none, and the language of most items before', async (stem) => {
      const formula = { stem, key: 'x' };
      expect(await languages([chinese, formula])).toEqual(['zh', 'zh']);
      expect(await languages([formula, chinese])).toEqual(['en', 'zh']);
    });

    test('stated, it is that of all items', async () => {
      const format = recognised('jsonl', { provenance: { language: 'en' } });
      const { items } = await runImport(format, bytesSource(JSON.stringify(chinese)));
      expect(items[0].language).toBe('en');
    });
  });
});
