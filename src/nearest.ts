import { distance } from 'fastest-levenshtein';

/** The most names that are offered. */
const MOST = 3;

/**
 * Whether a mistyped name may have meant `candidate`: the candidate begins with it, has the same letters in
 * another order, or lies within an edit distance of a third of the longer name.
 */
function isNear(name: string, candidate: string): boolean {
  const [typed, known] = [name.toLowerCase(), candidate.toLowerCase()];
  if (typed !== '' && known.startsWith(typed)) return true;
  if (lettersOf(typed) === lettersOf(known)) return true;
  return distance(typed, known) <= Math.max(typed.length, known.length) / 3;
}

function lettersOf(name: string): string {
  return [...name].sort().join('');
}

/** The candidates by their edit distance (Levenshtein, letter case ignored); equally near names keep their order. */
function byDistance(name: string, candidates: readonly string[]): string[] {
  const edits = (candidate: string) => distance(name.toLowerCase(), candidate.toLowerCase());
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, edits: edits(candidate) }))
    .sort((x, y) => x.edits - y.edits)
    .map(({ candidate }) => candidate);
}

/** The candidates that a mistyped name may have meant, nearest first, at most three; none if all differ too much. */
export function nearNames(name: string, candidates: readonly string[]): string[] {
  return byDistance(name, candidates)
    .filter((candidate) => isNear(name, candidate))
    .slice(0, MOST);
}

/** The same, or the three nearest names if all differ too much, so that the reader sees names that exist. */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  const near = nearNames(name, candidates);
  return near.length > 0 ? near : byDistance(name, candidates).slice(0, MOST);
}

/**
 * A sentence on the names that a mistyped one may have meant. If none of them is near, it does not claim so.
 *
 * @param nearest what `nearestNames` gives for `name`; at least one
 */
export function suggestion(name: string, nearest: readonly string[]): string {
  return isNear(name, nearest[0])
    ? `Did you mean ${nearest.join(' or ')}?`
    : `Known names: ${nearest.join(', ')}.`;
}
