import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Mean errors on one bank with one number of calibration models and of items, in points (docs/evidence/adaptive-or-random.md). */
export interface StudiedCase {
  readonly bank: string;
  /** Calibration models. */
  readonly models: number;
  readonly items: number;
  readonly bankItems: number;
  /** Of robust tests, of calibrated random items, and of the plain mean of random items. */
  readonly robust: number;
  readonly calibrated: number;
  readonly plain: number;
}

/** A ranking that is compared with them. */
export type RankedCase = Pick<StudiedCase, 'models' | 'items' | 'bankItems'>;

/** How much a factor in the size of the bank counts, relative to one in the numbers of models and items. */
const BANK_SHARE = 0.5;

/** The cases that were studied, as `npm run research -- when` wrote them. */
export function studiedCases(): readonly StudiedCase[] {
  const file = fileURLToPath(import.meta.resolve('#assets/adaptive-or-random.json'));
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The studied case that is most like a ranking: numbers are compared by their ratios. @param cases at least one */
export function closestCase(cases: readonly StudiedCase[], ranked: RankedCase): StudiedCase {
  const apart = (x: number, y: number) => Math.abs(Math.log(x / y));
  const distance = (studied: StudiedCase) =>
    apart(studied.models, ranked.models) +
    apart(studied.items, ranked.items) +
    BANK_SHARE * apart(studied.bankItems, ranked.bankItems);
  return cases.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}
