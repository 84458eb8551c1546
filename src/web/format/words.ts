import { count } from './number.ts';

/** A count with its noun. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** Ranks that an interval allows. */
export function rankRange(best: number, worst: number): string {
  return best === worst ? `${best}` : `${best}–${worst}`;
}
