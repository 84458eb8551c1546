/** Models write anything. What a database cannot keep as text, U+0000 and half characters, is kept as U+FFFD. */
export function keepable<T extends string | null>(text: T): T {
  return text === null ? text : (text.toWellFormed().replaceAll('\0', '\ufffd') as T);
}
