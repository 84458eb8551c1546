import { count, decimal } from '../numbers.ts';
import { plainText } from '../plain-text.ts';
import type { CalibrationTrust } from '../ranking/own-random.ts';

/** A doubt from which on a reader should know it: the score rests more on the model's own answers than on the calibration. */
const MUCH = 0.5;
/** Most models that are named. */
const NAMED = 5;

type Trusted = Partial<CalibrationTrust> & {
  readonly model: string;
  readonly score: number;
  readonly alarm: string | null;
};

/** `calibration 97%, own answers alone 3%`. @param doubt in [0, 1] */
export function restsText(doubt: number): string {
  const own = Math.round(100 * doubt);
  return `calibration ${100 - own}%, own answers alone ${own}%`;
}

/** What a model's own random items say; empty if there are none. */
export function ownRandomText({ ownRandom }: Pick<Trusted, 'ownRandom'>): string {
  if (ownRandom == null) return '';
  const { items, score, low, high } = ownRandom;
  return `its ${count(items)} random items alone say ${decimal(score, 1)} (${decimal(low, 1)} – ${decimal(high, 1)})`;
}

/** A line for each model whose score rests little on the calibration, or that its own random items contradict. */
export function trustNotes(models: readonly Trusted[]): string[] {
  const told = models.filter(
    ({ doubt, alarm }) => alarm === 'contradicted' || (doubt != null && doubt >= MUCH),
  );
  const lines = told
    .slice(0, NAMED)
    .map(
      (own) =>
        `${plainText(own.model)}: score ${decimal(own.score, 1)} rests on: ${restsText(own.doubt ?? 0)}${own.ownRandom == null ? '' : `; ${ownRandomText(own)}`}.`,
    );
  if (told.length > NAMED)
    lines.push(`… and ${count(told.length - NAMED)} more: see doubt and ownRandom in --json.`);
  return lines;
}
