import { fitMarginal, type MarginalFitOptions, type ResponseMatrix, wasmEngine } from 'thetarank';

/** Fits with a normal distribution of ability, and with an estimated one. */
export function fitBoth(
  matrix: ResponseMatrix,
  options: Pick<MarginalFitOptions, 'model' | 'priors'>,
) {
  const engine = wasmEngine(1);
  const common = {
    ...options,
    quadrature: 'auto',
    maxIterations: 3000,
    tolerance: 1e-4,
    engine,
  } as const;
  const normal = fitMarginal(matrix, common);
  const histogram = fitMarginal(matrix, { ...common, abilityDistribution: 'histogram' });
  engine.close();
  return { normal, histogram };
}
