import { useEffect, useState } from 'preact/hooks';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const PLACE = 'thetarank-theme';
const CHANGED = 'thetarank-theme-changed';

/** The reader's choice; the system's if there is none. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(PLACE);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Puts the choice on the page; charts are told to draw themselves again. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event(CHANGED));
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(chosenTheme);
  return [
    theme,
    (next) => {
      localStorage.setItem(PLACE, next);
      setTheme(next);
      applyTheme(next);
    },
  ];
}

/** Counts up whenever colours change: what is drawn on a canvas depends on it. */
export function useColourTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const change = () => setTurn((last) => last + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    addEventListener(CHANGED, change);
    system.addEventListener('change', change);
    return () => {
      removeEventListener(CHANGED, change);
      system.removeEventListener('change', change);
    };
  }, []);
  return turn;
}
