import {
  type CalibrationEngine,
  DIF_METHODS,
  type DifMethod,
  findContamination,
  findDif,
  fitMarginal,
} from 'thetarank';
import { difBank, leakedBank } from 'thetarank/study';

export const ITEMS = 60;
export const SHARE = 0.1;
export const FAMILY = 5;
export const SIZES = [20, 50, 100, 200, 500] as const;
export const SHIFTS = [0.4, 0.8] as const;
export const ALPHA = 0.05;
export const ARRANGEMENTS = 199;
const MOST_ROUNDS = 10;

/** How a bank is drawn and tested. */
export const KINDS = {
  independent: { familySize: 1, isAllowedFor: false },
  ignored: { familySize: FAMILY, isAllowedFor: false },
  allowed: { familySize: FAMILY, isAllowedFor: true },
} as const;
export type Kind = keyof typeof KINDS;

/** Repetitions of a whole run: fewer of large groups, whose shares hardly vary. */
export const runsOf = (perGroup: number) => (perGroup <= 100 ? 70 : perGroup <= 200 ? 40 : 25);

/** What became of the items of one bank, by method. */
export interface DifCounts {
  /** Of the items with DIF, and of the others: with p below .05, and flagged after correction for many items. */
  readonly found: number;
  readonly flagged: number;
  readonly alarms: number;
  readonly falseFlags: number;
}

export interface DifOutcome {
  readonly items: number;
  readonly withDif: number;
  readonly methods: Readonly<Record<DifMethod, DifCounts>>;
}

export interface DifCell {
  readonly kind: Kind;
  readonly perGroup: number;
  readonly shift: number;
}

export function replicateDif(
  { kind, perGroup, shift }: DifCell,
  run: number,
  engine: CalibrationEngine,
): DifOutcome {
  const { familySize, isAllowedFor } = KINDS[kind];
  // The same banks, whether families are allowed for or not.
  const seed = `dif/${familySize}/${perGroup}/${shift}/${run}`;
  const bank = difBank(seed, { perGroup, items: ITEMS, share: SHARE, shift, familySize });
  const result = findDif(
    bank.matrix,
    { labels: bank.labels, dates: null },
    {
      methods: DIF_METHODS,
      model: '2pl',
      correction: 'benjamini-hochberg',
      alpha: ALPHA,
      strata: null,
      mostRounds: MOST_ROUNDS,
      families: isAllowedFor ? bank.families : null,
      arrangements: ARRANGEMENTS,
      seed,
      engine,
    },
  );
  const countsOf = (method: DifMethod): DifCounts => {
    const counts = { found: 0, flagged: 0, alarms: 0, falseFlags: 0 };
    result[method]!.items.forEach((item, j) => {
      if (item === null) return;
      const isLow = item.p < ALPHA ? 1 : 0;
      const isFlagged = item.flagged ? 1 : 0;
      if (bank.hasDif[j] === 1) {
        counts.found += isLow;
        counts.flagged += isFlagged;
      } else {
        counts.alarms += isLow;
        counts.falseFlags += isFlagged;
      }
    });
    return counts;
  };
  return {
    items: ITEMS,
    withDif: bank.hasDif.reduce((sum, one) => sum + one, 0),
    methods: {
      'mantel-haenszel': countsOf('mantel-haenszel'),
      logistic: countsOf('logistic'),
      irt: countsOf('irt'),
    },
  };
}

export const LEAK_MODELS = 200;
export const LEAKED = [0, 0.1, 0.2, 0.4] as const;
export const CURVES = ['2pl', '3pl'] as const;
export const LEAK_ITEMS = 300;
export const LEAK_FAMILIES = [4, 10] as const;
export const GUESSING = 0.2;
export const LEAK_RUNS = 30;
export const HARD = 0.5;

/** What became of one bank, one of whose families has seen items. */
export interface LeakOutcome {
  /** The family that has seen items is flagged; any other one is. */
  readonly found: boolean;
  readonly false: boolean;
  /** Its suspects, and those that it has seen. */
  readonly suspects: number;
  readonly seen: number;
  /** Families, and those with p below .05 that have seen nothing. */
  readonly others: number;
  readonly alarms: number;
}

export interface LeakCell {
  readonly familySize: number;
  readonly leaked: number;
  readonly model: (typeof CURVES)[number];
}

export function replicateLeak(
  { familySize, leaked, model }: LeakCell,
  run: number,
  engine: CalibrationEngine,
): LeakOutcome {
  const seed = `leak/${familySize}/${leaked}/${run}`;
  const design = { models: LEAK_MODELS, familySize, items: LEAK_ITEMS, leaked, guessing: GUESSING };
  const { matrix, families, isLeaked } = leakedBank(seed, design);
  const { parameters } = fitMarginal(matrix, { model, engine });
  const found = findContamination(matrix, parameters, {
    families,
    hardBelow: HARD,
    alpha: ALPHA,
    dates: null,
  }).families!;
  const own = found.find(({ name }) => name === families[0]);
  const others = found.filter(({ name }) => leaked === 0 || name !== families[0]);
  return {
    found: leaked > 0 && own?.flagged === true,
    false: others.some(({ flagged }) => flagged),
    suspects: leaked > 0 ? (own?.suspects.length ?? 0) : 0,
    seen: leaked > 0 ? (own?.suspects.filter((j) => isLeaked[j] === 1).length ?? 0) : 0,
    others: others.length,
    alarms: others.filter(({ p }) => p < ALPHA).length,
  };
}
