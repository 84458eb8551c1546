import type { Item } from '../../item-bank/items/item.ts';

/** A message of a request, its parts joined to one text. */
export interface QuestionMessage {
  readonly role: string;
  readonly content: string;
  /** Addresses of its pictures; absent where it has none. */
  readonly images?: readonly string[];
}

/** One question to a model, as a request puts it. */
export interface ModelQuestion {
  readonly model: string;
  readonly messages: readonly QuestionMessage[];
  /** Tells repeats of a question apart: the `seed` of the request (0 if it has none) plus the place of the choice. */
  readonly repeat: number;
  /** Of the request, if it says one. */
  readonly temperature?: number | undefined;
}

export interface Answer {
  readonly text: string;
  /** What is returned apart as thinking; null if nothing is. A block within the text is a part of the text. */
  readonly thinking: string | null;
}

/** Why there is no answer: no question is recognised in the messages, or the model has no answer to it. */
export type Unanswered = 'question_unknown' | 'output_unknown';

/** Who answers behind the stand-in. An answer depends on what is asked and on nothing else. */
export interface Answerer {
  readonly models: readonly string[];
  answer(asked: ModelQuestion): Answer | Unanswered;
  /** The items that messages ask for, where the answerer has items: what texts may follow is told by them. */
  itemsIn?(messages: readonly QuestionMessage[]): readonly Item[];
}
