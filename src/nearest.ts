import { distance } from 'fastest-levenshtein';

/** How many names are offered at most. */
const MOST = 3;

/**
 * The candidates a mistyped name may have meant, nearest first, at most three: those that begin with it, or lie within an
 * edit distance (Levenshtein, letter case ignored) of a third of the longer name. Where there is none, the three nearest,
 * so that the reader sees at least what there is. Equally near names keep the order of `candidates`.
 */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  const typed = name.toLowerCase();
  const ranked = [...new Set(candidates)]
    .map((candidate) => {
      const known = candidate.toLowerCase();
      const edits = distance(typed, known);
      const near =
        (typed !== '' && known.startsWith(typed)) ||
        edits <= Math.max(typed.length, known.length) / 3;
      return { candidate, edits, near };
    })
    .sort((x, y) => x.edits - y.edits);
  const meant = ranked.some(({ near }) => near) ? ranked.filter(({ near }) => near) : ranked;
  return meant.slice(0, MOST).map(({ candidate }) => candidate);
}
