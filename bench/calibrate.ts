import { calibrate as fit } from '../calibration/fit/calibrate.ts';
import { loadBuiltinBank } from '../item-bank/builtin/load.ts';
import { pickExaminees } from '../src/irt/responses.ts';
import { evaluations, type Measured, measuredTime, times, transcendentals } from './measure.ts';

const EXAMINEES = 27;
const REPEATS = 7;
const TARGET = 3000;

/** Four fifths of the models of MMLU-Pro: one fold of its five. */
export function calibrate(): Measured[] {
  const { responses } = loadBuiltinBank('mmlu-pro');
  const rows = Array.from({ length: EXAMINEES }, (_, i) => i);
  const matrix = pickExaminees(responses, rows);
  const { iterations, converged, mode } = fit(matrix);
  const runs = times(REPEATS, 2, () => fit(matrix));
  // A round takes about eleven exponentials an answer: nine for its nodes, two for the mode.
  const terms = iterations * 11 * EXAMINEES * responses.items.length;
  return [
    measuredTime(
      `calibrate, ${EXAMINEES} × ${responses.items.length}`,
      runs,
      TARGET,
      evaluations(terms, 'exp', transcendentals().exp),
      { mode, iterations, converged },
    ),
  ];
}
