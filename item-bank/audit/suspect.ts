/** Kinds of faults that an audit looks for, with their words. */
export const SUSPECT_KINDS = {
  'wrong-key': 'the answers speak for another key than the printed one',
  broken: 'the answers do not follow ability: no option is clearly right, or two are',
  'missing-picture': 'refers to a picture, table or recording that is missing',
  'revealed-key':
    'the stem names the key, or contains the text of the right option and of no other',
  'one-sided': 'the right option is more than four times as long as any other',
  'short-stem': 'a stem of fewer than three letters or digits',
  duplicate: 'the same content as an earlier item',
  'near-duplicate': 'nearly the same text as an earlier item',
  'local-dependence': 'its answers depend on those to a similar item beyond ability',
  'all-right': 'every model answered it right',
  'all-wrong': 'every model answered it wrong',
  'over-exposed': 'asked far more often than other items',
} as const;

export type SuspectKind = keyof typeof SUSPECT_KINDS;

/** Why an item is suspected, most telling first. */
export interface SuspectReason {
  readonly kind: SuspectKind;
  /** Higher is more suspicious; comparable within a kind only. */
  readonly strength: number;
  /** One sentence in words, without question text. */
  readonly text: string;
}

export interface Suspect {
  readonly item: string;
  /** Estimated probability, 0 to 1, that the item is faulty. */
  readonly probability: number;
  readonly reasons: readonly SuspectReason[];
  /** The key that the answers speak for, if any. */
  readonly suggestedKey: readonly string[] | null;
}
