import { RUNGS, wasmEngine } from 'thetarank';
import { study, table } from '../../study.ts';
import { builtinBank } from '../recorded-data.ts';
import { abilityErrors } from './ability-errors.ts';
import { heldOut } from './held-out.ts';
import { calibrationPage } from './page.ts';

const SIZES = [12, 20, 27];
const REPETITIONS = 2;
const MODES = ['integrated', 'marginal'] as const;
/** Examinees and items of the simulated answers. */
const SIMULATED = [
  [30, 3000],
  [60, 3000],
  [200, 2000],
  [20, 33_735],
  [500, 33_735],
] as const;

export const calibration = study({
  question:
    'Which calibration predicts new models best, and do abilities err as much as their errors say? Some ten minutes.',
  page: 'calibration.md',
  tables({ data }) {
    const bank = builtinBank('mmlu-pro', data);
    const engine = wasmEngine(1);
    return {
      heldOut: table(
        MODES.flatMap((mode) =>
          RUNGS.flatMap((rung) => [false, true].map((grouped) => ({ mode, rung, grouped }))),
        ),
        1,
        ({ mode, rung, grouped }) => {
          const options = {
            ...{ mode, rung, engine, maxIterations: 200, optionCounts: bank.optionCounts },
            itemGroups: grouped ? bank.tags.category.codes : undefined,
          };
          return SIZES.map((size) => heldOut(bank, size, REPETITIONS, options));
        },
      ),
      abilities: table(SIMULATED, 1, abilityErrors),
    };
  },
  write: ({ heldOut, abilities }) =>
    calibrationPage({
      sizes: SIZES,
      repetitions: REPETITIONS,
      heldOut: heldOut.map(
        ({ cell: { mode, rung, grouped }, results: [cells] }) =>
          `| ${mode} | ${rung} | ${grouped ? 'by category' : 'one'} | ${cells.map(({ value }) => value.toFixed(4)).join(' | ')} | ${cells.map(({ seconds }) => seconds.toFixed(1)).join(' / ')} |`,
      ),
      abilities: abilities.map(({ results: [row] }) => row),
    }),
});
