import {
  type SynthesisMatrix,
  speakerOf,
} from '../../../calibration/synthesize/fit/synthesis-matrix.ts';
import { probability } from '../../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

/** Participants in clusters of one generator, with the truth on the scale of their abilities. */
export interface Clusters {
  readonly matrix: SynthesisMatrix;
  readonly b: Float64Array;
  /** The same on the scale on which the solos have mean 0 and variance 1. */
  readonly solo: Float64Array;
}

/**
 * `generators` × `each` participants, all of a generator of one ability. To an item each gives, with probability `copies`, the
 * answer that its generator has in store, and else one of its own: two participants that share a generator then agree as
 * residuals of correlation copies². The first of a generator is a solo, the others reflect, on the critic `criticOf` says
 * (by default one of its own, so that nothing else is shared), and are `shift` more able.
 */
export function simulateClusters(
  seed: string,
  {
    items = 800,
    generators = 5,
    each = 5,
    copies = 0,
    shift = 0,
    common = true,
  }: {
    items?: number;
    generators?: number;
    each?: number;
    copies?: number;
    shift?: number;
    common?: boolean;
  } = {},
): Clusters {
  const random = randomStream(seed, 'clusters');
  const a = Float64Array.from({ length: items }, () => Math.exp(0.2 * randomNormal(random)));
  const b = Float64Array.from({ length: items }, () => randomNormal(random));
  const n = generators * each;
  const base = Float64Array.from({ length: n }, () => randomNormal(random));
  const abilities = base.map(
    (own, i) => (common ? base[i - (i % each)] : own) + (i % each === 0 ? 0 : shift),
  );
  const scores = new Float32Array(n * items);
  for (let j = 0; j < items; j++)
    for (let g = 0; g < generators; g++) {
      const shared = random();
      for (let i = g * each; i < (g + 1) * each; i++) {
        const u = random() < copies ? shared : random();
        scores[i * items + j] = u < probability(abilities[i], a[j], b[j], 0, 1) ? 1 : 0;
      }
    }
  const speakers = Array.from(abilities, (_, i) =>
    speakerOf({
      id: `${i}-participant`,
      generator: `${Math.floor(i / each)}-generator`,
      critic: i % each === 0 ? null : `${i}-critic`,
    }),
  );
  const onScaleOf = (of: Float64Array) => {
    const mean = of.reduce((sum, x) => sum + x, 0) / of.length;
    const sd = Math.sqrt(of.reduce((sum, x) => sum + (x - mean) ** 2, 0) / of.length);
    return b.map((difficulty) => (difficulty - mean) / sd);
  };
  return {
    matrix: {
      responses: {
        examinees: speakers.map(({ id }) => id),
        items: Array.from(b, (_, j) => `${j}-item`),
        scores,
      },
      speakers,
      absent: [],
    },
    b: onScaleOf(abilities),
    solo: onScaleOf(abilities.filter((_, i) => i % each === 0)),
  };
}
