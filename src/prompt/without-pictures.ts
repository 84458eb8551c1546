import { imageText } from '../../item-bank/items/images/image.ts';
import type { ChatMessage } from './message.ts';

/** A message for logs and people: of each picture the kind and size instead of its data. */
export function withoutPictures({ role, content, images }: ChatMessage): ChatMessage {
  return images === undefined
    ? { role, content }
    : { role, content, images: images.map(imageText) };
}
