import { expect, test } from 'vitest';
import {
  checkLogLikelihood,
  checkNoFall,
} from '../../../../calibration/fit/marginal/em/check-possible.ts';
import {
  type CalibrationEngine,
  PLAIN_ENGINE,
} from '../../../../calibration/fit/marginal/engine/calibration-engine.ts';
import { fitMarginal } from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { matrixOf, simulate } from '../../simulated.ts';
import { optionsOf } from './golden.ts';

const { matrix } = simulate('impossible', 90, 17, { missing: 0.2 });
const options = optionsOf('3PL', 'full');

/** An engine that does wrong what threads without order could do wrong. */
function broken(
  after: Partial<Pick<CalibrationEngine, 'likelihood' | 'maximise'>>,
): CalibrationEngine {
  return {
    ...PLAIN_ENGINE,
    likelihood(workspace) {
      PLAIN_ENGINE.likelihood(workspace);
      after.likelihood?.(workspace);
    },
    maximise(workspace) {
      PLAIN_ENGINE.maximise(workspace);
      after.maximise?.(workspace);
    },
  };
}

test('log-likelihoods added up twice with the wrong sign are refused', () => {
  const engine = broken({
    likelihood: ({ parts }) => {
      for (let k = 0; k < parts.length; k++) parts[k] = -2 * parts[k];
    },
  });
  expect(() => fitMarginal(matrix, { ...options, engine })).toThrow('can be 0 at most');
});

test('counts of an item that was counted twice, or of answers, are refused', () => {
  const twice = broken({
    maximise: ({ table, size }) => {
      for (let k = 0; k < size.nodes; k++) table[3 * size.nodes + k] *= 2;
    },
  });
  expect(() => fitMarginal(matrix, { ...options, engine: twice })).toThrow(
    'the expected right answers to item 4 do not add up',
  );
  const lost = broken({
    maximise: ({ wrong, size }) => {
      wrong[5 * size.nodes + (size.nodes >> 1)] = 0;
    },
  });
  expect(() => fitMarginal(matrix, { ...options, engine: lost })).toThrow(
    'the expected answers to item 6 do not add up',
  );
});

test('NaN and falls are refused', () => {
  const standard = { of: new Int32Array(3), count: 1, logWeights: Float64Array.of(0) };
  expect(() => checkLogLikelihood(Number.NaN, standard)).toThrow('add priors');
  expect(() => checkLogLikelihood(1e-6, standard)).toThrow('can be 0 at most');
  checkLogLikelihood(0, standard);
  expect(() => checkNoFall(Number.NaN, -1)).toThrow('NaN');
  expect(() => checkNoFall(-101, -100)).toThrow('falls from -100 to -101');
  expect(checkNoFall(-99, -100)).toBe(-99);
});

test('uninformative answers are possible: all alike, with groups whose spread is free', () => {
  const same = matrixOf(12, 20, (_, j) => (j % 3 === 0 ? 1 : 0));
  const rasch = fitMarginal(same, { ...optionsOf('Rasch', 'none'), maxIterations: 200 });
  expect(rasch.logLikelihood).toBeLessThan(1e-6);
  const right = matrixOf(300, 10, () => 1);
  const groups = right.examinees.map((_, i) => i % 2);
  const fit = fitMarginal(right, { ...optionsOf('2PL', 'full'), quadrature: 'auto', groups });
  expect(fit.logLikelihood).toBeLessThan(1e-5);
});
