import { expect, test } from 'vitest';
import { cmexam } from '../../../../item-bank/import/published/cmexam.ts';
import { bytesSource, runImport } from '../run-import.ts';

const HEADER = 'Question,Options,Answer,Explanation';
const PLAIN = `${HEADER}
"一年有几个月，按公历算","A 十个月
B 十一个月
C 十二个月",C,"公历一年有十二个月（C对）。"
下列哪些数是偶数,"A 二
B 三
D 四
E ",DA,nan
`;

test('questions, options a line each, keys of one and of several letters', async () => {
  const { items, report } = await runImport(cmexam(), bytesSource(`\uFEFF${PLAIN}`));
  expect(report).toMatchObject({ read: 2, accepted: 2 });
  const [first, second] = items;
  expect(first).toEqual({
    id: `cmexam-${first.hash.slice(0, 16)}`,
    version: 1,
    status: 'active',
    type: 'single',
    stem: '一年有几个月，按公历算',
    options: { A: '十个月', B: '十一个月', C: '十二个月' },
    key: ['C'],
    explanation: '公历一年有十二个月（C对）。',
    language: 'zh',
    tags: {},
    source: 'CMExam',
    licence: 'Apache-2.0; academic use',
    hash: first.hash,
  });
  expect(second).toMatchObject({
    type: 'multiple',
    options: { A: '二', B: '三', D: '四' },
    key: ['A', 'D'],
  });
  expect(second).not.toHaveProperty('explanation');
});

test('the five annotations become tags, under any full column names', async () => {
  const text = `${HEADER},ICD-11 Group,Clinical Department,Medical Discipline,Medical Competency,Difficulty level
什么颜色像天空,"A 红
B 蓝",B,,眼,眼科,临床医学,基础,1
什么颜色像血,"A 红
B 蓝",A,nan,nan,,临床医学,基础,3
`;
  const { items } = await runImport(cmexam({ licence: 'mine' }), bytesSource(text));
  expect(items.map(({ tags }) => tags)).toEqual([
    {
      clinical_department: '眼科',
      difficulty_level: '1',
      icd11_group: '眼',
      medical_competency: '基础',
      medical_discipline: '临床医学',
    },
    { difficulty_level: '3', medical_competency: '基础', medical_discipline: '临床医学' },
  ]);
  expect(items[0].licence).toBe('mine');
});

test.each([
  [
    'Disease Group',
    'Clinical_Department',
    'medical  discipline',
    'Area of Competency',
    'Difficulty Level',
  ],
  ['ICD-11 code', 'clinical department', 'MEDICAL_DISCIPLINE', 'Competency', 'difficulty'],
])('annotations under %s, and other columns under their own names', async (...columns) => {
  const text = `,${HEADER},${columns.join(',')},year\n0,问,"A 一\nB 二",B,,组,科,学,能,3,2019\n`;
  const { items } = await runImport(cmexam(), bytesSource(text));
  expect(items[0].tags).toEqual({
    icd11_group: '组',
    clinical_department: '科',
    medical_discipline: '学',
    medical_competency: '能',
    difficulty_level: '3',
    year: '2019',
  });
});

test('other marks after letters, and options of several lines', async () => {
  const options = 'A．一\n以及\nB、二\nC:三\nA 再一次';
  const { items } = await runImport(cmexam(), bytesSource(`${HEADER}\n问,"${options}",B,\n`));
  expect(items[0]).toMatchObject({ options: { A: '一\n以及', B: '二', C: '三\nA 再一次' } });
});

test('invalid items are listed with their lines, and the rest is read', async () => {
  const text = `${HEADER}
没有答案,"A 一
B 二",nan,
没有选项,,A,
选项相同,"A 一
B 一",A,
没有字母,"一
二",A,
答案不在,"A 一
B 二",C,
太短,"A 一"
引号"错,"A 一",A,
好的,"A 一
B 二",A,
 好的 ,"A 一
B 二",Ａ,又来
`;
  const { report, items } = await runImport(cmexam(), bytesSource(text));
  expect(report.rejected).toEqual([
    { where: 'lines 2 to 3', reason: 'no key' },
    { where: 'line 4', reason: 'options: fewer than two options; key[0]: no option A' },
    { where: 'lines 5 to 6', reason: 'options.B: the same text as option A' },
    { where: 'lines 7 to 8', reason: 'options whose first line does not begin with a letter' },
    { where: 'lines 9 to 10', reason: 'key[0]: no option C' },
    { where: 'line 11', reason: '2 cells; accepted: 4, as in the header' },
    { where: 'line 12', reason: 'double quotes that do not pair up' },
  ]);
  expect(items.map(({ stem }) => stem)).toEqual(['好的']);
  expect(report.duplicated).toEqual([
    { where: 'lines 15 to 16', id: items[0].id, of: items[0].id },
  ]);
});

test.each([
  ['', 'FILE: found an empty file; accepted: a header with the columns Question, Options, Answer.'],
  [
    'Question,Answer\na,b\n',
    'FILE, line 1: found no column "Options" among "Question,Answer"; accepted: a header with the columns Question, Options, Answer.',
  ],
])('a file of another kind is refused: %j', async (text, message) => {
  await expect(runImport(cmexam(), bytesSource(text))).rejects.toThrow(message);
});
