import { plainText } from '../../plain-text.ts';

/**
 * That answers of the stand-in are no model's: they would pass for those of a model. Empty if there are none.
 * @param all of whom there are answers
 */
export function standInText(standIns: readonly string[], all: readonly string[]): string {
  const own = all.filter((name) => standIns.includes(name));
  if (own.length === 0) return '';
  const whose = own.length === all.length ? 'all models' : own.map(plainText).join(', ');
  return `SIMULATED: the answers of ${whose} come from the stand-in, which no model is behind.`;
}
