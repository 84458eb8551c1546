/** One message of a conversation, as chat-completions endpoints take it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}
