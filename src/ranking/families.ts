import { fail } from '../errors.ts';

/** The family of each examinee, and where it comes from. */
export interface Families {
  readonly of: readonly string[];
  readonly source: 'given' | 'name prefix' | 'each its own';
  readonly count: number;
}

/** A prefix shared by more than this share of the examinees says nothing about kinship. */
const LARGEST_SHARE = 0.4;

/**
 * Models of one family (versions and fine-tunes of one another) give similar answers, so a calibration on one of them has
 * partly seen the answers of the others. If families are not given, the names show them: the letters before the first other
 * character, in lower case (`Llama-2-7b` and `llama-3` are `llama`).
 *
 * If that does not divide the examinees (such as `model_1`, `model_2`, …), each is its own family.
 * @param needed families needed at least, to fill the folds
 */
export function familiesOf(
  examinees: readonly string[],
  given: readonly string[] | null,
  needed: number,
): Families {
  if (given !== null) return { of: given, source: 'given', count: new Set(given).size };
  const prefixes = examinees.map((name) => /^\p{L}+/u.exec(name)?.[0].toLowerCase() ?? name);
  const sizes = new Map<string, number>();
  for (const prefix of prefixes) sizes.set(prefix, (sizes.get(prefix) ?? 0) + 1);
  const largest = Math.max(...sizes.values());
  if (sizes.size >= needed && largest <= LARGEST_SHARE * examinees.length)
    return { of: prefixes, source: 'name prefix', count: sizes.size };
  return { of: examinees, source: 'each its own', count: examinees.length };
}

/**
 * Checks that examinees can be divided by families: enough families for the folds, and at least two examinees to calibrate on,
 * whichever family is left out.
 * @throws TOO_FEW_EXAMINEES
 */
export function checkDivision(families: Families, folds: number, examinees: number): void {
  if (families.count < folds)
    fail('TOO_FEW_EXAMINEES', {
      found: examinees,
      needed: folds,
      purpose: `dividing ${families.count} ${families.count === 1 ? 'family' : 'families'} (${families.source}) into ${folds} folds of whole families`,
    });
  const sizes = new Map<string, number>();
  for (const family of families.of) sizes.set(family, (sizes.get(family) ?? 0) + 1);
  for (const [family, size] of sizes)
    if (examinees - size < 2)
      fail('TOO_FEW_EXAMINEES', {
        found: examinees,
        needed: size + 2,
        purpose: `a calibration without the family ${family} (${size} of them)`,
      });
}
