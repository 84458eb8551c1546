import type { StudyResult } from '../../../../../scripts/research/evidence/ranking/run-studies.ts';
import {
  COMPARED,
  LENGTHS,
  SEED,
  type Study,
} from '../../../../../scripts/research/evidence/ranking/studies.ts';
import { reportOf } from '../../../../../sim/post-hoc/post-hoc.ts';
import type { StrategyScore } from '../../../../../sim/post-hoc/strategies.ts';
import { MODELS, simulatedBank } from '../../../../ranking/simulated-bank.ts';

export const FAMILIES = MODELS.map((name) => name.split('-')[0]);
export const ACTUAL = MODELS.map((_, i) => 0.2 + (0.6 * i) / MODELS.length);

/** A study's result without a study: `outcome` says what each strategy says of each model, whatever its length. */
export function resultOf(
  study: Study,
  outcome: (
    strategy: string,
    i: number,
    length: number,
  ) => Omit<StrategyScore, 'items' | 'prediction'>,
  { simulated = false } = {},
): StudyResult {
  const tests = {
    strategies: COMPARED,
    examinees: MODELS,
    actual: ACTUAL,
    families: FAMILIES,
    familySource: 'given' as const,
    familyCount: new Set(FAMILIES).size,
    outcomes: COMPARED.map((strategy) =>
      LENGTHS.map((length) =>
        Array.from({ length: study.seeds }, () =>
          MODELS.map((_, i) => ({
            ...outcome(strategy, i, length),
            items: length,
            prediction: null,
          })),
        ),
      ),
    ),
  };
  const request = {
    bank: { ...simulatedBank(MODELS, 300), name: study.bank, simulated },
    lengths: LENGTHS,
    strategies: COMPARED,
    folds: 5,
    seeds: study.seeds,
    seed: SEED,
    families: null,
    split: study.split,
    calibrationModels: study.calibrationModels ?? undefined,
    compare: COMPARED,
  };
  return { study, report: reportOf(request, tests), tests };
}
