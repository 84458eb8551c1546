import type { Item } from '../../item-bank/items/item.ts';
import type { ChatMessage } from './message.ts';

/** The message of the user that asks an item, with the item's pictures. */
export function questionMessage({ images }: Item, content: string): ChatMessage {
  return images === undefined
    ? { role: 'user', content }
    : { role: 'user', content, images: images.map(({ url }) => url) };
}
