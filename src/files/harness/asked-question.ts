import type { Item } from '../../../item-bank/items/item.ts';
import type { ChatMessage } from '../../prompt/message.ts';

/** A question with what a model is sent for it. */
export interface AskedQuestion {
  readonly item: Item;
  readonly messages: readonly ChatMessage[];
}
