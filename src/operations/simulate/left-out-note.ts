import { plural } from '../../numbers.ts';

/** How many flagged items of a file of parameters tests leave out; null for none. */
export function leftOutNote(flagged: Uint8Array | null | undefined): string | null {
  const count = flagged?.reduce((sum, one) => sum + one, 0) ?? 0;
  if (count === 0) return null;
  return `note: adaptive selection leaves out ${plural(count, 'flagged item')} (negative-slope, a-at-bound). To allow them: --include-flagged, or includeFlagged in a design.`;
}
