import { PRETEST_CHOICES, pretestStudy } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { DESIGN, pretestPage, RUNS } from './page.ts';

export const pretest = study({
  question:
    'How fast do pretest items become calibrated, asked near their likely difficulty or of examinees at random? Simulated. About ten minutes.',
  page: 'pretest.md',
  tables: () => ({
    looks: table(PRETEST_CHOICES, RUNS, (choice, run) =>
      pretestStudy(`pretest-evidence/${run}`, choice, DESIGN),
    ),
  }),
  write: ({ looks }) => pretestPage(looks),
});
