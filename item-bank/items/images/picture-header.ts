/** The kinds of pictures that items may have. SVG is none of them: it can hold scripts. */
export const PICTURE_KINDS = ['png', 'jpeg', 'gif', 'webp'] as const;

export type PictureKind = (typeof PICTURE_KINDS)[number];

export interface PictureHeader {
  readonly kind: PictureKind;
  /** In pixels; 0 where the header is damaged. */
  readonly width: number;
  readonly height: number;
}

/** What a picture is by its first bytes, whatever its name says; undefined for anything that is none of the four kinds. */
export function pictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n'))
    return header('png', view, 24, () => [view.getUint32(16), view.getUint32(20)]);
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return header('jpeg', view, 4, () => jpegSize(view));
  if (startsWith(bytes, 0, 'GIF87a') || startsWith(bytes, 0, 'GIF89a'))
    return header('gif', view, 10, () => [view.getUint16(6, true), view.getUint16(8, true)]);
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP'))
    return header('webp', view, 30, () => webpSize(bytes, view));
  return undefined;
}

function header(
  kind: PictureKind,
  view: DataView,
  least: number,
  size: () => readonly [number, number],
): PictureHeader {
  const [width, height] = view.byteLength < least ? [0, 0] : size();
  return { kind, width, height };
}

function startsWith(bytes: Uint8Array, at: number, mark: string): boolean {
  for (let k = 0; k < mark.length; k++) if (bytes[at + k] !== mark.charCodeAt(k)) return false;
  return true;
}

/** Frame headers are the markers FFC0 to FFCF, except those of tables (ITU-T T.81, table B.1). */
function jpegSize(view: DataView): readonly [number, number] {
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isTable = marker === 0xc4 || marker === 0xc8 || marker === 0xcc;
    if (marker >= 0xc0 && marker <= 0xcf && !isTable)
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at += 2 + view.getUint16(at + 2);
  }
  return [0, 0];
}

/** The three forms of WebP: lossy, lossless, extended (RFC 9649). */
function webpSize(bytes: Uint8Array, view: DataView): readonly [number, number] {
  if (startsWith(bytes, 12, 'VP8 '))
    return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  if (startsWith(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  const whole = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return startsWith(bytes, 12, 'VP8X') ? [whole(24), whole(27)] : [0, 0];
}
