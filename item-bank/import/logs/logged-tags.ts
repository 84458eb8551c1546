import { isTag } from '../recognise/recognised-draft.ts';

/** Scalar fields of a log's document or metadata as tags, without those named in `without`. */
export function loggedTags(
  fields: unknown,
  without: ReadonlySet<string> = new Set(),
): Record<string, string> {
  const tags: Record<string, string> = {};
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return tags;
  for (const [name, value] of Object.entries(fields))
    if (!without.has(name) && name !== '__proto__' && Object.keys(tags).length < MOST)
      if (isTag(name, value)) tags[name] = String(value);
  return tags;
}

/** Beside those the importer adds; an item has at most 64. */
const MOST = 50;
