import type { PromptLanguage } from '../../wording/language.ts';
import { english } from './en.ts';
import type { DebateWording } from './wording.ts';
import { chinese } from './zh.ts';

const WORDINGS: Readonly<Record<PromptLanguage, DebateWording>> = { en: english, zh: chinese };

export function debateWordingOf(language: PromptLanguage): DebateWording {
  return WORDINGS[language];
}
