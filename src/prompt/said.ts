import type { ChatMessage } from './message.ts';

/** What the hash of a prompt covers of a message: `[role, content]`, and its pictures as a third entry if there are any. */
export function said({ role, content, images = [] }: ChatMessage): readonly unknown[] {
  return images.length === 0 ? [role, content] : [role, content, images];
}
