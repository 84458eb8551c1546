import { study, table } from '../../study.ts';
import { stressPage } from './page.ts';
import {
  FINE,
  FINE_RUNS,
  KINDS,
  LARGE,
  PRECISION,
  RUNS,
  replicateStress,
  SIZES,
  type StressCell,
} from './replicate.ts';

export const stress = study({
  question:
    'Does thetarank stress find effects of known size, how often does it find effects that are none, and how many items does it need? On simulated models. About a quarter of an hour.',
  page: 'stress.md',
  waits: true,
  tables: () => ({
    effects: table(
      KINDS.flatMap((kind) =>
        SIZES.flatMap((size) =>
          (['planted', 'null'] as const).flatMap((family): StressCell[] => [
            { kind, size, family, precision: PRECISION },
            ...(size === LARGE && family === 'planted'
              ? [{ kind, size, family, precision: FINE }]
              : []),
          ]),
        ),
      ),
      ({ precision }) => (precision === FINE ? FINE_RUNS : RUNS),
      replicateStress,
    ),
  }),
  write: ({ effects }) =>
    stressPage(
      effects.flatMap(({ cell, results }) =>
        results.map((own, k) => ({ ...cell, run: k + 1, effects: own })),
      ),
    ),
});
