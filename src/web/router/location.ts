/** The present page: the part of the address after `#`. */
export interface Place {
  /** Between the slashes, decoded. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Reads `#/banks/name?search=x`. What cannot be decoded stands as it is. */
export function parsePlace(hash: string): Place {
  const [path, query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  return {
    path: path.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** The address of a place. Empty values of the query are left out. */
export function placeHash(
  path: readonly string[],
  query: Readonly<Record<string, string | number | boolean | null | undefined>> = {},
): string {
  const parts = Object.entries(query).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined && value !== false,
  );
  const text = new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
