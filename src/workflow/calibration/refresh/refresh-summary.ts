import type {
  ItemChange,
  ModelChange,
  UniformItem,
} from '../../../../calibration/refresh/refresh-types.ts';
import type { KnownPretest } from '../../../ranking/pretest/pretest-plan.ts';
import { PRETEST_BAR, readyPretest } from '../../../ranking/pretest/ready-pretest.ts';
import { doubtTexts } from '../../../scoring/doubts/examinee-doubts.ts';
import { rankedBy } from './rank-changes.ts';
import type { RefreshReport } from './refresh-report.ts';
import { FATE_WORDS, RETIREMENT_WORDS, warningWords } from './refresh-words.ts';

/** A model with its place among all models before and after. Scores in points. */
export interface ModelRow {
  readonly model: string;
  readonly isNew: boolean;
  readonly answers: number;
  readonly before: { readonly score: number; readonly error: number; readonly rank: number };
  readonly after: { readonly score: number; readonly error: number; readonly rank: number };
  readonly abilityChange: number;
  /** Whether it answered all items, so that its score is the recorded one, without an error, on any calibration. */
  readonly isExact: boolean;
}

/** A pretest item that was asked. */
export interface PretestRow extends KnownPretest {
  readonly a: number | null;
  /** Whether it can count from now on. */
  readonly isReady: boolean;
}

/** A refresh as people read it. */
export interface RefreshSummary {
  readonly heading: string;
  readonly drifted: readonly ItemChange[];
  /** Items that are not `held`, the largest change of difficulty against its standard error first. */
  readonly changed: readonly ItemChange[];
  readonly added: readonly ItemChange[];
  /** Ready ones first, then by answers. */
  readonly pretest: readonly PretestRow[];
  readonly fates: readonly (readonly [words: string, items: number])[];
  /** The largest change of the score first. */
  readonly models: readonly ModelRow[];
  readonly retirements: readonly { readonly item: string; readonly reasons: readonly string[] }[];
  /** Items that all new models have right, and that told earlier ones apart: those that most of these had wrong first. */
  readonly saturated: readonly UniformItem[];
  /** Items that no new model has right, and some earlier ones had. */
  readonly unsolved: readonly UniformItem[];
  readonly warnings: readonly string[];
}

export function refreshSummary(report: RefreshReport): RefreshSummary {
  const { changes, models, warnings, retirements, uniform, bank, refreshed, doubts } = report;
  const fates = new Map<string, number>();
  for (const { fate } of changes)
    fates.set(FATE_WORDS[fate], (fates.get(FATE_WORDS[fate]) ?? 0) + 1);
  const moved = changes.filter(({ old, new: now, fate }) => old && now && fate !== 'held');
  return {
    heading: `Refresh of calibration ${refreshed} of ${bank}`,
    drifted: changes
      .filter(({ hasDrifted }) => hasDrifted)
      .sort((x, y) => adjustedP(x) - adjustedP(y) || (x.item < y.item ? -1 : 1)),
    changed: moved.sort(
      (x, y) => relativeChange(y) - relativeChange(x) || (x.item < y.item ? -1 : 1),
    ),
    added: changes.filter(({ fate }) => fate === 'added'),
    pretest: pretestRows(report),
    fates: [...fates],
    models: modelRows(models),
    retirements: retirements.map(({ item, reasons }) => ({
      item,
      reasons: reasons.map((reason) => RETIREMENT_WORDS[reason]),
    })),
    saturated: uniform
      .filter(({ isRight }) => isRight)
      .toSorted((x, y) => (x.oldShare ?? 1) - (y.oldShare ?? 1) || (x.item < y.item ? -1 : 1)),
    unsolved: uniform
      .filter(({ isRight }) => !isRight)
      .toSorted((x, y) => (y.oldShare ?? 0) - (x.oldShare ?? 0) || (x.item < y.item ? -1 : 1)),
    warnings: [...warnings.map(warningWords), ...doubtTexts(doubts, 'grouped')],
  };
}

/** Answers of all models, old and new. What is proposed for retirement is not ready. */
function pretestRows({ changes, retirements, collected }: RefreshReport): PretestRow[] {
  const isPretest = new Set(collected.pretest);
  const isProposed = new Set(retirements.map(({ item }) => item));
  const rows = changes
    .filter(({ item }) => isPretest.has(item))
    .map(({ item, new: now, answers }) => ({
      ...{ item, answers: answers.old + answers.new },
      ...{ a: now?.a ?? null, b: now?.b ?? null, sd: now?.errors.b ?? null },
    }));
  const isReady = new Set(
    readyPretest(
      rows.filter(({ item }) => !isProposed.has(item)),
      PRETEST_BAR,
    ),
  );
  return rows
    .map((row) => ({ ...row, isReady: isReady.has(row.item) }))
    .sort(
      (x, y) =>
        Number(y.isReady) - Number(x.isReady) ||
        y.answers - x.answers ||
        (x.item < y.item ? -1 : 1),
    );
}

/** The least adjusted probability of an item's tests; 1 if it could not be tested. */
export function adjustedP({ drift }: ItemChange): number {
  return Math.min(drift?.adjusted.shift ?? 1, drift?.adjusted.slope ?? 1);
}

/** The change of difficulty and its standard error; null for items without old or new parameters. */
export function difficultyChange({ old, new: now, fate }: ItemChange): {
  readonly change: number;
  readonly se: number | null;
} | null {
  if (old === null || now === null) return null;
  const change = now.b - old.b;
  const [before, after] = [old.errors.b, now.errors.b];
  if (before === null || after === null) return { change, se: null };
  // New answers alone are independent of the old ones. All answers contain the old ones, so that the variance of the difference is the
  // difference of the variances (Hausman 1978, Econometrica 46, 1251–1271).
  const variance =
    fate === 'redone' ? before * before + after * after : before * before - after * after;
  return { change, se: variance > 0 ? Math.sqrt(variance) : null };
}

function relativeChange(item: ItemChange): number {
  const found = difficultyChange(item);
  if (found === null) return 0;
  return Math.abs(found.change) / (found.se ?? item.new!.errors.b ?? 1);
}

/** Rounding of a sum of shares. */
const EXACT = 1e-9;

function modelRows(models: readonly ModelChange[]): ModelRow[] {
  const [before, after] = [
    rankedBy(models, (one) => one.old.score),
    rankedBy(models, (one) => one.new.score),
  ];
  const rows = models.map(({ examinee, isNew, answers, old, new: now }, i) => ({
    model: examinee,
    isNew,
    answers,
    before: { score: 100 * old.score, error: 100 * old.expectedError, rank: before[i] },
    after: { score: 100 * now.score, error: 100 * now.expectedError, rank: after[i] },
    abilityChange: now.ability - old.ability,
    isExact: old.scoreError <= EXACT && now.scoreError <= EXACT,
  }));
  const moved = (row: (typeof rows)[number]) => Math.abs(row.after.score - row.before.score);
  return rows.sort((x, y) => moved(y) - moved(x) || (x.model < y.model ? -1 : 1));
}
