/** Two rows that differ in few places. */
export interface NearRows {
  readonly i: number;
  readonly k: number;
  /** Of the places that both have, `common` in number. */
  readonly differences: number;
  readonly common: number;
}

/** A value that is not there. */
export const MISSING = 2;

/** Places, evenly spaced, of a first comparison of all pairs. */
const SAMPLE = 512;
/** Pairs with the fewest differences there, which are then compared in full. */
const MOST_COMPARED = 20_000;
/** A pair is compared in full if its differences in the sample exceed the limit by at most this many standard errors. */
const ERRORS = 3;

/**
 * Pairs of rows of which at most the share `most` differs, and that have at least half of the places of either row in common. All pairs are
 * compared in the bits of a sample of places, in words of 32, until they differ in too many.
 * @param bits rows × width: 0, 1 or MISSING
 * @param rows the rows to compare
 * @returns those with the fewest differences first
 */
export function nearRows(
  bits: Uint8Array,
  width: number,
  rows: readonly number[],
  most: number,
): NearRows[] {
  const size = Math.min(width, SAMPLE);
  const places = Int32Array.from({ length: size }, (_, s) => Math.floor((s * width) / size));
  const sample = packRows(bits, width, rows, places);
  const share = size < width ? most : 0;
  let limit = most * size + ERRORS * Math.sqrt(share * (1 - share) * size);
  let found: { x: number; y: number; differences: number }[] = [];
  const keepFewest = () => {
    found.sort((p, q) => p.differences - q.differences || p.x - q.x || p.y - q.y);
    found = found.slice(0, MOST_COMPARED);
  };
  for (let x = 0; x < rows.length; x++)
    for (let y = x + 1; y < rows.length; y++) {
      const differences = countDifferences(sample, x, y, limit);
      if (differences > limit || !hasHalfInCommon(sample, x, y)) continue;
      found.push({ x, y, differences });
      if (found.length < 2 * MOST_COMPARED) continue;
      keepFewest();
      // Those that come later go behind the last one.
      limit = found[found.length - 1].differences - 1;
    }
  keepFewest();
  const near: NearRows[] = [];
  for (const { x, y } of found) {
    const [i, k] = [rows[x], rows[y]];
    let [differences, common, own, other] = [0, 0, 0, 0];
    for (let j = 0; j < width; j++) {
      const [u, v] = [bits[i * width + j], bits[k * width + j]];
      if (u !== MISSING) own++;
      if (v !== MISSING) other++;
      if (u === MISSING || v === MISSING) continue;
      common++;
      if (u !== v) differences++;
    }
    if (differences <= most * common && 2 * common >= Math.max(own, other))
      near.push({ i, k, differences, common });
  }
  return near;
}

interface PackedRows {
  readonly words: number;
  readonly values: Int32Array;
  /** Bits of values that are there. */
  readonly present: Int32Array;
}

function packRows(
  bits: Uint8Array,
  width: number,
  rows: readonly number[],
  places: Int32Array,
): PackedRows {
  const words = Math.ceil(places.length / 32);
  const values = new Int32Array(rows.length * words);
  const present = new Int32Array(rows.length * words);
  rows.forEach((i, x) => {
    places.forEach((j, s) => {
      const value = bits[i * width + j];
      const at = x * words + (s >>> 5);
      if (value === 1) values[at] |= 1 << (s & 31);
      if (value !== MISSING) present[at] |= 1 << (s & 31);
    });
  });
  return { words, values, present };
}

/** Stops above the limit. */
function countDifferences(
  { words, values, present }: PackedRows,
  x: number,
  y: number,
  limit: number,
): number {
  let differences = 0;
  for (let w = 0; w < words && differences <= limit; w++) {
    const [p, q] = [x * words + w, y * words + w];
    differences += bitsOf((values[p] ^ values[q]) & present[p] & present[q]);
  }
  return differences;
}

/** Whether each row has at least half of its values where the other has some too; of a sample, nearly so. */
function hasHalfInCommon({ words, present }: PackedRows, x: number, y: number): boolean {
  let [common, own, other] = [0, 0, 0];
  for (let w = 0; w < words; w++) {
    const [p, q] = [present[x * words + w], present[y * words + w]];
    common += bitsOf(p & q);
    own += bitsOf(p);
    other += bitsOf(q);
  }
  const most = Math.max(own, other);
  return 2 * common + ERRORS * Math.sqrt(most) >= most;
}

/** The number of ones in a word. */
function bitsOf(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
