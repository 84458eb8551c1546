import { describe, expect, test } from 'vitest';
import { cmexam } from '../../../../item-bank/import/published/cmexam.ts';
import type { FieldMap } from '../../../../item-bank/import/recognise/field-map.ts';
import { recognised } from '../../../../item-bank/import/recognise/recognised.ts';
import { bytesSource, runImport } from '../run-import.ts';

/** Imports questions with these cells, one row each, in the columns `head`. */
async function figures(head: string, rows: readonly string[], map?: Partial<FieldMap>) {
  const lines = rows.map((row, k) => `Is ${k} even?,yes,no,${k % 2 === 0 ? 'A' : 'B'},${row}`);
  const text = `question,A,B,answer,${head}\n${lines.join('\n')}\n`;
  const { items, report } = await runImport(recognised('csv', { map }), bytesSource(text));
  return {
    human: items.map(({ human }) => human),
    tags: items.map(({ tags }) => tags),
    reasons: report.rejected.map(({ reason }) => reason),
  };
}

describe('accuracy of people', () => {
  test('as a share, with respondents; an empty cell is no figure', async () => {
    const { human, tags } = await figures('human_accuracy,respondents', [
      '0.71,1200',
      '1,"3,450"',
      ',',
      'nan,12',
      '0.5,nan',
      '0,7.0',
    ]);
    expect(human).toEqual([
      { accuracy: 0.71, respondents: 1200 },
      { accuracy: 1, respondents: 3450 },
      undefined,
      undefined,
      { accuracy: 0.5, respondents: null },
      { accuracy: 0, respondents: 7 },
    ]);
    expect(tags).toEqual(Array(6).fill({}));
  });

  test.each([
    ['Correct Rate,Num Respondents', ['71.6%,10', '0.4%,20', '100 %,30']],
    ['正确率（%）,作答人数', ['71.6,10', '0.4,20', '100,30']],
    ['human accuracy pct,n_respondents', ['71.6,10', '0.4,20', '100,30']],
  ])('as a percentage by its sign or the name of its column: %s', async (head, rows) => {
    const { human } = await figures(head, rows);
    expect(human.map((own) => own?.respondents)).toEqual([10, 20, 30]);
    [0.716, 0.004, 1].forEach((share, k) => {
      expect(human[k]?.accuracy).toBeCloseTo(share, 12);
    });
  });

  test('values show the unit, and one that contradicts it is rejected, not misread', async () => {
    const percent = await figures('human_accuracy,respondents', ['0,5', '62,5', '1,5', '0.9,5']);
    expect(percent.human).toEqual([
      { accuracy: 0, respondents: 5 },
      { accuracy: 0.62, respondents: 5 },
      { accuracy: 0.01, respondents: 5 },
    ]);
    expect(percent.reasons).toEqual([expect.stringContaining('0.9 after percentages')]);
    const share = await figures('human_accuracy', ['0.9', '62']);
    expect(share.reasons).toEqual([expect.stringContaining('human.accuracyIs=percent')]);
    const stated = await figures('right,people', ['0.9,3', '62,3'], {
      human: { accuracy: 'right', respondents: 'people', accuracyIs: 'percent' },
    });
    expect(stated.human.map((own) => own?.accuracy)).toEqual([0.9 / 100, 0.62]);
  });

  test.each(['-0.1,3', '101,3', '0x1,3', '0.5,many', '0.5,2.5', '0.5,-3'])(
    '%s: rejected with the reason',
    async (row) => {
      const { human, reasons } = await figures('human_accuracy,respondents', [row]);
      expect(human).toEqual([]);
      expect(reasons).toEqual([expect.stringMatching(/^human\.(accuracy|respondents): /)]);
    },
  );

  test('a column that the map names as a tag stays a tag', async () => {
    const { human, tags } = await figures('human_accuracy', ['high'], {
      tags: { people: 'human_accuracy' },
    });
    expect([human, tags]).toEqual([[undefined], [{ people: 'high' }]]);
  });
});

test("CMExam's files: columns with human figures are no tags", async () => {
  const text = `Question,Options,Answer,Explanation,Difficulty level,Human Accuracy,Respondents
什么颜色像天空,"A 红
B 蓝",B,,1,91.5%,2140
什么颜色像血,"A 红
B 蓝",A,,3,nan,nan
`;
  const { items } = await runImport(cmexam(), bytesSource(text));
  expect(items.map(({ human, tags }) => ({ human, tags }))).toEqual([
    { human: { accuracy: 0.915, respondents: 2140 }, tags: { difficulty_level: '1' } },
    { tags: { difficulty_level: '3' } },
  ]);
});
