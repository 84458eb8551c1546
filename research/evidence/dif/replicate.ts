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
export const SIZES = [50, 200] as const;
export const SHIFT = 0.8;
export const ALPHA = 0.05;
export const ARRANGEMENTS = 199;
const MOST_ROUNDS = 10;

export const FAMILY_RUNS = 15;

/** What became of the items of one bank, by method. */
export interface DifCounts {
  /** Of the items with DIF, and of the others: with p below .05, and flagged after correction for many items. */
  readonly found: number;
  readonly flagged: number;
  readonly alarms: number;
  readonly falseFlags: number;
}

/** Independent models, in groups whose abilities lie apart, and answers with guessing: what sums of right answers cannot match. */
export interface GroupsCell {
  readonly perGroup: readonly [reference: number, focal: number];
  readonly items: number;
  readonly guessing: number;
  readonly impact: number;
  readonly shift: number;
}
export const SD_LOG_A = 0.5;
export const GROUPS = (
  [
    [[30, 30], 60, 0.25, 1],
    [[100, 100], 60, 0.25, 1],
    [[50, 450], 60, 0.25, 1],
    [[500, 500], 60, 0.2, 1],
    [[250, 250], 10, 0.25, 1],
    [[100, 100], 200, 0.25, 1],
    [[250, 250], 60, 0, 0],
  ] as const
).map(([perGroup, items, guessing, impact]) => ({ perGroup, items, guessing, impact }));
export const GROUP_SHIFTS = [0, 0.6] as const;
/** Banks of a cell; false alarms are counted by bank, so they take more. */
export const GROUP_RUNS = 25;
export const groupRuns = ({ shift, perGroup: [reference] }: GroupsCell): number =>
  shift !== 0 ? GROUP_RUNS : reference < 500 ? 100 : 200;

export interface DifOutcome {
  readonly items: number;
  readonly withDif: number;
  readonly methods: Readonly<Record<DifMethod, DifCounts>>;
}

export interface FamilyCell {
  readonly perGroup: number;
  readonly isAllowedFor: boolean;
}

export function replicateFamilies(
  { perGroup, isAllowedFor }: FamilyCell,
  run: number,
  engine: CalibrationEngine,
): DifOutcome {
  // The same banks, whether families are allowed for or not.
  const seed = `families/${perGroup}/${run}`;
  const design = { perGroup, items: ITEMS, share: SHARE, shift: SHIFT, familySize: FAMILY };
  const bank = difBank(seed, design);
  return testBank(bank, isAllowedFor, seed, engine);
}

export function replicateGroups(
  cell: GroupsCell,
  run: number,
  engine: CalibrationEngine,
): DifOutcome {
  const seed = `groups/${Object.values(cell).join('/')}/${run}`;
  const share = cell.shift === 0 ? 0 : SHARE;
  const bank = difBank(seed, { ...cell, share, sdLogA: SD_LOG_A, familySize: 1 });
  return testBank(bank, false, seed, engine);
}

function testBank(
  bank: ReturnType<typeof difBank>,
  isAllowedFor: boolean,
  seed: string,
  engine: CalibrationEngine,
): DifOutcome {
  const result = findDif(
    bank.matrix,
    { labels: bank.labels, dates: null },
    {
      methods: DIF_METHODS,
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
    items: bank.hasDif.length,
    withDif: bank.hasDif.reduce((sum, one) => sum + one, 0),
    methods: {
      'mantel-haenszel': countsOf('mantel-haenszel'),
      logistic: countsOf('logistic'),
      irt: countsOf('irt'),
    },
  };
}

export const LEAK_MODELS = 200;
export const LEAKED = [0, 0.2, 0.4] as const;
export const LEAK_ITEMS = 300;
export const LEAK_FAMILIES = [4, 10] as const;
export const GUESSING = 0.2;
export const LEAK_RUNS = 15;
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
}

export function replicateLeak(
  { familySize, leaked }: LeakCell,
  run: number,
  engine: CalibrationEngine,
): LeakOutcome {
  const seed = `leak/${familySize}/${leaked}/${run}`;
  const design = { models: LEAK_MODELS, familySize, items: LEAK_ITEMS, leaked, guessing: GUESSING };
  const { matrix, families, isLeaked } = leakedBank(seed, design);
  const { parameters } = fitMarginal(matrix, { model: '3pl', engine });
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
