import { study, table } from '../../study.ts';
import {
  ABILITIES,
  KINDS,
  MISSING,
  PASS_ITEMS,
  PLANS,
  pass,
  plan,
  RUNS,
  recover,
  SIZES,
} from './cells.ts';
import { noisePage } from './page.ts';

export const noise = study({
  question:
    'Are variance components, planned errors and intervals of pass@k what they say? On simulated answers with known truth. About ten minutes.',
  page: 'noise.md',
  tables: () => ({
    recovered: table(
      KINDS.flatMap((kind) =>
        MISSING.flatMap((missing) => SIZES.map((sizes) => ({ kind, missing, sizes }))),
      ),
      RUNS.recovery,
      ({ kind, sizes, missing }, run) => recover(kind, sizes, missing, run),
    ),
    plans: table(
      PLANS.map((_, which) => ({ which })),
      RUNS.plan,
      ({ which }, run) => plan(which, run),
    ),
    passes: table(
      ABILITIES.flatMap((_, ability) => PASS_ITEMS.map((items) => ({ ability, items }))),
      RUNS.pass,
      ({ ability, items }, run) => pass(ability, items, run),
    ),
  }),
  write: noisePage,
});
