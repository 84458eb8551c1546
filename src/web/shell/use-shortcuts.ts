import { useEffect, useState } from 'preact/hooks';
import { go } from '../router/use-place.ts';
import { pageKeys } from '../state/page-keys.ts';
import type { Section } from './sections.ts';
import { actionOf, SEQUENCE } from './shortcuts.ts';

const PLACE = 'thetarank-shortcuts';

/** Where keys are typed. Boxes to tick take none. */
const FIELDS = 'input:not([type="radio"], [type="checkbox"]), select, textarea, dialog';

/** Whether single keys are shortcuts; a reader whose software presses keys can turn them off (WCAG 2.1.4). */
export function useShortcutSwitch(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => localStorage.getItem(PLACE) !== 'off');
  return [
    on,
    (next) => {
      localStorage.setItem(PLACE, next ? 'on' : 'off');
      setOn(next);
    },
  ];
}

/** Listens to keys that are pressed outside of fields and dialogs. */
export function useShortcuts(on: boolean, sections: readonly Section[], help: () => void): void {
  useEffect(() => {
    if (!on) return;
    let began = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      const from = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (from.closest(FIELDS) !== null) return;
      // Enter presses what has the focus.
      if (event.key === 'Enter' && from.closest('button, a, summary, input') !== null) return;
      const action = actionOf(event.key, event.timeStamp - began < SEQUENCE, sections, pageKeys());
      began = action.do === 'wait' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (action.do === 'nothing' || action.do === 'wait') return;
      event.preventDefault();
      if (action.do === 'help') help();
      else if (action.do === 'go') go([action.path]);
      else if (action.do === 'page')
        pageKeys()
          .find(({ key }) => key === action.key)
          ?.run();
      else document.querySelector<HTMLElement>('[data-search]')?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [on, sections, help]);
}
