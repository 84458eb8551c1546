import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pictureHeader } from '../../../../item-bank/items/images/picture-header.ts';
import { madePng } from './made-picture.ts';

interface Golden {
  readonly pictures: readonly {
    readonly kind: string;
    readonly width: number;
    readonly height: number;
    readonly url: string;
  }[];
}

const { pictures } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../golden/pictures/pictures.json'), 'utf8'),
) as Golden;
const bytesOf = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

describe('pictures of Chromium', () => {
  test.each(pictures)('$kind of $width by $height', ({ kind, width, height, url }) => {
    expect(pictureHeader(bytesOf(url))).toEqual({ kind, width, height });
  });

  const webp = pictures.filter(({ kind }) => kind === 'webp');
  test.each(webp)('the plain form of webp, $width by $height', ({ width, height, url }) => {
    // The extended form holds the chunk that is the whole of a plain file.
    const whole = bytesOf(url);
    const at = Math.max(whole.indexOf('VP8 '), whole.indexOf('VP8L'));
    const plain = Buffer.concat([whole.subarray(0, 12), whole.subarray(at)]);
    expect(pictureHeader(plain)).toEqual({ kind: 'webp', width, height });
  });
});

test('a GIF has its size after its version, low byte first', () => {
  const gif = Buffer.from('GIF89a\x2c\x01\x02\x00\xf0\x00\x00', 'latin1');
  expect(pictureHeader(gif)).toEqual({ kind: 'gif', width: 300, height: 2 });
});

test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<?xml version="1.0"?>', 'BM', '', '%PDF'])(
  'no picture: %j',
  (text) => {
    expect(pictureHeader(Buffer.from(text))).toBeUndefined();
  },
);

test('no bytes make it fail, whatever follows the first ones', () => {
  const starts = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF89a', 'RIFF\0\0\0\0WEBP'];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 40 }), (start, rest) => {
      const header = pictureHeader(Buffer.concat([Buffer.from(start, 'latin1'), rest]));
      expect(header!.width).toBeGreaterThanOrEqual(0);
      expect(header!.height).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('any size of PNG', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 1, max: 9 }),
      (width, height) => {
        expect(pictureHeader(madePng(width, height))).toEqual({ kind: 'png', width, height });
      },
    ),
    { numRuns: 20 },
  );
});
