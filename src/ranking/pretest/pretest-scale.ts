import { scaleOfPart } from '../common-scale.ts';
import type { PreparationInput } from '../live/preparation.ts';
import type { PretestScale } from './know-pretest.ts';

/** The calibration of prepared tests, for what is known of pretest items: on the scale that they report. */
export function pretestScale({ recorded, calibration }: PreparationInput): PretestScale {
  const { tags, responses } = recorded;
  const same = { slope: 1, shift: 0 };
  const bank = { items: responses.items, tags };
  if (calibration === null) return { ...bank, parameters: null, scale: same };
  if ('kept' in calibration)
    return { ...bank, parameters: calibration.kept.parameters, scale: same };
  const { abilities, part } = calibration;
  return { ...bank, parameters: part.parameters, scale: scaleOfPart(abilities, part) };
}
