import {
  type BankDiagnosis,
  diagnoseBank,
  type EstimatedParameters,
} from '../../../../calibration/diagnose/bank/diagnose-bank.ts';
import {
  diagnoseExaminees,
  type ExamineeDiagnosis,
} from '../../../../calibration/diagnose/diagnose-examinees.ts';
import {
  diagnoseItems,
  type ItemDiagnosis,
} from '../../../../calibration/diagnose/diagnose-items.ts';
import { worstFirst } from '../../../../calibration/diagnose/item-findings.ts';
import type { MODELS } from '../../../../calibration/fit/marginal/fit-marginal.ts';
import type { NormalPrior } from '../../../irt/estimate/estimate.ts';
import type { DiagnosisInput } from './input.ts';

export type IrtModel = (typeof MODELS)[number];

/** How answers are diagnosed. */
export interface DiagnosisSettings {
  readonly model: IrtModel;
  readonly prior: NormalPrior;
  readonly draws: number;
  readonly seed: number;
  readonly dimensions: readonly number[];
  /** Whether the bank is left out. */
  readonly itemsOnly: boolean;
}

/** Everything that is known of a bank, its items and its examinees. */
export interface Diagnosis {
  readonly settings: DiagnosisSettings;
  readonly items: readonly ItemDiagnosis[];
  /** Positions of items. */
  readonly worstFirst: readonly number[];
  readonly examinees: readonly ExamineeDiagnosis[];
  /** Null if it was not asked for. */
  readonly bank: BankDiagnosis | null;
}

/** Estimated per item. Rasch: the difficulty and, for all items, the slope or the spread of ability, as mirt counts. */
const PARAMETERS: Readonly<Record<IrtModel, number>> = { rasch: 2, '2pl': 2, '3pl': 3, '4pl': 4 };
const ESTIMATED: Readonly<Record<IrtModel, EstimatedParameters>> = {
  rasch: { slopes: 'common', difficulties: true, guessing: 'none', upper: 'none' },
  '2pl': { slopes: 'each', difficulties: true, guessing: 'none', upper: 'none' },
  '3pl': { slopes: 'each', difficulties: true, guessing: 'each', upper: 'none' },
  '4pl': { slopes: 'each', difficulties: true, guessing: 'each', upper: 'each' },
};

/** The share of the whole at which each part begins, for the progress shown, and its own share. */
const STEPS = {
  items: [0, 0.1],
  margins: [0.1, 0.05],
  chance: [0.15, 0.4],
  pairs: [0.55, 0],
  dimensions: [0.55, 0.44],
  information: [0.99, 0.01],
} as const;

/** The model that parameters look fitted by: equal slopes, then whether any guessing or upper asymptote is not 0 or 1. */
export function modelOf({ parameters: { a, c, d } }: DiagnosisInput): IrtModel {
  if (d.some((value) => value < 1)) return '4pl';
  if (c.some((value) => value > 0)) return '3pl';
  return a.every((value) => value === a[0]) ? 'rasch' : '2pl';
}

/** Diagnoses items, examinees and the bank. @param onProgress called with the finished share */
export function diagnose(
  input: DiagnosisInput,
  settings: DiagnosisSettings,
  onProgress: (share: number) => void,
): Diagnosis {
  const { matrix, parameters, flags, choices, families } = input;
  const { prior, draws, seed, model, dimensions } = settings;
  const reach = (step: keyof typeof STEPS, share: number) =>
    onProgress(STEPS[step][0] + share * STEPS[step][1]);
  const examinees = diagnoseExaminees(matrix, parameters, prior);
  const abilities = Float64Array.from(examinees, ({ ability }) => ability);
  const items = diagnoseItems(matrix, parameters, abilities, {
    prior,
    parametersPerItem: PARAMETERS[model],
    flags,
    choices: choices?.items,
    draws,
    seed,
    onProgress: (share) => (settings.itemsOnly ? onProgress(share) : reach('items', share)),
  });
  const bank = settings.itemsOnly
    ? null
    : diagnoseBank(matrix, parameters, {
        seed,
        draws,
        families: families ?? undefined,
        prior,
        estimated: ESTIMATED[model],
        dimensions,
        onProgress: reach,
      });
  return { settings, items, worstFirst: worstFirst(items), examinees, bank };
}
