import type { Item } from '../../item-bank/items/item.ts';
import type { Conversation } from '../prompt/conversation.ts';
import type { ReadAnswer } from '../run/ask-conversation.ts';

/** How a judge grades the answers to items whose metric is a rubric. Questions of an item go from 0; an open item has one. */
export interface Judging {
  conversation(item: Item, question: number, answer: string): Conversation;
  /** The judgement; `extracted` is null if there is none that can be read, which makes it missing. */
  read(item: Item, outputs: readonly string[]): ReadAnswer;
}

/** The rubric that judges grade the answers to an item by; null if none does. */
export function rubricOf(item: Item): string | null {
  if (!('metric' in item) || item.metric?.name !== 'rubric') return null;
  return item.metric.rubric;
}

/** How many questions of an item judges grade. */
export function judgedQuestions(item: Item): number {
  if (rubricOf(item) === null) return 0;
  return item.type === 'case' ? item.key.length : 1;
}
