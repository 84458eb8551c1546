import type { PromptLanguage } from '../../wording/language.ts';
import { english } from './en.ts';
import type { JudgeWording } from './wording.ts';
import { chinese } from './zh.ts';

const WORDINGS: Readonly<Record<PromptLanguage, JudgeWording>> = { en: english, zh: chinese };

export function judgeWordingOf(language: PromptLanguage): JudgeWording {
  return WORDINGS[language];
}
