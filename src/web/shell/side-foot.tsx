import { LANGUAGES, type Language } from '../../languages/language.ts';
import { ROLE_WORDS } from '../page/keys/role-words.ts';
import { useLanguageChoice } from '../state/language-context.ts';
import { useLiveState } from '../state/live-context.ts';
import { useMe } from '../state/me-context.ts';
import { THEMES, type Theme, useTheme } from '../state/theme.ts';
import { type Text, t } from '../words/t.ts';

const STATES = {
  connecting: 'Connecting …',
  live: 'Live updates on',
  reconnecting: 'Connection lost, reconnecting …',
} as const satisfies Record<string, Text>;

const NAMES: Readonly<Record<Theme, Text>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};

/** Each in its own words, so that whoever cannot read the others finds it. */
const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

/** Whose key it is, whether events come in, colours, help, sign-out. */
export function SideFoot({ onSignOut, onHelp }: { onSignOut: () => void; onHelp: () => void }) {
  const me = useMe();
  const state = useLiveState();
  const [theme, setTheme] = useTheme();
  const [language, setLanguage] = useLanguageChoice();
  return (
    <div class="side-foot">
      <p role="status">{t(STATES[state])}</p>
      <p>
        {me.name} <span class="faint">({t(ROLE_WORDS[me.role])})</span>
      </p>
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
      <div class="actions">
        <button type="button" onClick={onHelp}>
          {t('Shortcuts')} <kbd>?</kbd>
        </button>
        <button type="button" onClick={onSignOut}>
          {t('Sign out')}
        </button>
      </div>
      <p class="faint">thetarank {me.version}</p>
    </div>
  );
}
