import type { Language } from './language.ts';
import { REPORTS_ZH } from './reports-zh.ts';
import { ENGLISH, type Words, wordsIn } from './words.ts';

const CHINESE = wordsIn('zh', REPORTS_ZH);

/** The words of reports in a language. */
export function reportWords(language: Language): Words {
  return language === 'en' ? ENGLISH : CHINESE;
}
