import { InvalidArgumentError } from 'commander';

/** Values of options that are not given. */
export const USUAL = { kinship: 0.3, seed: 1, target: 'expected', confidence: 0.95 } as const;

/** `--fail-if`: the loss that may be, in points, and the one-sided confidence with which a larger one must be shown. */
export interface FailRule {
  readonly drop: number;
  readonly confidence: number;
}

const RULE = /^drop>(?<drop>[0-9]+(?:\.[0-9]+)?)@(?<confidence>0?\.[0-9]+)$/;

/** Reads `drop>1.0@0.95`. */
export function failRule(text: string): FailRule {
  const groups = RULE.exec(text.replace(/\s/g, ''))?.groups;
  const drop = Number(groups?.drop);
  const confidence = Number(groups?.confidence);
  if (!(drop < 100 && confidence >= 0.5 && confidence < 1))
    throw new InvalidArgumentError(
      'Accepted: drop>POINTS@CONFIDENCE with a confidence from 0.5 to below 1, in quotation marks, such as "drop>1.0@0.95".',
    );
  return { drop, confidence };
}

/** Reads a correlation from 0 to 0.95. */
export function correlationOption(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= 0 && value <= 0.95))
    throw new InvalidArgumentError('Accepted: a number from 0 to 0.95, such as 0.3.');
  return value;
}
