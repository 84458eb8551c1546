import { BUILTIN_BANKS, type BuiltinBank, type PostHocRequest } from 'thetarank';
import { type SplitRule, STRATEGIES } from 'thetarank/study';
import { builtinBank, FOLDS } from '../recorded-data.ts';

/** The chosen settings of one post-hoc simulation; all other settings are the same in all of them. */
export interface Study {
  /** The name of its section, plot and result: bank, split, and number of calibration models if it is limited. */
  readonly name: string;
  readonly bank: BuiltinBank;
  readonly split: SplitRule;
  /** Null for all models outside a fold. */
  readonly calibrationModels: number | null;
  readonly seeds: number;
}

export const LENGTHS: readonly number[] = [30, 100, 243];
export const SEED = 1;
/** The comparison in every study: is the first as good as the second? */
export const COMPARED = ['robust', 'random-irt'] as const;
/** Banks of more models need fewer repetitions, and take long. */
const MANY_MODELS = 100;
/** A number of models that a beginner may have. */
const FEW_MODELS = 10;

/** The simulated bank needs fewer because it only shows a method's behaviour; the strongest fifth has only one split. */
const SEEDS = { family: 10, random: 10, strongest: 5, simulated: 3 };

/** Every study of the page. @param most repetitions of each, at most */
export function allStudies(most: number, data: string): Study[] {
  return BUILTIN_BANKS.flatMap((bank) => {
    const study = (split: SplitRule, calibrationModels: number | null, seeds: number): Study => ({
      name: [bank, split, ...(calibrationModels === null ? [] : [calibrationModels])].join('-'),
      bank,
      split,
      calibrationModels,
      seeds: Math.min(seeds, most),
    });
    if (builtinBank(bank, data).simulated) return [study('family', null, SEEDS.simulated)];
    if (builtinBank(bank, data).responses.examinees.length > MANY_MODELS)
      return [study('family', null, SEEDS.simulated), study('family', FEW_MODELS, SEEDS.simulated)];
    return [
      study('family', null, SEEDS.family),
      study('family', FEW_MODELS, SEEDS.family),
      study('random', null, SEEDS.random),
      study('strongest', null, SEEDS.strongest),
    ];
  });
}

/** Strategies that need tags are left out where the bank has none. */
export function requestOf(
  { bank: name, split, calibrationModels, seeds }: Study,
  data: string,
): PostHocRequest {
  const bank = builtinBank(name, data);
  const isTagged = Object.keys(bank.tags).length > 0;
  return {
    bank,
    families: bank.families ?? null,
    lengths: LENGTHS.filter((length) => length < bank.items.length),
    strategies: Object.keys(STRATEGIES).filter((strategy) => isTagged || strategy !== 'balanced'),
    split,
    folds: FOLDS,
    calibrationModels: calibrationModels ?? undefined,
    compare: COMPARED,
    seeds,
    seed: SEED,
  };
}
