/**
 * How far a test has come, from 0 to 1, for rules that begin with chance and end with information:
 *
 *     W_t = Σ_{q=1..t} (q − 1)^k / Σ_{q=1..M} (q − 1)^k
 *
 * at place t of M. With k = 0 it grows evenly (t/M), with larger k later; the last place has 1.
 *
 * @param acceleration k, from 0
 * @see Barrada, Olea, Ponsoda & Abad (2008), British Journal of Mathematical and Statistical Psychology 61, 493–513
 */
export function testProgress(place: number, longest: number, acceleration: number): number {
  if (place >= longest) return 1;
  let reached = 0;
  let whole = 0;
  for (let q = 0; q < longest; q++) {
    // Relative to the last term, so that no power overflows.
    const term = (q / (longest - 1)) ** acceleration;
    whole += term;
    if (q < place) reached += term;
  }
  return reached / whole;
}
