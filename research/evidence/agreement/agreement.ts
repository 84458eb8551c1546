import { study, table } from '../../study.ts';
import { agreementPage } from './page.ts';
import {
  anyExceeds,
  CELLS,
  FEW,
  heldOfFew,
  RUNS,
  replicateAgreement,
  SAME,
  SAME_RUNS,
} from './replicate.ts';

export const agreement = study({
  question:
    'Do intervals of rank correlations hold? On simulated pairs of rankings with known errors. About five minutes.',
  page: 'agreement.md',
  tables: () => ({
    all: table(CELLS, RUNS, replicateAgreement),
    same: table(SAME, SAME_RUNS, anyExceeds),
    few: table(FEW, 1, heldOfFew),
  }),
  write: ({ all, same, few }) =>
    agreementPage(
      all.map(({ cell, results: runs }) => ({ cell, runs })),
      same.map(({ cell, results }) => ({
        cell,
        share: results.filter((exceeds) => exceeds).length / results.length,
      })),
      few.map(({ cell, results: [held] }) => ({ cell, held })),
    ),
});
