import { z } from 'zod';
import { PICTURE_KINDS, type PictureHeader, pictureHeader } from './picture-header.ts';

/** The most images of an item. */
export const MOST_IMAGES = 8;
/** The most characters of all addresses of images of an item together: about 3 MB of pictures as base64. */
export const MOST_IMAGE_TEXT = 4_000_000;
/** The most characters of an address on the network. */
const LONGEST_ADDRESS = 2048;

const DATA = /^data:image\/(png|jpeg|gif|webp);base64,/;
const ACCEPTED = `https://… (at most ${LONGEST_ADDRESS} characters) or data:image/TYPE;base64,… with the TYPE ${PICTURE_KINDS.join(', ')}`;

/**
 * A picture that is shown with a question: `url` is its address on the network, which the endpoint of the model reads, or a data URI that
 * holds the picture itself.
 */
export const imageSchema = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(MOST_IMAGE_TEXT)
    .regex(/^(?:https:\/\/[^\s]|data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/])/, {
      abort: true,
      error: ACCEPTED,
    })
    .superRefine((url, context) => {
      const problem = imageProblem(url);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    })
    .meta({ description: 'https:// or a data URI of a PNG, JPEG, GIF or WebP picture.' }),
});

/** What a data URI holds. */
export interface HeldPicture extends PictureHeader {
  readonly bytes: number;
}

/** The picture that a data URI holds; null for an address on the network. */
export function heldPicture(url: string): HeldPicture | null {
  if (!DATA.test(url)) return null;
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const { kind, width, height } = pictureHeader(bytes) ?? { kind: 'png', width: 0, height: 0 };
  return { kind, width, height, bytes: bytes.length };
}

/** `png 640×480, 23.4 kB`, or the address: an image for people to read, without its data. */
export function imageText(url: string): string {
  const held = heldPicture(url);
  if (held === null) return url;
  const { kind, width, height, bytes } = held;
  return `${kind} ${width}×${height}, ${(bytes / 1000).toFixed(1)} kB`;
}

/** A data URI for the bytes of a picture; undefined where they are none of the kinds that are accepted. */
export function pictureUrl(bytes: Buffer): string | undefined {
  const header = pictureHeader(bytes);
  return header && `data:image/${header.kind};base64,${bytes.toString('base64')}`;
}

function imageProblem(url: string): string | undefined {
  const stated = DATA.exec(url)?.[1];
  if (stated === undefined) return addressProblem(url);
  const text = url.slice(url.indexOf(',') + 1);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) return 'not base64 (RFC 4648, with padding)';
  const header = pictureHeader(bytes);
  if (header === undefined) return `no ${PICTURE_KINDS.join(', ')} by its first bytes`;
  if (header.kind !== stated) return `a ${header.kind} by its first bytes, said to be ${stated}`;
  return header.width > 0 && header.height > 0 ? undefined : 'a picture without width or height';
}

function addressProblem(url: string): string | undefined {
  if (url.length > LONGEST_ADDRESS) return `an address of more than ${LONGEST_ADDRESS} characters`;
  if (!/^[\x21-\x7e]+$/.test(url) || !URL.canParse(url)) return 'no valid address';
  const { username, password } = new URL(url);
  return username === '' && password === '' ? undefined : 'an address with a user name or password';
}
