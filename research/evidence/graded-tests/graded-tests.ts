import { join } from 'node:path';
import { study, table } from '../../study.ts';
import { DATA, measure, measureRobust } from './measure.ts';
import { gradedTestsPage } from './page.ts';

export const gradedTests = study({
  question:
    'Do adaptive tests on graded scores err less than random items, and do their intervals hold? On recorded scores. Some three minutes of processor time.',
  page: 'graded-tests.md',
  settings: { draws: 20 },
  tables: ({ data, draws }) => ({
    graded: table(DATA, 1, (of) => measure(join(data, 'matrices'), of, draws)),
    robust: table(DATA, 1, (of) => measureRobust(join(data, 'matrices'), of)),
  }),
  write: ({ graded, robust }) =>
    gradedTestsPage(
      graded.map(({ results: [own] }, k) => ({
        ...own,
        rows: [...own.rows, ...(robust[k]?.results[0] ?? [])],
      })),
    ),
});
