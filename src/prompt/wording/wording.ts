import type { ItemType } from '../../../item-bank/items/item.ts';

/** In the order in which they are offered. */
export const PROMPT_VARIANTS = ['answer-only', 'cot', 'explain'] as const;
export type PromptVariant = (typeof PROMPT_VARIANTS)[number];

/** For base models, which continue a text: the options are shown and each letter is scored, or each option is scored unshown. */
const LIKELIHOOD_VARIANTS = ['letter', 'cloze'] as const;
export type LikelihoodVariant = (typeof LIKELIHOOD_VARIANTS)[number];

/** All ways to put an item to a model. */
export const ALL_VARIANTS = [...PROMPT_VARIANTS, ...LIKELIHOOD_VARIANTS] as const;
export type AnyVariant = (typeof ALL_VARIANTS)[number];

export function isLikelihoodVariant(variant: string): variant is LikelihoodVariant {
  return (LIKELIHOOD_VARIANTS as readonly string[]).includes(variant);
}

/** The wording of a type of item: how the question is announced, and how each variant wants it answered. */
export interface TypeWording {
  readonly intro: string;
  readonly ask: Readonly<Record<PromptVariant, string>>;
}

/**
 * All words of the prompts in one language. They are put together with the texts of an item by concatenation alone, so
 * that nothing in a text can act as a placeholder.
 *
 * In a form to be filled in, X, Y and Z stand for letters: a model that repeats the form has then named no option, and
 * no example suggests one.
 */
export interface Wording {
  /** Raised with every change of a word here or of how prompts are put together: part of a prompt's version. */
  readonly revision: number;
  readonly types: Readonly<Record<ItemType, TypeWording>>;
  readonly headings: Readonly<
    Record<'context' | 'question' | 'options' | 'case' | 'explanation', string>
  >;
  /** An answer in the form that is asked for: the letters of a choice or an order. */
  answerLetters(letters: string): string;
  /** The same for a text. */
  answerText(text: string): string;
  /** The words of a text that a base model continues. */
  readonly continued: {
    /** As `revision`, for these words alone. */
    readonly revision: number;
    /** Before the question of a cloze prompt. */
    readonly question: string;
    /** Before the answer, without a space at its end. */
    readonly answer: string;
  };
}
