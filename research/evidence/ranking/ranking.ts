import { type PostHocTests, postHocTests, reportOf } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { pageOf } from './page.ts';
import { plotFile, plotOf } from './plots.ts';
import { allStudies, requestOf, type Study } from './studies.ts';

/** What a study came to. */
export interface StudyResult {
  readonly study: Study;
  readonly report: ReturnType<typeof reportOf>;
  readonly tests: PostHocTests;
}

export const ranking = study({
  question:
    'How well does each strategy predict scores and ranks, at each length, on the built-in banks? Half an hour to an hour on two threads.',
  page: 'ranking.md',
  settings: { seeds: 10 },
  tables: ({ seeds, data }) => ({
    studies: table(allStudies(seeds, data), 1, (own) => postHocTests(requestOf(own, data))),
  }),
  async write({ studies }, { data }, code) {
    const results = studies.map(({ cell, results: [tests] }): StudyResult => {
      return { study: cell, report: reportOf(requestOf(cell, data), tests), tests };
    });
    const plots = results.map(async (own) => [plotFile(own.study), await plotOf(own)] as const);
    return { text: pageOf(results, code), files: Object.fromEntries(await Promise.all(plots)) };
  },
});
