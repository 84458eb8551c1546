import { study, table } from '../../study.ts';
import { judgesPage } from './page.ts';
import {
  ANSWERS,
  BIAS_RUNS,
  BIASES,
  CORRELATIONS,
  EFFECTIVE_RUNS,
  ITEMS,
  replicateBias,
  replicateEffective,
  UNLIKE,
} from './replicate.ts';

export const judges = study({
  question:
    'Does the analysis of judges find a bias for the own family, does it invent one, and does it count judges rightly? On simulated scores with known truth. About a minute.',
  page: 'judges.md',
  tables: () => ({
    bias: table(
      ITEMS.flatMap((items) => BIASES.map((planted) => ({ items, planted }))),
      BIAS_RUNS,
      ({ items, planted }, run) => replicateBias({ name: '', items }, planted, run - 1),
    ),
    unlike: table(UNLIKE, BIAS_RUNS, (one, run) => replicateBias(one, 0, run - 1)),
    effective: table(
      ANSWERS.flatMap((answers) =>
        CORRELATIONS.flatMap((rho) =>
          [false, true].map((isByItem) => ({ answers, rho, isByItem })),
        ),
      ),
      EFFECTIVE_RUNS,
      ({ answers, rho, isByItem }, run) => replicateEffective(answers, rho, isByItem, run - 1),
    ),
  }),
  write: judgesPage,
});
