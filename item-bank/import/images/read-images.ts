import { parseJson } from '../../../src/text/parse-json.ts';
import { pictureUrl } from '../../items/images/image.ts';
import type { Item } from '../../items/item.ts';
import { Rejection } from '../records/records.ts';
import type { Source } from '../records/source.ts';
import { localPicture } from './local-picture.ts';

const ACCEPTED =
  'accepted: an https:// address, a data URI, base64, a path relative to the items file, or a list of them';

/**
 * The images of a record: one or a list of texts, `{"url": …}`, or `{"image_url": …}` as in a request; a list as JSON in a text too. A
 * text is an address, a data URI, base64 of a picture, or the path of a file beside the items file, which is read. Undefined where there
 * are none.
 * @throws Rejection
 */
export function readImages(value: unknown, source: Source): Item['images'] {
  const urls = imagesOf(value).map((image) => ({ url: urlOf(image, source) }));
  return urls.length === 0 ? undefined : urls;
}

function imagesOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const text = value.trim();
  if (text === '') return [];
  if (!/^[[{]/.test(text)) return [text];
  const parsed = parseJson(text);
  if (parsed === undefined) throw new Rejection('images: not JSON');
  return imagesOf(parsed);
}

function urlOf(image: unknown, source: Source): string {
  if (typeof image === 'object' && image !== null) {
    const { url, image_url: nested } = image as { url?: unknown; image_url?: unknown };
    if (url === undefined && nested === undefined) throw new Rejection(`images: ${ACCEPTED}`);
    // An object within an object within an object is no image.
    const inner = url ?? (nested as { url?: unknown } | null)?.url ?? nested;
    if (typeof inner === 'string') return urlOf(inner, source);
  }
  if (typeof image !== 'string') throw new Rejection(`images: ${ACCEPTED}`);
  const text = image.trim();
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) return text;
  return base64Picture(text) ?? fileOf(text, source);
}

/** A text of base64 that is a picture: a path that happens to be one of base64 has no header of a picture. */
function base64Picture(text: string): string | undefined {
  if (text.length < 32 || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]{24}/.test(text))
    return undefined;
  return pictureUrl(Buffer.from(text, 'base64'));
}

function fileOf(path: string, source: Source): string {
  const file = typeof source === 'string' ? source : source.path;
  if (file !== undefined) return localPicture(path, file);
  throw new Rejection(
    `images: a path, ${JSON.stringify(path.slice(0, 100))}, in a file that was sent; accepted there: https:// addresses and data URIs`,
  );
}
