import { distance } from 'fastest-levenshtein';

/** How many names are offered at most. */
const MOST = 3;

/**
 * The candidates a mistyped name may have meant, nearest first, at most three: those within an edit distance
 * (Levenshtein, letter case ignored) of a third of the longer name; where none is that near, the three nearest,
 * so that the reader sees at least what there is. Equally near names keep the order of `candidates`.
 */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  const typed = name.toLowerCase();
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: distance(typed, candidate.toLowerCase()) }))
    .sort((x, y) => x.edits - y.edits);
  const near = ranked.filter(
    ({ candidate, edits }) => edits <= Math.max(name.length, candidate.length) / 3,
  );
  return (near.length > 0 ? near : ranked).slice(0, MOST).map(({ candidate }) => candidate);
}
