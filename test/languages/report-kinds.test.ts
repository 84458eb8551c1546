import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Files that make a page, or a chart that stands alone; one in English only must be named in docs/languages.md. */
const KINDS: Readonly<Record<string, 'both' | 'English'>> = {
  'src/cli/agreement/agreement-page.ts': 'both',
  'src/cli/bank/audit-page.ts': 'both',
  'src/cli/bank/humans/humans-page.ts': 'both',
  'src/cli/calibrate/diagnose/page/diagnosis-page.ts': 'both',
  'src/cli/calibrate/dif/dif-page.ts': 'both',
  'src/cli/calibrate/refresh/refresh-page.ts': 'both',
  'src/cli/compare/compare-page.ts': 'both',
  'src/cli/evaluate/evaluation-page.ts': 'both',
  'src/cli/judges/judges-page.ts': 'both',
  'src/cli/noise/noise-page.ts': 'both',
  'src/cli/rank/ranking-page.ts': 'both',
  'src/cli/ratings/ratings-page.ts': 'both',
  'src/cli/series/series-files.ts': 'both',
  'src/cli/simulate/monte-carlo/study-figures.ts': 'both',
  'src/cli/simulate/monte-carlo/study-files.ts': 'both',
  'src/cli/simulate/monte-carlo/study-report.ts': 'both',
  'src/cli/simulate/post-hoc/simulate-post-hoc.ts': 'both',
  'src/cli/simulate/test-length/length-files.ts': 'both',
  'src/cli/stress/stress-page.ts': 'both',
  'src/cli/synthesize/fit/report-html.ts': 'both',
  'src/server/boards/board-html.ts': 'both',
};
const MAKES = /(?<!function )\b(?:htmlPage|studyPage|lineChartSvg|lengthCurveSvg)\(/;
/** The frame of pages, with no texts of its own. */
const FRAME = 'src/cli/simulate/study-page/study-page.ts';

const text = (file: string) => readFileSync(`${ROOT}/${file}`, 'utf8');

test('every kind of report says whether it is in both languages', () => {
  const found = globSync('src/{cli,server,workflow,api}/**/*.ts', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== FRAME && MAKES.test(text(file)));
  expect(found.sort()).toEqual(Object.keys(KINDS).sort());
});

test.each(Object.entries(KINDS).filter(([, languages]) => languages === 'both'))(
  '%s takes the words of a language',
  (file) => {
    expect(text(file)).toMatch(/\bt: Words\b|\bwordsOfReports\(\)/);
  },
);
