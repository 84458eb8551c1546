import { createHash } from 'node:crypto';
import type { Item } from '../../item-bank/items/item.ts';
import type { ChatMessage } from './message.ts';
import { said } from './said.ts';
import { type PromptLanguage, promptLanguageOf, wordingOf } from './wording/language.ts';
import { type AnyVariant, isLikelihoodVariant } from './wording/wording.ts';

/** What stands after the earlier questions of a case: reference answers, or what the model said itself. */
export const CASE_HISTORIES = ['reference', 'own'] as const;
export type CaseHistory = (typeof CASE_HISTORIES)[number];

/** How an item is asked. */
export interface PromptOptions {
  readonly variant: AnyVariant;
  /** By default that of the item. */
  readonly language?: PromptLanguage | undefined;
  /** Items that stand before the question together with their answers (shots.ts). */
  readonly shots?: readonly Item[] | undefined;
  /** A system message, which stands first. By default there is none: some models take none. */
  readonly system?: string | undefined;
  /** Reference answers by default. Without effect on items that are no cases. */
  readonly history?: CaseHistory | undefined;
}

/** The messages to a model. */
export interface Prompt {
  /**
   * How it was made: `cot-en-1`; with shots `cot-en-1/5-shot`; with a system message `cot-en-1/system-1a2b3c4d`, the
   * first digits of its SHA-256; of a case with reference answers `cot-en-1/references`. The number grows with every change of the words and of how they are put together.
   */
  readonly version: string;
  readonly messages: readonly ChatMessage[];
  /**
   * What may follow the messages, one per option, each with the space before it: a base model is asked how likely they are.
   * Absent where the model writes an answer of its own.
   */
  readonly continuations?: readonly string[];
  /** What the field `label` of the reply, a JSON object, may be. Absent where the model writes freely. */
  readonly choices?: readonly string[];
  /**
   * SHA-256 of the JSON `[version, [[role, content], …]]`, with the list of continuations as a third entry if there are any, as
   * 64 hexadecimal digits. A message with pictures is `[role, content, [address, …]]`.
   */
  readonly hash: string;
}

/** Puts the system message before `messages`, and adds version, hash and continuations. */
export function sealPrompt(
  item: Item,
  { variant, language = promptLanguageOf(item), shots = [], system, history }: PromptOptions,
  messages: readonly ChatMessage[],
  continuations?: readonly string[],
): Prompt {
  const { revision, continued } = wordingOf(language);
  const version = [
    `${variant}-${language}-${isLikelihoodVariant(variant) ? continued.revision : revision}`,
    ...(shots.length === 0 ? [] : [`${shots.length}-shot`]),
    ...(system === undefined ? [] : [`system-${sha256(system).slice(0, 8)}`]),
    ...(item.type === 'case' && history !== 'own' ? ['references'] : []),
  ].join('/');
  const all: readonly ChatMessage[] =
    system === undefined ? messages : [{ role: 'system', content: system }, ...messages];
  const hashed = [version, all.map(said)];
  if (continuations === undefined)
    return { version, messages: all, hash: sha256(JSON.stringify(hashed)) };
  const hash = sha256(JSON.stringify([...hashed, continuations]));
  return { version, messages: all, continuations, hash };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
