import { english } from './en.ts';
import type { Wording } from './wording.ts';
import { chinese } from './zh.ts';

/** The languages prompts are worded in. */
export const PROMPT_LANGUAGES = ['en', 'zh'] as const;
export type PromptLanguage = (typeof PROMPT_LANGUAGES)[number];

const WORDINGS: Readonly<Record<PromptLanguage, Wording>> = { en: english, zh: chinese };

export function wordingOf(language: PromptLanguage): Wording {
  return WORDINGS[language];
}

/** The language to ask an item in: Chinese for any `zh-…`, English for any other, whose own words stay as they are. */
export function promptLanguageOf(item: { readonly language: string }): PromptLanguage {
  return item.language.toLowerCase().split('-')[0] === 'zh' ? 'zh' : 'en';
}
