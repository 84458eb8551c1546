import { beforeAll, describe, expect, test } from 'vitest';
import { trialComparisons } from '../../../../../scripts/research/trial/measure/trial-comparison.ts';
import {
  type TrialMeasures,
  trialMeasures,
  trialSteps,
} from '../../../../../scripts/research/trial/measure/trial-measures.ts';
import { MEASURES } from '../../../../../sim/synthesis/measures.ts';
import {
  sampledAnswers,
  synthesizedAnswers,
} from '../../../../../sim/synthesis/participants-of-population.ts';
import {
  aloneAnswers,
  simulatePopulation,
} from '../../../../../sim/synthesis/simulated-population.ts';

/** Three pools of one population in which nobody is persuaded. */
const settings = { shared: 0.3, common: 0.3, steadiness: 0.5, persuasion: 0 };
const ITEMS = 80;
let measures: TrialMeasures;
const steps: string[] = [];

beforeAll(() => {
  const population = simulatePopulation('trial', { items: ITEMS, pool: 0, others: 32, heldOut: 8 });
  const others = [...population.others];
  const pools = [0, 1, 2].map((k) => {
    const pool = { ...population, pool: new Map(others.slice(4 * k, 4 * k + 4)) };
    return {
      synthesized: synthesizedAnswers(pool, settings),
      samples: sampledAnswers(pool, settings, 7),
    };
  });
  const rest = new Map(others.slice(12));
  const answers = {
    pools,
    heldOut: aloneAnswers(population, population.heldOut, settings),
    recorded: [{ name: 'recorded-20', responses: aloneAnswers(population, rest, settings) }],
  };
  const forms = { length: 20, draws: 3, seed: 'trial' };
  measures = trialMeasures(answers, { rung: '2pl', forms }, (doing) => steps.push(doing));
});

const named = (pool: number, name: string) =>
  measures.pools[pool].calibrations.find(({ calibration }) => calibration === name)!.measures;

describe('a trial in which debates change nothing', () => {
  test('participants tell what their models tell alone, and passed off as independent less', () => {
    expect(steps).toHaveLength(trialSteps(3, 1));
    for (const pool of [0, 1, 2]) {
      const of = (name: string) => named(pool, name).logLikelihood!;
      expect(Math.abs(of('synthesized') - of('solos'))).toBeLessThan(0.02);
      // Without the models alone the scale is that of the pairs, whose abilities are the same here.
      expect(Math.abs(of('pairs') - of('solos'))).toBeLessThan(0.02);
      expect(of('naive')).toBeLessThan(of('solos') - 0.04);
      expect(measures.pools[pool].fit.designEffects.designEffect).toBeCloseTo(4, 6);
      expect(measures.pools[pool].fit.modeEffect!.shift.mean).toBeCloseTo(0, 6);
      // More models tell more.
      const [recorded] = measures.common;
      expect(recorded.calibration).toBe('recorded-20');
      expect(recorded.measures.logLikelihood!).toBeGreaterThan(of('synthesized'));
      expect(recorded.measures.difficulty!).toBeGreaterThan(named(pool, 'solos').difficulty!);
    }
  });

  test('differences are within a pool, above 0 if synthesis is better; their mean is over pools', () => {
    const comparisons = trialComparisons(measures);
    expect(comparisons.map(({ beside }) => beside)).toEqual([
      ...['samples', 'pairs', 'naive', 'solos', 'recorded-20', 'random'],
    ]);
    for (const { beside, pools, over } of comparisons)
      for (const m of MEASURES) {
        const common = measures.common.find(({ calibration }) => calibration === beside);
        const known = [0, 1, 2].map((pool) => {
          const other = (common?.measures ?? named(pool, beside))[m];
          if (other === null) return null;
          return (m === 'error' ? -1 : 1) * (named(pool, 'synthesized')[m]! - other);
        });
        expect(pools.map((pool) => pool[m])).toEqual(known);
        const values = known.filter((value) => value !== null);
        expect(over[m].count).toBe(values.length);
        if (values.length > 0)
          expect(over[m].mean).toBeCloseTo((values[0] + values[1] + values[2]) / 3, 12);
      }
    expect(comparisons.at(-1)!.over.logLikelihood.count).toBe(0);
    expect(comparisons[4].over.logLikelihood.mean).toBeLessThan(0);
  });
});
