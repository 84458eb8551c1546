import { type Calibration, calibrate } from '../../calibration/fit/calibrate.ts';
import type { Rung } from '../../calibration/fit/rungs.ts';
import { fitSynthesis } from '../../calibration/synthesize/fit/fit-synthesis.ts';
import { fail } from '../../src/errors.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { pickExaminees, type ResponseMatrix } from '../../src/irt/responses.ts';
import { mean } from '../../src/statistics/mean.ts';
import type { DebateSettings } from '../debate/settings.ts';
import { FIT_ROUNDS } from './fit-rounds.ts';
import { betterBy, MEASURES, type Measures, measuresOf, randomMeasures } from './measures.ts';
import { sampledAnswers, synthesizedAnswers } from './participants-of-population.ts';
import { reflectedOf } from './reflected-of.ts';
import { type SeedInterval, seedInterval } from './seed-interval.ts';
import {
  aloneAnswers,
  type SimulatedPopulation,
  simulatePopulation,
  stacked,
} from './simulated-population.ts';
import { trueDifficulties } from './true-difficulty.ts';

/** The calibrations, with their calls per item for a pool of 5. */
export const CALIBRATIONS = {
  synthesized: '20 pairs and 5 solos of 5 models (45 calls)',
  pairs: 'the 20 pairs without the solos (45 calls)',
  naive: 'the 20 pairs as 20 independent examinees (45 calls)',
  solos: 'the 5 models alone (5 calls)',
  samples: 'the 5 models, 9 samples each (45 calls)',
  independent: '20 other models (20 calls)',
  distinct: '45 distinct models (45 calls)',
  truth: 'true parameters (not to be had)',
  random: 'none: random items',
} as const;
export type CalibrationName = keyof typeof CALIBRATIONS;

/** Shared errors of models. */
export type Sharing = Pick<DebateSettings, 'shared' | 'common' | 'steadiness'>;
/** Persuasion between models. */
export type Persuasion = Pick<DebateSettings, 'persuasion' | 'truth'> &
  Partial<Pick<DebateSettings, 'confidence' | 'eloquence'>>;

export interface SynthesisStudyRequest {
  readonly seed: string | number;
  /** Replications, each with items and models of its own; at least 1. */
  readonly seeds: number;
  readonly sharings: readonly Sharing[];
  readonly persuasions: readonly Persuasion[];
  /** Default 500. */
  readonly items?: number;
  /** Items of the short tests; default 40. */
  readonly length?: number;
  /** Short tests drawn for each calibration; default 4. */
  readonly draws?: number;
  readonly rung?: Rung;
}

export interface StudyCell {
  readonly sharing: Sharing;
  readonly persuasion: Persuasion;
  readonly rows: readonly StudyRow[];
  /** Of the synthesized participants. */
  readonly designEffect: SeedInterval;
  readonly effectiveParticipants: SeedInterval;
  /** Share right of reflected answers − that of solo ones, in points. */
  readonly reflectionGain: SeedInterval;
}

export interface StudyRow {
  readonly calibration: CalibrationName;
  /** Seeds at which its fit used all rounds; they are included. */
  readonly unconverged: number;
  readonly measures: Readonly<Record<keyof Measures, SeedInterval>>;
  /** Its gain over the solos, seed by seed: above 0 is better, for every measure. */
  readonly betterThanSolos: Readonly<Record<keyof Measures, SeedInterval>>;
  /** The same for `samples`: the value of the same number of calls without a debate. */
  readonly betterThanSamples: Readonly<Record<keyof Measures, SeedInterval>>;
}

const POOL = 5;
const SAMPLES = 9;
const INDEPENDENT = 20;
const HELD_OUT = 11;
/**
 * Does synthesis help the calibration of a bank, in a population of the stand-in? Within a seed all calibrations see the same items
 * and pool and are judged by the same held-out models, and the cells of one sharing the same generations.
 *
 * The gain of simulated models verifies that the code follows the model of debate. It says nothing about real models.
 * @param onStep called after each sharing of each seed
 * @throws OPTION_INVALID
 */
export function synthesisStudy(
  request: SynthesisStudyRequest,
  onStep: (done: number, all: number) => void = () => {},
): StudyCell[] {
  const { seeds, sharings, persuasions } = request;
  if (!(Number.isInteger(seeds) && seeds >= 1))
    fail('OPTION_INVALID', { option: 'seeds', found: String(seeds), accepted: 'a whole number' });
  const cells = sharings.map((sharing) =>
    persuasions.map((persuasion) => ({ sharing, persuasion, trials: [] as Trial[] })),
  );
  for (let k = 0; k < seeds; k++)
    sharings.forEach((_, s) => {
      const trials = trialsOf(request, k, sharings[s]);
      trials.forEach((trial, p) => {
        cells[s][p].trials.push(trial);
      });
      onStep(k * sharings.length + s + 1, seeds * sharings.length);
    });
  return cells.flat().map(summary);
}

