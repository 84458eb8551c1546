import { AsyncLocalStorage } from 'node:async_hooks';
import { quoted } from '../../text/quoted.ts';

/** Columns that a note names. */
const MOST_COLUMNS = 8;
/** By file: the columns, or the fields of JSON Lines, that no reader knows. */
type Unread = Map<string, Set<string>>;

const hearing = new AsyncLocalStorage<Unread>();

/**
 * Does `work` and says which columns and fields of its files were not read. Readers are far below those that can say something.
 * @returns what `work` returns; `notes` has a sentence per file once it is done
 */
export async function hearingUnread<T>(notes: string[], work: () => Promise<T>): Promise<T> {
  const unread: Unread = new Map();
  const result = await hearing.run(unread, work);
  for (const [file, names] of unread) notes.push(unreadNote(file, [...names]));
  return result;
}

/** Says which columns of a file, or fields of one of its lines, were not read, if there are any. */
export function tellUnread(
  file: string,
  columns: readonly string[],
  read: readonly string[],
): void {
  const unread = columns.filter((name) => !read.includes(name));
  const heard = hearing.getStore();
  if (unread.length === 0 || heard === undefined) return;
  heard.set(file, new Set([...(heard.get(file) ?? []), ...unread]));
}

function unreadNote(file: string, columns: readonly string[]): string {
  const shown = columns.slice(0, MOST_COLUMNS).map(quoted).join(', ');
  const more = columns.length > MOST_COLUMNS ? `, … (${columns.length} in all)` : '';
  const kind = /\.(?:jsonl?|ndjson)$/i.test(file) ? 'Fields' : 'Columns';
  return `${kind} of ${file} that were not read: ${shown}${more}.`;
}
