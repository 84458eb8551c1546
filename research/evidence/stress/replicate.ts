import {
  measureEffects,
  normalQuantile,
  pairedScoreInterval,
  probability,
  randomNormal,
  randomStream,
  shuffle,
  verdictsOf,
} from 'thetarank';

export const CONFIDENCE = 0.9;
/** Half-widths at which asking ends, and the runs of each; the finer one only on the larger bank. */
export const PRECISION = 0.05;
export const FINE = 0.025;
export const RUNS = 400;
export const FINE_RUNS = 100;
export const LARGE = 4000;
export const SIZES = [400, LARGE] as const;
export const KINDS = ['binary', 'graded'] as const;
export type Kind = (typeof KINDS)[number];
/** Points that a change costs, of the four variants of a run. */
export const DROPS = { planted: [0, 0, 5, 10], null: [0, 0, 0, 0] } as const;
export type Family = keyof typeof DROPS;
export const ABILITIES = [-0.5, 0.8] as const;
export const GUESSING = 0.2;
/** Of graded scores: points of a rubric. */
export const POINTS = 4;
/** Share of the items whose second answer is drawn with the chance of the first. */
export const SHARED = 0.6;
export const TARGETS = ['expected', 'recorded'] as const;
export type Target = (typeof TARGETS)[number];

/** What one effect of a run came to. */
export interface EffectOutcome {
  readonly drop: number;
  readonly target: Target;
  readonly items: number;
  readonly isPrecise: boolean;
  /** Whether the interval contains the truth that it is about. */
  readonly holds: boolean;
  readonly is: 'lower' | 'higher' | 'undecided';
  /** Items that a fixed design needs that knows the variance of the differences beforehand. */
  readonly fixed: number;
  /** A common 95% interval, after the last item and after any round. */
  readonly common: { readonly atEnd: boolean; readonly atAnyLook: boolean };
}

interface SimulatedEffect {
  readonly drop: number;
  readonly truth: number;
  readonly original: Float64Array;
  readonly changed: Float64Array;
}

export interface StressCell {
  readonly kind: Kind;
  readonly size: number;
  readonly family: Family;
  readonly precision: number;
}

/** A run with its outcomes. */
export interface KeptStress extends StressCell {
  readonly run: number;
  readonly effects: readonly EffectOutcome[];
}

/** One run: two models and four variants, on one bank. */
export async function replicateStress(
  { kind, size, family, precision }: StressCell,
  run: number,
): Promise<EffectOutcome[]> {
  const effects = simulate(kind, size, DROPS[family], run);
  const order = shuffle(
    Array.from({ length: size }, (_, k) => k),
    randomStream('stress', kind, size, family, run, 'order'),
  );
  const outcomes: EffectOutcome[] = [];
  for (const target of TARGETS) {
    const looks = effects.map(() => false);
    const measured = await measureEffects(
      effects.map((_, k) => ({ model: `${k >> 2}`, variant: `${k & 3}`, items: order })),
      { confidence: CONFIDENCE, precision, target, most: size },
      {
        ask: async () => true,
        pair: ({ effect, item }) => ({
          original: effects[effect].original[item],
          changed: effects[effect].changed[item],
        }),
        onRound(all) {
          for (const [k, { pairs }] of all.entries())
            looks[k] ||= excludesZero(pairs.map(({ scores }) => scores.changed - scores.original));
        },
      },
    );
    const verdicts = verdictsOf(measured.map(({ effect }) => effect));
    for (const [k, { drop, truth, original, changed }] of effects.entries()) {
      const { effect, pairs } = measured[k];
      const { low, high, items, isPrecise } = effect!;
      const recorded = mean(original.map((score, j) => changed[j] - score));
      const meant = target === 'expected' ? truth : recorded;
      outcomes.push({
        ...{
          drop,
          target,
          items,
          isPrecise,
          is: verdicts[k]!.is,
          fixed: fixedItems(effects[k], precision),
        },
        holds: low - 1e-9 <= meant && meant <= high + 1e-9,
        common: {
          atEnd: excludesZero(pairs.map(({ scores }) => scores.changed - scores.original)),
          atAnyLook: looks[k],
        },
      });
    }
  }
  return outcomes;
}

function simulate(
  kind: Kind,
  size: number,
  drops: readonly number[],
  run: number,
): SimulatedEffect[] {
  const bank = randomStream('stress', kind, size, run, 'bank');
  const items = Array.from({ length: size }, () => ({
    a: Math.exp(0.3 * randomNormal(bank)),
    b: randomNormal(bank),
  }));
  return ABILITIES.flatMap((ability, m) => {
    const right = items.map(({ a, b }) => probability(ability, a, b, GUESSING, 1));
    const average = mean(right);
    const chances = scoreChances(size, kind, run, m, 'original');
    const original = Float64Array.from(right, (p, j) => scoreOf(p, chances[j]));
    return drops.map((drop, v) => {
      const truth = -drop / 100;
      const own = scoreChances(size, kind, run, m, `variant ${v}`);
      const isShared = randomStream('stress', kind, size, run, m, v, 'shared');
      const changed = Float64Array.from(right, (p, j) =>
        // The same share of each probability is lost, so that the mean loses `drop`.
        scoreOf(p * (1 + truth / average), isShared() < SHARED ? chances[j] : own[j]),
      );
      return { drop, truth, original, changed };
    });
  });
}

/** The uniform numbers that decide the answers to an item: one, or one for each point of a graded score. */
function scoreChances(size: number, kind: Kind, run: number, model: number, purpose: string) {
  const random = randomStream('stress', kind, size, run, model, purpose);
  const points = kind === 'binary' ? 1 : POINTS;
  return Array.from({ length: size }, () => Array.from({ length: points }, random));
}

function scoreOf(probability: number, chances: readonly number[]): number {
  return chances.filter((u) => u < probability).length / chances.length;
}

function fixedItems({ original, changed }: SimulatedEffect, precision: number): number {
  const differences = original.map((score, j) => changed[j] - score);
  const centre = mean(differences);
  const variance = mean(differences.map((x) => (x - centre) ** 2));
  const z = normalQuantile((1 - CONFIDENCE) / 2);
  return (z * z * variance) / precision ** 2;
}

/** Whether a common 95% interval of the mean difference excludes 0: by Tango for right and wrong, by the normal point for graded scores. */
function excludesZero(differences: readonly number[]): boolean {
  const n = differences.length;
  if (n === 0) return false;
  const z = normalQuantile(0.025);
  const isWhole = differences.every((x) => Number.isInteger(x));
  if (isWhole) {
    const fell = differences.filter((x) => x < 0).length;
    const rose = differences.filter((x) => x > 0).length;
    if (fell + rose === 0) return false;
    const { low, high } = pairedScoreInterval(fell, rose, n, z);
    return low > 0 || high < 0;
  }
  const centre = mean(differences);
  const variance = differences.reduce((sum, x) => sum + (x - centre) ** 2, 0) / (n - 1);
  return Math.abs(centre) > z * Math.sqrt(variance / n);
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k];
  return sum / values.length;
}
