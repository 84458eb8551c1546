/** What a key asks for. */
export type ShortcutAction =
  | { readonly do: 'search' }
  | { readonly do: 'help' }
  | { readonly do: 'go'; readonly path: string }
  | { readonly do: 'page'; readonly key: string }
  | { readonly do: 'wait' }
  | { readonly do: 'nothing' };

/** How long a `g` waits for the next key, in ms. */
export const SEQUENCE = 1500;

/**
 * What a key means after the one before it.
 * @param began whether `g` was pressed before, not long ago
 * @param own the keys of the page that is shown
 */
export function actionOf(
  key: string,
  began: boolean,
  sections: readonly { readonly path: string; readonly key: string }[],
  own: readonly { readonly key: string }[] = [],
): ShortcutAction {
  if (began) {
    const section = sections.find((section) => section.key === key);
    return section === undefined ? { do: 'nothing' } : { do: 'go', path: section.path };
  }
  // Keys of the page go first: a question may have an option G.
  if (own.some((one) => one.key === key)) return { do: 'page', key };
  if (key === '/') return { do: 'search' };
  if (key === '?') return { do: 'help' };
  if (key === 'g') return { do: 'wait' };
  return { do: 'nothing' };
}
