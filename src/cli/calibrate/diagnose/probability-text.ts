import { decimal } from '../../../numbers.ts';

/** A probability such as .032, or < .001. */
export function probabilityText(p: number): string {
  return p < 0.001 ? '< .001' : decimal(p, 3).replace(/^0\./, '.');
}
