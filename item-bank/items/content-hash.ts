import { createHash } from 'node:crypto';
import { canonicalJson } from '../../src/canonical-json.ts';
import type { Item } from './item.ts';
import type { Metric } from './metric/metric.ts';
import { normaliseText } from './normalise-text.ts';

/** What is asked and what is right: all that the hash covers. */
export type ItemContent = Pick<Item, 'type' | 'context' | 'stem' | 'key'> & {
  images?: Item['images'];
  options?: Readonly<Record<string, string>> | undefined;
  metric?: Metric | undefined;
};

/** Raised when the hash of the same content changes: then every stored hash has to be made again. */
const SCHEME = 'thetarank-item-1';

/**
 * SHA-256, as 64 hexadecimal digits, of the UTF-8 bytes of the JSON
 * `["thetarank-item-1", type, context, stem, options, key]` without blanks, every text normalised (normalise-text.ts).
 *
 * - `context` is `""` if there is none
 * - `options` is `[[letter, text], …]`, ascending by letter, and `[]` if there are none
 * - `metric`, with all its options and its fields in the order of their names, comes next if there is one
 * - `["images", url, …]` comes last if there are images: their data, or their addresses without what stands there
 * - `key` is the list of letters, ascending except for `sequencing`; of reference answers; or `[[question, [answer, …]], …]`
 *
 * It covers neither the id nor explanation, language, tags, source, licence, human answers, version and status: two
 * items with one hash ask the same and are scored alike. The same options under other letters are another content.
 */
export function contentHash(item: ItemContent): string {
  const content = [
    SCHEME,
    item.type,
    normaliseText(item.context ?? ''),
    normaliseText(item.stem),
    Object.entries(item.options ?? {})
      .map(([letter, text]) => [letter, normaliseText(text)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    keyContent(item),
    ...(item.metric === undefined ? [] : [canonicalJson(item.metric)]),
    ...(item.images === undefined ? [] : [['images', ...item.images.map(({ url }) => url)]]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function keyContent({ type, key }: ItemContent): unknown[] {
  const parts = (key as readonly (string | { question: string; answers: string[] })[]).map(
    (part) =>
      typeof part === 'string'
        ? normaliseText(part)
        : [normaliseText(part.question), part.answers.map(normaliseText)],
  );
  return type === 'single' || type === 'multiple' ? parts.sort() : parts;
}
