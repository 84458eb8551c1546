import { InvalidArgumentError } from 'commander';
import type { Tolerance } from '../../../../sim/test-length/length-grid.ts';
import type { NormalPrior } from '../../../irt/estimate/estimate.ts';
import type { LengthRequest } from '../../../workflow/studies/test-length/length-request.ts';
import type { BankOptions } from '../../options/bank-source.ts';
import type { OnOptions } from '../../options/on-option.ts';
import { normalPrior } from '../../options/options.ts';

/** The options of `simulate test-length`. */
export interface LengthOptions extends BankOptions, OnOptions, LengthRequest {
  readonly out?: string;
  readonly resume?: boolean;
  readonly plot?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Reads `5%`, or a number of items. */
export function lengthTolerance(text: string): Tolerance {
  const [, number, sign] = /^([0-9]*\.?[0-9]+)(%?)$/.exec(text.trim()) ?? [];
  const value = Number(number);
  if (sign === '%' && value > 0 && value <= 50) return { share: value / 100 };
  if (sign === '' && Number.isSafeInteger(value) && value >= 1) return { items: value };
  throw new InvalidArgumentError(
    'Accepted: a share of the length above 0% and at most 50%, such as 5%, or a whole number of items.',
  );
}

/** Reads `models` or `normal:MEAN:SD`. */
export function abilitiesOf(text: string): 'models' | NormalPrior {
  if (text === 'models') return text;
  try {
    return normalPrior(text);
  } catch {
    throw new InvalidArgumentError(
      'Accepted: models (those of the bank), or normal:MEAN:SD with SD above 0, such as normal:0:1.',
    );
  }
}
