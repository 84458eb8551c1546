import { createHash } from 'node:crypto';
import type { Item } from '../../item-bank/items/item.ts';
import type { ChatMessage } from './message.ts';
import { type PromptLanguage, promptLanguageOf, wordingOf } from './wording/language.ts';
import type { PromptVariant } from './wording/wording.ts';

/** How an item is asked. */
export interface PromptOptions {
  readonly variant: PromptVariant;
  /** By default that of the item. */
  readonly language?: PromptLanguage | undefined;
  /** Items that stand before the question together with their answers (shots.ts). */
  readonly shots?: readonly Item[] | undefined;
  /** A system message, which stands first. By default there is none: some models take none. */
  readonly system?: string | undefined;
}

/** The messages to a model. */
export interface Prompt {
  /**
   * How it was made: `cot-en-1`; with shots `cot-en-1/5-shot`; with a system message `cot-en-1/system-1a2b3c4d`, the
   * first digits of its SHA-256. The number grows with every change of the words and of how they are put together.
   */
  readonly version: string;
  readonly messages: readonly ChatMessage[];
  /** SHA-256 of the JSON `[version, [[role, content], …]]`, as 64 hexadecimal digits. */
  readonly hash: string;
}

/** Puts the system message before `messages`, and version and hash to them. */
export function sealPrompt(
  item: Item,
  { variant, language = promptLanguageOf(item), shots = [], system }: PromptOptions,
  messages: readonly ChatMessage[],
): Prompt {
  const version = [
    `${variant}-${language}-${wordingOf(language).revision}`,
    ...(shots.length === 0 ? [] : [`${shots.length}-shot`]),
    ...(system === undefined ? [] : [`system-${sha256(system).slice(0, 8)}`]),
  ].join('/');
  const all: readonly ChatMessage[] =
    system === undefined ? messages : [{ role: 'system', content: system }, ...messages];
  const hash = sha256(JSON.stringify([version, all.map(({ role, content }) => [role, content])]));
  return { version, messages: all, hash };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
