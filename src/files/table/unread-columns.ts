/** Is told of columns that a reader does not know. */
type Listener = (file: string, columns: readonly string[]) => void;

let listener: Listener = () => {};

/** Whoever started the command hears from now on, in place of whoever did before. Readers are far below those that can say something. */
export function hearUnreadColumns(hears: Listener): void {
  listener = hears;
}

/** Says which columns of a file were not read, if there are any. */
export function tellUnread(
  file: string,
  columns: readonly string[],
  read: readonly string[],
): void {
  const unread = columns.filter((name) => !read.includes(name));
  if (unread.length > 0) listener(file, unread);
}
