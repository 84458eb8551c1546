import { describe, expect, test } from 'vitest';
import { cmbExam } from '../../../../item-bank/import/published/cmb-exam.ts';
import { bytesSource, runImport } from '../run-import.ts';

const question = (fields: Record<string, unknown>) => ({
  exam_type: '数学考试',
  exam_class: '小学',
  exam_subject: '算术',
  question: '一加一等于几？',
  answer: 'B',
  question_type: '单项选择题',
  option: { A: '一', B: '二', C: '三，"引号"]}', D: '', E: null },
  ...fields,
});
const GOOD = [
  question({ id: 7, explanation: '如此。' }),
  question({ question: '哪些是偶数？', answer: 'AB', question_type: '多项选择题' }),
];

describe.each([
  ['a list', JSON.stringify(GOOD)],
  ['a list over many lines', JSON.stringify(GOOD, null, 4)],
  ['a list after blanks', `\n ${JSON.stringify(GOOD)}\n`],
  ['lines', GOOD.map((value) => JSON.stringify(value)).join('\n')],
])('%s', (_, text) => {
  test.each([1, 7, 2 ** 20])('in pieces of %i bytes', async (size) => {
    const { items, report } = await runImport(cmbExam(), bytesSource(text, 'FILE', size));
    expect(report.rejected).toEqual([]);
    expect(items).toMatchObject([
      {
        type: 'single',
        stem: '一加一等于几？',
        options: { A: '一', B: '二', C: '三，"引号"]}' },
        key: ['B'],
        explanation: '如此。',
        tags: { exam_type: '数学考试', exam_class: '小学', exam_subject: '算术' },
        source: 'CMB-Exam',
      },
      { type: 'multiple', key: ['A', 'B'] },
    ]);
    expect(items[0].id).toMatch(/^cmb-[0-9a-f]{16}$/);
  });
});

test('invalid items are listed with their place', async () => {
  const bad = [
    question({ question_type: '填空题' }),
    question({ answer: undefined }),
    question({ answer: 'AB' }),
    question({ answer: 'D' }),
    question({ option: 'A 一' }),
    7,
    null,
    'x,]',
    [],
  ];
  const { report } = await runImport(
    cmbExam(),
    bytesSource(`[\n${bad.map((value) => JSON.stringify(value)).join(',\n')}\n]`),
  );
  expect(report.rejected.map(({ where }) => where)).toEqual(
    bad
      .map((_, k) => (k === 8 ? 'lines 10 to 11' : `line ${k + 2}`))
      .map((lines, k) => `${lines}, element ${k + 1}`),
  );
  expect(report.rejected[1].reason).toMatch(/^answer: /);
  expect(report.rejected[3].reason).toBe('key[0]: no option D');
});

const one = JSON.stringify(GOOD[0]);
test.each([
  [`[${one},{"question":"cut`, 2, ['the file ends within it']],
  [`[${one}`, 1, ['the file ends within it']],
  [`[${one},`, 1, ['the file ends within it']],
  [`[${one}] x`, 1, ['text after the list']],
  [`[${one},,${one}]`, 1, ['not JSON']],
  [`[${one},]`, 1, []],
  ['[]', 0, []],
  ['', 0, []],
  ['[', 0, ['the file ends within it']],
  [`{"a":1}\n{"a"\n${one}`, 1, [expect.stringMatching(/^question: /), 'not JSON']],
])('damaged: %s', async (text, _, reasons) => {
  const { report } = await runImport(cmbExam(), bytesSource(text));
  expect(report.rejected.map(({ reason }) => reason)).toEqual(reasons);
});
