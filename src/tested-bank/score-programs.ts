import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../errors.ts';
import type { ScorePrograms } from '../run/score-program.ts';

/** The program that scores the answers to an item, by the name that its metric gives; null if none does. */
export function programOf(item: Item): string | null {
  if (!('metric' in item) || item.metric?.name !== 'command') return null;
  return item.metric.program;
}

/** That a program is configured for each name that items give. @throws SCORE_PROGRAM_UNKNOWN */
export function requirePrograms(
  {
    programs,
    recorded,
  }: { readonly programs: readonly string[]; readonly recorded: { readonly name: string } },
  known: ScorePrograms = {},
): void {
  const missing = programs.find((name) => !Object.hasOwn(known, name));
  if (missing !== undefined)
    fail('SCORE_PROGRAM_UNKNOWN', {
      program: missing,
      where: `bank ${recorded.name}`,
      known: Object.keys(known),
    });
}
