import { expect, test } from 'vitest';
import { cmbClin } from '../../../../item-bank/import/published/cmb-clin.ts';
import { bytesSource, runImport } from '../run-import.ts';

const CASE = {
  id: '0',
  title: '案例分析-跌伤',
  description: '病人，女，30岁，跌倒后左腕疼痛两小时。',
  QA_pairs: [
    { question: '诊断是什么？', solution: '桡骨远端骨折。' },
    { question: '下一步？', answer: '拍X线片。' },
  ],
};
const read = (...cases: readonly unknown[]) =>
  runImport(cmbClin(), bytesSource(JSON.stringify(cases)));

test('a case: its description, and its questions in their order, each with its reference', async () => {
  const { items } = await read(CASE);
  expect(items[0]).toMatchObject({
    type: 'case',
    stem: CASE.description,
    key: [
      { question: '诊断是什么？', answers: ['桡骨远端骨折。'] },
      { question: '下一步？', answers: ['拍X线片。'] },
    ],
    metric: { name: 'rubric', rubric: 'cmb-clin' },
    tags: { title: '案例分析-跌伤' },
    source: 'CMB-Clin',
    language: 'zh',
  });
});

test.each([
  [{ ...CASE, description: ' ' }, 'description: blank'],
  [{ ...CASE, QA_pairs: [] }, expect.stringContaining('QA_pairs')],
  [{ ...CASE, QA_pairs: [{ question: '何？' }] }, 'QA_pairs: 0: no solution'],
  [{ ...CASE, QA_pairs: [{ question: '', solution: '是' }] }, 'QA_pairs: 0: question: blank'],
])('a case that cannot be asked is rejected: %j', async (wrong, reason) => {
  const { report } = await read(CASE, wrong);
  expect(report.accepted).toBe(1);
  expect(report.rejected[0].reason).toEqual(reason);
});
