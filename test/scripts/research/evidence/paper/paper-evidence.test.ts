import { expect, test } from 'vitest';
import { findings } from '../../../../../scripts/research/evidence/paper/findings.ts';
import { withIndexPart } from '../../../../../scripts/research/evidence/paper/index-part.ts';
import { paperEvidencePage } from '../../../../../scripts/research/evidence/paper/page.ts';
import {
  paperReport,
  paperTimes,
} from '../../../../../scripts/research/paper/simulate/paper-report.ts';
import { madeStudy } from '../../paper/simulate/made-study.ts';

const { study, models, blocks } = madeStudy;
const report = paperReport(study, models, blocks);

test('sentences follow the figures', () => {
  const [shift, alike, order, ...others] = findings(report);
  // Points below in the two seeds: the published method 2 and 3, random items 1 and 2; robust, in seed 1 alone, 4.
  expect(shift).toContain(
    'The published method here: −2.50 ± .50, so that it lies below on average',
  );
  expect(shift).toContain('as low as published in 50% of the seeds, and all six are below in 100%');
  expect(shift).toContain('a single draw like the published one is not unusual');
  expect(alike).toContain('standard deviation 1.25, the largest 3.7 points');
  expect(order).toContain('in 100% of the seeds, for the plain mean of random items in 100%');
  expect(others[0]).toContain('the published method (2 seeds): more at 20, 243 items');
  expect(others[0]).toContain('`robust` (1 seed): undecided at 20, 243 items');
  expect(others[1]).toContain(
    '2.50 ± .50 points on the participants, 1.00 points on recorded answers of other models, 5.00 points with true parameters',
  );
  const up = {
    ...blocks,
    published: blocks.published.map((block) => ({
      ...block,
      methods: block.methods.map((method) => ({
        ...method,
        scores: method.scores.map((row) => row.map((score) => score + 0.1)),
      })),
    })),
  };
  const [above] = findings(paperReport(study, models, up));
  expect(above).toContain('so that it lies above on average');
  expect(above).toContain('outside of what this simulation gives');
});

test('the page has all tables, whole', () => {
  const page = paperEvidencePage(report, paperTimes(models.length, blocks), {
    code: 'abc',
    begun: '2026-01-02',
  });
  expect(page).toContain('(code abc, seeds 1 to 2, begun 2026-01-02)');
  const tables = page.split('\n\n').filter((part) => part.startsWith('| '));
  expect(tables).toHaveLength(4);
  for (const table of tables) {
    const widths = table.split('\n').map((line) => line.split(/(?<!\\)\|/).length);
    expect(new Set(widths).size, table).toBe(1);
  }
});

test('README keeps what stands around its part, and its part is made anew', () => {
  const around = (part: string) =>
    `before\n\n<!-- npm run evidence:paper -->\n${part}\n<!-- end -->\n\nafter <!-- end -->\n`;
  const written = withIndexPart(around('old'), report);
  expect(written.startsWith('before\n\n<!-- npm run evidence:paper -->\n**The paper')).toBe(true);
  expect(written.endsWith('\n<!-- end -->\n\nafter <!-- end -->\n')).toBe(true);
  expect(written).not.toContain('old');
  expect(written).toContain('−2.50 ± 0.50 points off here');
  expect(withIndexPart(written, report)).toBe(written);
  expect(() => withIndexPart('no marks', report)).toThrow('must occur exactly once each');
});