/** One cell at one seed. */
interface Trial {
  readonly measures: Readonly<Record<CalibrationName, Measures>>;
  readonly unconverged: ReadonlySet<CalibrationName>;
  readonly designEffect: number;
  readonly effectiveParticipants: number;
  readonly reflectionGain: number;
}

function trialsOf(request: SynthesisStudyRequest, k: number, sharing: Sharing): Trial[] {
  const { items = 500, length = 40, draws = 4, rung = '3pl-shrunken' } = request;
  const options = { rung, ...FIT_ROUNDS };
  const seed = `${k + 1}-${request.seed}`;
  const size = { items, pool: POOL, others: POOL * SAMPLES - POOL, heldOut: HELD_OUT };
  const population = simulatePopulation(seed, size);
  const tests = { length, draws, seed };
  const truth = trueDifficulties(population, sharing);
  const heldOut = aloneAnswers(population, population.heldOut, sharing);
  const measured = (parameters: Parameters<typeof measuresOf>[0]) =>
    measuresOf(parameters, truth, heldOut, tests);
  const unconverged = new Set<CalibrationName>();
  const known = (name: CalibrationName, { converged, parameters }: Calibration) => {
    if (converged) unconverged.delete(name);
    else unconverged.add(name);
    return measured(parameters);
  };
  const fitted = (name: CalibrationName, matrix: ResponseMatrix) =>
    known(name, calibrate(matrix, { ...options, mode: 'integrated', scaledOn: allOf(matrix) }));
  const solos = aloneAnswers(population, population.pool, sharing);
  const others = aloneAnswers(population, population.others, sharing);
  const sampled = sampledAnswers(population, sharing, SAMPLES);
  const beside = {
    solos: fitted('solos', solos),
    samples: known('samples', fitSynthesis(sampled, options).calibration),
    independent: fitted(
      'independent',
      pickExaminees(others, Int32Array.from(Array(INDEPENDENT).keys())),
    ),
    distinct: fitted('distinct', stacked([solos, others])),
    truth: measured(trueParameters(population, truth)),
    random: randomMeasures(heldOut, tests),
  };
  return request.persuasions.map((persuasion) => {
    const matrix = synthesizedAnswers(population, { ...sharing, ...persuasion });
    const fit = fitSynthesis(matrix, options);
    const pairs = reflectedOf(matrix);
    const { scores } = matrix.responses;
    return {
      measures: {
        synthesized: known('synthesized', fit.calibration),
        pairs: known('pairs', fitSynthesis(pairs, options).calibration),
        naive: known('naive', calibrate(pairs.responses, { ...options, mode: 'integrated' })),
        ...beside,
      },
      unconverged: new Set(unconverged),
      designEffect: fit.designEffects.designEffect,
      effectiveParticipants: fit.designEffects.effectiveParticipants,
      reflectionGain:
        100 * (shareOf(scores.subarray(POOL * items)) - shareOf(scores.subarray(0, POOL * items))),
    };
  });
}

function allOf({ examinees }: ResponseMatrix): number[] {
  return [...examinees.keys()];
}

/** With s² > 0 the curve of an item is not a 3PL curve; its difficulty is moved to its half-way point for these models. */
function trueParameters({ items }: SimulatedPopulation, b: Float64Array) {
  return itemParameters({ a: items.map(({ a }) => a), b, c: items.map(({ c }) => c) });
}

function shareOf(scores: Float32Array): number {
  return mean(scores);
}

function summary({
  sharing,
  persuasion,
  trials,
}: {
  sharing: Sharing;
  persuasion: Persuasion;
  trials: readonly Trial[];
}): StudyCell {
  const over = (value: (trial: Trial) => number | null) => seedInterval(trials.map(value));
  const each = (value: (trial: Trial, measure: keyof Measures) => number | null) =>
    Object.fromEntries(
      MEASURES.map((measure) => [measure, over((trial) => value(trial, measure))]),
    ) as Record<keyof Measures, SeedInterval>;
  return {
    sharing,
    persuasion,
    rows: (Object.keys(CALIBRATIONS) as CalibrationName[]).map((calibration) => ({
      calibration,
      unconverged: trials.filter((trial) => trial.unconverged.has(calibration)).length,
      measures: each(({ measures }, m) => measures[calibration][m]),
      betterThanSolos: each((trial, m) =>
        betterBy(m, trial.measures[calibration], trial.measures.solos),
      ),
      betterThanSamples: each((trial, m) =>
        betterBy(m, trial.measures[calibration], trial.measures.samples),
      ),
    })),
    designEffect: over((trial) => trial.designEffect),
    effectiveParticipants: over((trial) => trial.effectiveParticipants),
    reflectionGain: over((trial) => trial.reflectionGain),
  };
}
