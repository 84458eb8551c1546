import type { MetricOf } from '../../../item-bank/items/metric/metric.ts';
import { readPlaces } from '../../../item-bank/items/metric/read-elements.ts';
import { kendall } from '../../statistics/kendall.ts';
import { comparableText } from './comparable-text.ts';

/**
 * Kendall's τ-b of a sequence against the right one, in [−1, 1], over the elements of the right one. Elements of one place are
 * tied. Elements that only the answer has are left out. Null where τ-b is not defined: one of both puts all
 * elements into one place, or fewer than two are named.
 *
 * Elements that the answer leaves out:
 * - `zero`: null, as an incomplete order is none
 * - `last`: they share the place after its last one. τ-b does not count pairs that are tied in one sequence as wrong, so an answer
 *   of a few sure elements can score high
 *
 * @see Kendall (1945), Biometrika 33, 239–251; Fagin, Kumar & Sivakumar (2003), SIAM Journal on Discrete Mathematics 17, 134–160
 */
export function kendallSequence(
  answer: string,
  reference: string,
  missing: MetricOf<'kendall'>['missing'],
): number | null {
  const wanted = placesOf(reference);
  const given = placesOf(answer);
  const named = [...wanted.keys()].filter((element) => given.has(element)).length;
  if (named < 2 || (missing === 'zero' && named < wanted.size)) return null;
  const x: number[] = [];
  const y: number[] = [];
  for (const [element, place] of wanted) {
    x.push(given.get(element) ?? Number.MAX_SAFE_INTEGER);
    y.push(place);
  }
  return kendall(x, y).value;
}

function placesOf(text: string): Map<string, number> {
  const places = new Map<string, number>();
  for (const [place, elements] of readPlaces(text).entries())
    for (const element of elements) {
      const name = comparableText(element);
      if (!places.has(name)) places.set(name, place);
    }
  return places;
}
