import { ENGLISH, listed, type Words } from '../languages/words.ts';
import { plainText } from '../plain-text.ts';

/**
 * That answers of the stand-in are no model's: they would pass for those of a model. Empty if there are none.
 * @param all of whom there are answers
 */
export function standInText(
  standIns: readonly string[],
  all: readonly string[],
  t: Words = ENGLISH,
): string {
  const own = all.filter((name) => standIns.includes(name));
  if (own.length === 0) return '';
  return own.length === all.length
    ? t('SIMULATED: the answers of all models come from the stand-in, which no model is behind.')
    : t('SIMULATED: the answers of {models} come from the stand-in, which no model is behind.', {
        models: listed(own.map(plainText), t),
      });
}
