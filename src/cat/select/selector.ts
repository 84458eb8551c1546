import type { RandomStream } from '../../random.ts';
import type { CatBank } from '../bank.ts';
import { maximumInformation } from './maximum-information.ts';
import { random } from './random.ts';

/**
 * How the next item is chosen among the eligible ones.
 * - `maximum-information`: the item of greatest Fisher information at the current ability;
 * - `randomesque`: one of the `best` most informative, each equally likely (Kingsbury & Zara 1989);
 * - `random`: any, each equally likely.
 */
export type SelectRule =
  | { readonly rule: 'maximum-information' }
  | { readonly rule: 'randomesque'; readonly best: number }
  | { readonly rule: 'random' };

/** What a selector may look at. */
export interface Selection {
  readonly bank: CatBank;
  readonly ability: number;
  readonly eligible: (j: number) => boolean;
  /** This position's own stream; asked for only where chance is needed. */
  readonly chance: () => RandomStream;
}

/** Chooses an item: its position in the bank, or −1 where none is eligible. */
export type Selector = (selection: Selection) => number;

/** The selector of a rule. */
export function selectorOf(rule: SelectRule): Selector {
  switch (rule.rule) {
    case 'maximum-information':
      return maximumInformation(1);
    case 'randomesque':
      return maximumInformation(rule.best);
    case 'random':
      return random;
  }
}
