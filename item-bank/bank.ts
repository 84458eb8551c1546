import type { ItemParameters } from '../src/irt/parameters.ts';
import type { ResponseMatrix } from '../src/irt/responses.ts';
import type { BankTaxonomy } from './taxonomies/bank-taxonomy.ts';

/** How the full-bank score is made: the mean over items, or the unweighted mean of the tag's value means. */
export type FullScore = 'items' | `macro:${string}`;

/** One tag (category, scenario, …) with its value for every item. */
export interface ItemTag {
  readonly values: readonly string[];
  /** One entry per item: an index into `values`. */
  readonly codes: Uint16Array;
}

/** How another harness addresses the items of a bank. */
export interface HarnessMap {
  readonly program: 'lm-evaluation-harness';
  /** The tag whose value names the task: task = `taskPrefix` + value with spaces as underscores. */
  readonly tag: string;
  readonly taskPrefix: string;
  /** The field of a logged `doc` that identifies an item: item id = `idPrefix` + that field. */
  readonly idField: string;
  readonly idPrefix: string;
}

/** An item bank without question text: what is known of each item, and who answered what. */
export interface Bank {
  readonly name: string;
  readonly version: number;
  readonly title: string;
  /** True if the answers are drawn by a program: shown wherever the numbers are. */
  readonly simulated: boolean;
  readonly provenance: {
    readonly source: string;
    readonly licence: string;
    readonly notes: readonly string[];
  };
  readonly items: readonly string[];
  readonly tags: Readonly<Record<string, ItemTag>>;
  /** Number of answer options of each item; 0 if there are none or it is not known. */
  readonly optionCounts: Uint8Array;
  readonly fullScore: FullScore;
  readonly parameters: ItemParameters;
  readonly responses: ResponseMatrix;
  /** Family of each examinee (versions and fine-tunes of one another), where it is known. */
  readonly families?: readonly string[] | undefined;
  readonly harness?: HarnessMap | undefined;
  /** The taxonomy of its tags; not in a bank file. */
  readonly taxonomy?: BankTaxonomy | undefined;
}
