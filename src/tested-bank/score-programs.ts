import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../errors.ts';
import type { ScorePrograms } from '../run/score-program.ts';
import type { LiveBank } from './live-bank.ts';

/** The program that scores the answers to an item, by the name that its metric gives; null if none does. */
export function programOf(item: Item): string | null {
  if (!('metric' in item) || item.metric?.name !== 'command') return null;
  return item.metric.program;
}

/** That the program is configured which scores the answers to an item, if one does. @throws SCORE_PROGRAM_UNKNOWN */
export function requireProgram(item: Item, known: ScorePrograms | undefined): void {
  requireKnown(programOf(item), `item ${item.id}`, known);
}

/** The same for all items of a bank. @throws SCORE_PROGRAM_UNKNOWN */
export function requirePrograms(
  { programs, recorded }: Pick<LiveBank, 'programs' | 'recorded'>,
  known: ScorePrograms | undefined,
): void {
  for (const program of programs) requireKnown(program, `bank ${recorded.name}`, known);
}

/** What a run records of programs: their words, by the names that items of the bank give; nothing without such items. */
export function recordedPrograms(
  { programs }: Pick<LiveBank, 'programs'>,
  known: ScorePrograms | undefined,
): { readonly scorers?: Readonly<Record<string, readonly string[] | null>> } {
  if (programs.length === 0) return {};
  return {
    scorers: Object.fromEntries(programs.map((name) => [name, known?.[name]?.argv ?? null])),
  };
}

function requireKnown(program: string | null, where: string, known: ScorePrograms = {}): void {
  if (program !== null && !Object.hasOwn(known, program))
    fail('SCORE_PROGRAM_UNKNOWN', { program, where, known: Object.keys(known) });
}
