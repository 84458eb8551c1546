import { InvalidArgumentError } from 'commander';
import { nearestNames, suggestion } from '../../nearest.ts';
import {
  isItemVariant,
  isPromptChange,
  STRESS_VARIANTS,
  type StressVariant,
} from '../../stress/variants.ts';
import type { LiveOptions } from '../live/live-options.ts';
import { names } from '../options/options.ts';

/** The options of `thetarank stress`. */
export interface StressOptions
  extends Omit<LiveOptions, 'lag' | 'pool' | 'calibration' | 'leaveOut' | 'outputs'> {
  readonly bank: string;
  readonly variants: readonly StressVariant[];
  readonly share: number;
  readonly precision: number;
  readonly confidence: number;
  readonly target: 'expected' | 'recorded';
  readonly items?: number;
  readonly seed: number;
  readonly list?: boolean;
  readonly show?: string;
  readonly budget?: string[];
  readonly json?: boolean;
  readonly out?: string;
  readonly report?: string;
}

/** Variants that are measured if none are named. */
export const USUAL_VARIANTS = [
  'typos',
  'none-of-above',
  'wrong-hint',
  'shuffle',
  'repeat',
] as const;

/** Reads variants separated by commas. */
export function variantNames(text: string): StressVariant[] {
  const found = names(text).map((name) => {
    if (isItemVariant(name) || isPromptChange(name)) return name;
    const known = Object.keys(STRESS_VARIANTS);
    throw new InvalidArgumentError(
      `Unknown variant "${name}". ${suggestion(name, nearestNames(name, known))} All: ${known.join(', ')}.`,
    );
  });
  const twice = found.find((name, k) => found.indexOf(name) < k);
  if (twice !== undefined) throw new InvalidArgumentError(`"${twice}" is listed twice.`);
  return found;
}

/** Reads the share of changed characters. */
export function changedShare(text: string): number {
  const share = text.trim() === '' ? Number.NaN : Number(text);
  if (!(share > 0 && share <= 0.5))
    throw new InvalidArgumentError('Accepted: a number above 0 and up to 0.5, such as 0.12.');
  return share;
}

/** Reads a half-width in points. */
export function precisionPoints(text: string): number {
  const points = text.trim() === '' ? Number.NaN : Number(text);
  if (!(points >= 0.5 && points <= 50))
    throw new InvalidArgumentError('Accepted: points from 0.5 to 50, such as 5.');
  return points;
}
