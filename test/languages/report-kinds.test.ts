import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Files that make a page, or a chart that stands alone: each in both languages. */
const KINDS = [
  'src/cli/agreement/agreement-page.ts',
  'src/cli/bank/audit-page.ts',
  'src/cli/bank/humans/humans-page.ts',
  'src/cli/calibrate/diagnose/page/diagnosis-page.ts',
  'src/cli/calibrate/dif/dif-page.ts',
  'src/cli/calibrate/refresh/refresh-page.ts',
  'src/cli/compare/compare-page.ts',
  'src/cli/evaluate/evaluation-page.ts',
  'src/cli/judges/judges-page.ts',
  'src/cli/noise/noise-page.ts',
  'src/cli/rank/ranking-page.ts',
  'src/cli/ratings/ratings-page.ts',
  'src/cli/series/series-files.ts',
  'src/cli/simulate/monte-carlo/study-figures.ts',
  'src/cli/simulate/monte-carlo/study-files.ts',
  'src/cli/simulate/monte-carlo/study-report.ts',
  'src/cli/simulate/post-hoc/simulate-post-hoc.ts',
  'src/cli/simulate/test-length/length-files.ts',
  'src/cli/stress/stress-page.ts',
  'src/cli/synthesize/fit/report-html.ts',
  'src/server/boards/board-html.ts',
];
const MAKES = /(?<!function )\b(?:htmlPage|studyPage|lineChartSvg|lengthCurveSvg)\(/;
/** The frame of pages, with no texts of its own. */
const FRAME = 'src/cli/simulate/study-page/study-page.ts';

const text = (file: string) => readFileSync(`${ROOT}/${file}`, 'utf8');

test('every kind of report is in the list', () => {
  const found = globSync('src/{cli,server,workflow,api}/**/*.ts', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== FRAME && MAKES.test(text(file)));
  expect(found.sort()).toEqual([...KINDS].sort());
});

test.each(KINDS)('%s takes the words of a language', (file) => {
  expect(text(file)).toMatch(/\bt: Words\b|\bwordsOfReports\(\)/);
});
