import { ThetarankError } from '../../errors.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import type { RandomStream } from '../../random.ts';
import type { TagCodes } from '../bank.ts';
import { type Quota, quotaKeeper } from '../constrain/quotas.ts';
import { assemble } from './assemble.ts';
import { firstTest } from './first-test.ts';
import type { ProgramSolver } from './program.ts';
import { openTest, requirementsOf } from './requirements.ts';

/** Number of difficulty levels that a form represents, as far as its quotas allow. */
const LEVELS = 5;
/** The name of the tag for these levels. It ends in a space, which no tag of a bank does, so that names cannot clash. */
const DIFFICULTY = ' difficulty ';

/** The bank that a form is drawn from. */
export interface FormBank {
  readonly items: ItemParameters;
  readonly tags: Readonly<Record<string, TagCodes>>;
  /** By item, adding up to 1: its weight in the score. Items of weight 0 are not used. */
  readonly weights: Float64Array;
  /** The tag whose values the form represents; null for none. */
  readonly represented: string | null;
}

/** A form, and the tags that it represents in addition to its quotas. */
export interface ConstrainedForm {
  /** Positions in the bank, ascending. */
  readonly items: Int32Array;
  readonly represents: { readonly tag: boolean; readonly difficulty: boolean };
}

/**
 * A fixed form within quotas that may overlap. It is drawn from all forms that meet the quotas and give the values of a tag and
 * five levels of difficulty their shares of the score: each item gets a random number, and the form with the greatest sum wins.
 * If the quotas leave no room for these shares, those of difficulty are dropped first, then those of the tag.
 *
 * @throws QUOTAS_IMPOSSIBLE, NAME_UNKNOWN, SOLVER_FAILED
 */
export function constrainedForm(
  bank: FormBank,
  quotas: readonly Quota[],
  size: number,
  random: RandomStream,
  solver: ProgramSolver,
): ConstrainedForm {
  const { items, weights, represented } = bank;
  const tags: Readonly<Record<string, TagCodes>> = {
    ...bank.tags,
    [DIFFICULTY]: levelsOf(items, weights),
  };
  const isFree = represented !== null && !quotas.some(({ tag }) => tag === represented);
  const tagShares = isFree ? proportional(represented, tags[represented], weights, size) : [];
  const levelShares = proportional(DIFFICULTY, tags[DIFFICULTY], weights, size);
  const values = Float64Array.from({ length: items.count }, random);
  const pool = { items, tags, costs: null, positionOf: new Map<string, number>() };
  const isOpen = (j: number) => weights[j] > 0;
  // Check the names and shares of the quotas first.
  quotaKeeper(pool, quotas, size, isOpen);
  const wishes = [
    { tag: isFree, difficulty: true },
    { tag: isFree, difficulty: false },
    { tag: false, difficulty: true },
    { tag: false, difficulty: false },
  ];
  for (const [k, wish] of wishes.entries()) {
    const all = [
      ...quotas,
      ...(wish.tag ? tagShares : []),
      ...(wish.difficulty ? levelShares : []),
    ];
    const specification = {
      length: size,
      quotas: all,
      enemies: [],
      budget: Number.POSITIVE_INFINITY,
      isOpen,
    };
    const requirements = requirementsOf(pool, specification);
    try {
      const known = firstTest(requirements, solver);
      const open = openTest(requirements);
      const form = assemble(requirements, open, values, known, null, solver);
      return { items: form.items, represents: wish };
    } catch (error) {
      const isImpossible = error instanceof ThetarankError && error.code === 'QUOTAS_IMPOSSIBLE';
      if (!isImpossible || k === wishes.length - 1) throw error;
    }
  }
  throw new Error('the last wish gives a form or its error');
}

/** Levels of difficulty that have equal weights, from the easiest. */
function levelsOf({ b, count }: ItemParameters, weights: Float64Array): TagCodes {
  const order = Int32Array.from({ length: count }, (_, j) => j).sort(
    (x, y) => b[x] - b[y] || x - y,
  );
  const codes = new Uint8Array(count);
  let sum = 0;
  for (const j of order) {
    codes[j] = Math.min(LEVELS - 1, Math.floor(LEVELS * (sum + weights[j] / 2)));
    sum += weights[j];
  }
  return { values: Array.from({ length: LEVELS }, (_, level) => `level ${level + 1}`), codes };
}

/** Quotas that give each value its share of the weights, rounded down or up to whole items. */
function proportional(
  tag: string,
  { values, codes }: TagCodes,
  weights: Float64Array,
  size: number,
): Quota[] {
  const shares = new Float64Array(values.length);
  weights.forEach((weight, j) => {
    shares[codes[j]] += weight;
  });
  return values.map((value, v) => ({
    tag,
    value,
    least: Math.floor(shares[v] * size + 1e-9) / size,
    most: Math.min(1, Math.ceil(shares[v] * size - 1e-9) / size),
  }));
}
