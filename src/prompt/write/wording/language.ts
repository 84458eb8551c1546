import type { PromptLanguage } from '../../wording/language.ts';
import { en } from './en.ts';
import type { WriteWording } from './wording.ts';
import { zh } from './zh.ts';

const WORDINGS: Readonly<Record<PromptLanguage, WriteWording>> = { en, zh };

export function writeWordingOf(language: PromptLanguage): WriteWording {
  return WORDINGS[language];
}
