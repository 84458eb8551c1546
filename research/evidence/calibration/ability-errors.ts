import { Matrix, solve } from 'ml-matrix';
import { calibrate, simulatedAnswers } from 'thetarank';

/**
 * True and estimated abilities of simulated 3PL answers: the error after a polynomial alignment, divided by its standard error.
 */
export function abilityErrors([examinees, items]: readonly [number, number]): string {
  const { matrix, abilities: truth } = simulatedAnswers(examinees, items);
  const { abilities, integrated } = calibrate(matrix, { mode: 'integrated', tolerance: 0.003 });
  const ratios = [1, 3].map((degree) => {
    const power = (x: number, k: number) => x ** k;
    const design = new Matrix(
      Array.from(abilities, (x) => Array.from({ length: degree + 1 }, (_, k) => power(x, k))),
    );
    const weights = solve(design, Matrix.columnVector(truth), true).to1DArray();
    let errors = 0;
    let promised = 0;
    abilities.forEach((x, i) => {
      const fitted = weights.reduce((sum, w, k) => sum + w * power(x, k), 0);
      const slope = weights.reduce((sum, w, k) => sum + (k > 0 ? k * w * power(x, k - 1) : 0), 0);
      errors += (truth[i] - fitted) ** 2;
      promised += (slope * integrated!.abilityErrors[i]) ** 2;
    });
    return Math.sqrt(errors / promised).toFixed(2);
  });
  return `| ${examinees} × ${items} | ${ratios.join(' | ')} |`;
}
