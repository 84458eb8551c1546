import type { ChatMessage } from './message.ts';

/** A part of a message of OpenAI's chat completions. */
export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

/** A message as chat-completions endpoints take it. */
export interface MessageBody {
  readonly role: ChatMessage['role'];
  readonly content: string | readonly MessagePart[];
}

/** A message in the form of a request: its content is the text alone, or the text and then the pictures as parts. */
export function messageBody({ role, content, images = [] }: ChatMessage): MessageBody {
  if (images.length === 0) return { role, content };
  return {
    role,
    content: [
      { type: 'text', text: content },
      ...images.map((url) => ({ type: 'image_url', image_url: { url } }) as const),
    ],
  };
}
