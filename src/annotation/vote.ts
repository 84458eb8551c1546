/** The value of a level by its id; null if none fits. */
export type Label = string | null;

/** What a model said of an item at a level. */
export type Vote =
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'unreadable' };

/** A model's repeat: one of those who label all items. */
export interface Rater {
  readonly model: string;
  /** From 0. */
  readonly repeat: number;
}

/** `model`, or `model #2` for its second repeat. */
export function raterName({ model, repeat }: Rater): string {
  return repeat === 0 ? model : `${model} #${repeat + 1}`;
}
