import { expect, test } from 'vitest';
import { aspectName } from '../../src/languages/aspect-name.ts';
import { reportWords } from '../../src/languages/report-words.ts';
import { ENGLISH } from '../../src/languages/words.ts';
import { ratingsDocument } from '../../src/operations/ratings/report.ts';
import { BUILTIN_RUBRICS, rubricOf } from '../../src/prompt/judge/rubrics.ts';
import { documentPage } from '../../src/report/page.ts';
import type { PanelDetail } from '../../src/workflow/ratings/panel-views.ts';
import { aspectLabel } from '../../src/workflow/ratings/rating-panel.ts';
import { ratingReport } from '../../src/workflow/ratings/rating-report.ts';
import { GOLDEN, gradesOf } from '../server/ratings/rating-case.ts';
import { untranslated } from './untranslated.ts';

const AT = '2026-03-01T12:00:00.000Z';
const RATERS = {
  anna: GOLDEN.anna,
  ben: GOLDEN.anna.map((own) => own.map((g) => Math.max(1, g - 1))),
};
const PANEL = {
  ...{ id: 'p', title: '评分', bank: 'cases', run: 1, createdAt: AT, closedAt: null },
  ...{ answers: 10, raters: 2, assigned: 20, rated: 20, seed: 1, perAnswer: 2, common: 0 },
  ...{ models: 2, items: 5, judges: ['judge-1'], named: [] },
  rubric: { name: 'cmb-clin', version: 1, aspects: GOLDEN.aspects },
} as unknown as PanelDetail;

const REPORT = ratingReport({
  aspects: GOLDEN.aspects.map((name) => ({ name, low: 1, high: 5 })),
  answers: GOLDEN.judge.map((_, answer) => ({
    ...{ answer, model: `model-${answer % 2}`, condition: '', item: `q${answer >> 1}` },
    ...{ itemHash: '', question: 0, label: `q${answer >> 1}` },
    judgements: { 'judge-1': gradesOf(GOLDEN.judge, answer) },
  })),
  assignments: Object.keys(RATERS).flatMap((rater) =>
    GOLDEN.anna.map((_, answer) => ({ rater, place: answer, answer })),
  ),
  ratings: Object.entries(RATERS).flatMap(([rater, table]) =>
    table.map((_, answer) => ({
      ...{ answer, rater, revision: 1, grades: gradesOf(table, answer), comment: null, at: AT },
    })),
  ),
});

test('aspects of built-in rubrics are called in reports as raters read them', () => {
  for (const rubric of BUILTIN_RUBRICS)
    for (const aspect of rubricOf(rubric, 'zh').aspects) {
      expect(aspectName(aspect.name, 'zh')).toBe(aspectLabel(aspect, 'zh'));
      expect(aspectName(aspect.name, 'en')).toBe(aspect.name);
    }
  expect(aspectName('own-aspect', 'zh')).toBe('own-aspect');
});

test('the report of a rating panel is in Chinese but for its data, with severities', async () => {
  expect(REPORT.severity.equal).toBeLessThan(0.05);
  const zh = reportWords('zh');
  const page = await documentPage(ratingsDocument(PANEL, REPORT, zh), zh);
  expect(page).toContain('lang="zh-CN"');
  expect(page).toContain('评分者的严厉度有差异');
  const data = [
    ...[/\b(?:anna|ben|cases|cmb-clin|thetarank)\b/g, /model-\d|judge-\d/g],
    /Krippendorff|Spearman|Pearson|Rasch|logit/g,
  ];
  expect(untranslated(page, data)).toEqual([]);
  // Aspects of built-in rubrics have the names that raters read, and no number lacks its zero.
  expect(page).toContain('流畅性');
  expect(page).not.toMatch(/>[−]?\.\d/);
  const english = await documentPage(ratingsDocument(PANEL, REPORT, ENGLISH));
  expect(english).toContain('<html lang="en">');
  expect(english).toContain('differ in severity');
});
