import { fitMarginal, SLOPES, type Slopes, wasmEngine } from 'thetarank';
import { type ReversedBank, reversedBank } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { FLAGGED, flagRow, MODELS, type Model, SHARE } from './flag-table.ts';
import { flagsPage } from './page.ts';
import { recoveryRow } from './recovery-row.ts';

/** Examinees and items of the banks that are fitted. */
const FITTED = [
  [1000, 100],
  [500, 300],
] as const;
const NONE = { family: 'none' } as const;

export const flags = study({
  question:
    'Which wrongly keyed items does a calibration flag, and what does it find of a bank that has some? Some minutes.',
  page: 'flags.md',
  tables() {
    const engine = wasmEngine(1);
    const fit = (
      { matrix }: ReversedBank,
      model: Model,
      slopes: Slopes,
      quadrature: number | 'auto',
    ) =>
      fitMarginal(matrix, {
        model,
        slopes,
        quadrature,
        engine,
        priors: {
          a: NONE,
          b: NONE,
          c: model === '3pl' ? { family: 'logitnormal', mean: Math.log(0.25), sd: 0.5 } : NONE,
          d: NONE,
        },
        maxIterations: 2000,
        tolerance: 1e-5,
      });
    return {
      flagged: table(
        MODELS.flatMap((model) => FLAGGED.map((size) => ({ model, size }))),
        1,
        ({ model, size }) => flagRow(model, size),
      ),
      recovery: table(
        MODELS.flatMap((model) =>
          FITTED.flatMap(([examinees, items]) =>
            SLOPES.map((slopes) => ({ model, examinees, items, slopes })),
          ),
        ),
        1,
        ({ model, examinees, items, slopes }) => {
          const bank = reversedBank('flag-evidence', model, examinees, items, SHARE);
          const name = `${model.toUpperCase()}, ${examinees} × ${items}`;
          const standard = fit(bank, model, slopes, 'auto');
          return recoveryRow(bank, name, slopes, standard, fit(bank, model, slopes, 481));
        },
      ),
    };
  },
  write: ({ flagged, recovery }) =>
    flagsPage(
      flagged.map(({ results: [row] }) => row),
      recovery.map(({ results: [row] }) => row),
    ),
});
