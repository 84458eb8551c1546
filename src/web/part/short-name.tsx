import { shortName } from '../format/words.ts';

/** A name that is cut where it is long, and whole for a pointer. */
export function ShortName({ name }: { name: string }) {
  return <span title={name}>{shortName(name)}</span>;
}
