import { LANGUAGES, type Language } from '../../languages/language.ts';
import { useLanguageChoice } from '../state/language-context.ts';
import { THEMES, type Theme, useTheme } from '../state/theme.ts';
import { type Text, t } from '../words/t.ts';

const NAMES: Readonly<Record<Theme, Text>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};

/** Each in its own words, so that whoever cannot read the others finds it. */
const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

/** Colours and language. @param always whether they are seen without opening the menu of a narrow screen */
export function Preferences({ always = false }: { always?: boolean }) {
  const [theme, setTheme] = useTheme();
  const [language, setLanguage] = useLanguageChoice();
  return (
    <div class={always ? 'preferences always' : 'preferences'}>
      <label>
        <span class="faint">{t('Colours')}</span>{' '}
        <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
          {THEMES.map((name) => (
            <option key={name} value={name}>
              {t(NAMES[name])}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="faint">{t('Language')}</span>{' '}
        <select
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        >
          {LANGUAGES.map((name) => (
            <option key={name} value={name} lang={name}>
              {OWN_NAMES[name]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
