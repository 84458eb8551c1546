/** One message of a conversation. Chat-completions endpoints take it as `messageBody` gives it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Addresses of pictures after the text: https:// or data URIs. Absent where there are none. */
  readonly images?: readonly string[];
}
