import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Link } from '../router/link.tsx';
import { matchPage } from '../router/match.ts';
import { usePlace } from '../router/use-place.ts';
import { useMe } from '../state/me-context.ts';
import { t } from '../words/t.ts';
import { HelpDialog } from './help-dialog.tsx';
import { Page } from './page.tsx';
import { Preferences } from './preferences.tsx';
import { SECTIONS } from './sections.ts';
import { SideFoot } from './side-foot.tsx';
import { useShortcutSwitch, useShortcuts } from './use-shortcuts.ts';

/** Navigation and the page that is shown. */
export function Shell({ onSignOut }: { onSignOut: () => void }) {
  const me = useMe();
  const place = usePlace();
  const found = matchPage(place.path);
  const sections = useMemo(() => SECTIONS.filter(({ shown }) => shown(me)), [me]);
  const [help, setHelp] = useState(false);
  const [on, setOn] = useShortcutSwitch();
  // On a phone the navigation is folded away until it is asked for.
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [place]);
  useShortcuts(
    on,
    sections,
    useCallback(() => setHelp(true), []),
  );
  const main = useRef<HTMLElement>(null);
  const section = place.path[0] ?? '';
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t('Skip to the content')}
      </button>
      <header class={open ? 'side open' : 'side'}>
        <div class="top">
          <Link to={[]} class="brand">
            thetarank
          </Link>
          <button type="button" class="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('Menu')}
          </button>
        </div>
        <nav aria-label={t('Sections')}>
          <ul>
            {sections.map(({ path, name }) => (
              <li key={path}>
                <Link
                  to={[path]}
                  current={section === path || (section === 'compare' && path === 'leaderboards')}
                >
                  {t(name)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Preferences always={me.role === 'examinee' || me.role === 'expert'} />
        <SideFoot onSignOut={onSignOut} onHelp={() => setHelp(true)} />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Page key={place.path.join('/')} found={found} query={place.query} />
      </main>
      {help && (
        <HelpDialog sections={sections} on={on} onSwitch={setOn} onClose={() => setHelp(false)} />
      )}
    </div>
  );
}
