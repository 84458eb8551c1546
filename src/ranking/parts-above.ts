import {
  type BankTaxonomy,
  levelOfTag,
  parentTag,
} from '../../item-bank/taxonomies/bank-taxonomy.ts';
import { valuesSpelt } from '../../item-bank/taxonomies/find-value.ts';
import type { BankParts } from '../cat/robust/score-prediction.ts';
import type { RecordedBank } from './recorded-bank.ts';

/** The parts of a bank by the values of a tag. */
export interface TagParts extends BankParts {
  readonly tag: string;
  readonly values: readonly string[];
}

/** The value of items whose value above is not known. */
const WITHOUT = '(none)';

/** The parts of a bank by the levels above that of a tag, the next one first; none without a taxonomy. */
export function partsAbove({ tags, taxonomy }: RecordedBank, tag: string): TagParts[] {
  if (taxonomy === undefined) return [];
  const found: TagParts[] = [];
  let { values, codes }: { values: readonly string[]; codes: ArrayLike<number> } = tags[tag];
  for (let below = tag; ; ) {
    const above = parentTag(taxonomy, below);
    if (above === undefined) return found;
    // The bank's own tag says it of every item; without one, the taxonomy says it of every value.
    const own = Object.hasOwn(tags, above)
      ? tags[above]
      : parentsOf(taxonomy, below, values, codes);
    ({ values, codes } = own);
    found.push({ tag: above, values, count: values.length, of: codes });
    below = above;
  }
}

function parentsOf(
  taxonomy: BankTaxonomy,
  tag: string,
  values: readonly string[],
  codes: ArrayLike<number>,
) {
  const level = levelOfTag(taxonomy, tag)!;
  const parents = values.map((value) => {
    const spelt = valuesSpelt(level, value);
    return spelt.length === 1 ? spelt[0].parent! : WITHOUT;
  });
  const names = [...new Set(parents)];
  const codeOf = parents.map((parent) => names.indexOf(parent));
  return { values: names, codes: Uint16Array.from(codes, (code) => codeOf[code]) };
}
