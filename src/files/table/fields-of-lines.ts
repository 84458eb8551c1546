import { respelt } from './likely-column.ts';
import { refuseRespelt } from './read-table.ts';
import { tellUnread } from './unread-columns.ts';

/** The fields of an object in a file of JSON Lines, of which others are not read. */
interface KnownFields {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

/**
 * What looks at the fields of one line after another, as `columnsOf` looks at a header: a note names those that are not read.
 * @throws FILE_INVALID from there, if an optional field seems to be misspelt
 */
export function fieldsOfLines(
  file: string,
  { required, optional = [] }: KnownFields,
): (value: object, line: number) => void {
  const seen = new Set<string>();
  const read = [...required, ...optional];
  return (value, line) => {
    const names = Object.keys(value);
    const all = names.join();
    if (seen.has(all)) return;
    seen.add(all);
    const unknown = names.filter((name) => !read.includes(name));
    for (const name of optional) {
      const other = names.includes(name) ? undefined : respelt(name, unknown);
      if (other !== undefined) refuseRespelt({ file, line, name, other, kind: 'field' });
    }
    tellUnread(file, names, read);
  };
}
