import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { Language } from '../../languages/language.ts';
import { chooseLanguage, currentLanguage } from '../words/t.ts';

/** The language, and what chooses another one. */
export type LanguageChoice = readonly [Language, (next: Language) => void];

export const LanguageContext = createContext<LanguageChoice | null>(null);

export function useLanguageChoice(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (choice === null) throw new Error('no language');
  return choice;
}

/** For the outermost component, which renders everything anew in another language. */
export function useLanguageTurn(): LanguageChoice {
  const [language, setLanguage] = useState(currentLanguage);
  return [
    language,
    (next) => {
      void chooseLanguage(next).then(() => setLanguage(next));
    },
  ];
}
