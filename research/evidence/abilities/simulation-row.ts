import {
  itemParameters,
  type MarginalFit,
  mean,
  median,
  type PriorSet,
  probability,
  randomNormal,
  randomStream,
} from 'thetarank';
import { fitBoth } from './fit-both.ts';
import { fixed } from './fixed.ts';
import { TRUTHS } from './truths.ts';

/** A model, its priors, and the size of the answers. */
export interface SimulationSetting {
  readonly name: string;
  readonly model: '2pl' | '3pl';
  readonly n: number;
  readonly items: number;
  readonly priors: Partial<PriorSet>;
}

const rms = (values: ArrayLike<number>) =>
  Math.sqrt(mean(Array.from(values, (value) => value * value)));

interface Errors {
  a: number;
  b: number;
  ability: number;
  curve: number;
}

/** One row: errors of both fits, and the distribution that the histogram finds. */
export function simulationRow(
  setting: SimulationSetting,
  truth: string,
  repetitions: number,
): string {
  const { model, n, items: count, priors } = setting;
  const { draw, skewness, kurtosis } = TRUTHS[truth];
  const errors: Record<'normal' | 'histogram', Errors[]> = { normal: [], histogram: [] };
  const found: { skewness: number; kurtosis: number; gain: number; aic: number }[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const random = randomStream('ability-distribution', truth, model, n, count, repetition);
    const many = (size: number, one: () => number) => Array.from({ length: size }, one);
    const abilities = many(n, () => draw(random));
    const items = itemParameters({
      a: many(count, () => Math.exp(0.3 * randomNormal(random))),
      b: many(count, () => randomNormal(random)),
      c: many(count, () => (model === '3pl' ? 0.05 + 0.2 * random() : 0)),
    });
    const curve = (of: typeof items, theta: number, j: number) =>
      probability(theta, of.a[j], of.b[j], of.c[j], of.d[j]);
    const scores = abilities.flatMap((theta) =>
      many(count, () => 0).map((_, j) => (random() < curve(items, theta, j) ? 1 : 0)),
    );
    const names = (prefix: string, size: number) =>
      Array.from({ length: size }, (_, k) => `${prefix}${k}`);
    const matrix = {
      examinees: names('e', n),
      items: names('q', count),
      scores: Float32Array.from(scores),
    };
    const fits = fitBoth(matrix, { model, priors });
    const errorsOf = ({ parameters, abilities: estimates }: MarginalFit): Errors => ({
      a: rms(parameters.a.map((value, j) => value - items.a[j])),
      b: rms(parameters.b.map((value, j) => value - items.b[j])),
      ability: rms(estimates.map((value, i) => value - abilities[i])),
      curve: rms(
        abilities.flatMap((theta) =>
          Array.from(items.a, (_, j) => curve(parameters, theta, j) - curve(items, theta, j)),
        ),
      ),
    });
    errors.normal.push(errorsOf(fits.normal));
    errors.histogram.push(errorsOf(fits.histogram));
    const { distribution, logLikelihood, freeParameters } = fits.histogram;
    const gain = logLikelihood - distribution!.normal.logLikelihood;
    found.push({
      skewness: distribution!.skewness,
      kurtosis: distribution!.excessKurtosis,
      gain,
      aic: 2 * (freeParameters - distribution!.normal.free) - 2 * gain < 0 ? 1 : 0,
    });
  }
  const pair = (name: keyof Errors) =>
    `${fixed(median(errors.normal.map((e) => e[name])))} / ${fixed(median(errors.histogram.map((e) => e[name])))}`;
  const of = (name: keyof (typeof found)[number]) => mean(found.map((one) => one[name]));
  return `| ${setting.name}, ${n} × ${count} | ${truth} | ${pair('a')} | ${pair('b')} | ${pair('ability')} | ${pair('curve')} | ${fixed(skewness, 2)} / ${fixed(of('skewness'), 2)} | ${fixed(kurtosis, 2)} / ${fixed(of('kurtosis'), 2)} | ${fixed(of('gain'), 1)} | ${Math.round(100 * of('aic'))}% |`;
}
