import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contentHash } from '../../../../item-bank/items/content-hash.ts';
import { heldPicture, imageText, pictureUrl } from '../../../../item-bank/items/images/image.ts';
import { itemLine } from '../../../../item-bank/items/item-line.ts';
import { validateItem } from '../../../../item-bank/items/validate-item.ts';
import { weaknessesOf } from '../../../../item-bank/items/weak-item.ts';
import { sampleItem } from '../sample-items.ts';
import { madePng, pngUrl } from './made-picture.ts';

const URL = 'https://example.org/a.png';
const withImages = (...urls: string[]) =>
  sampleItem('open', { images: urls.map((url) => ({ url })) });
const problemOf = (url: string) => validateItem(withImages(url)).problems?.[0];

test('an item with images is valid, and read back equal from its line', () => {
  const item = withImages(URL, pngUrl(3, 2));
  expect(validateItem(item)).toEqual({ item });
  expect(validateItem(JSON.parse(itemLine(item)))).toEqual({ item });
  expect(Object.keys(JSON.parse(itemLine(item)))).toEqual([
    ...['id', 'version', 'status', 'type', 'language', 'stem', 'images', 'key', 'tags', 'source'],
    ...['licence', 'hash'],
  ]);
});

test('the hash ends with the addresses, and without images it is that of before', () => {
  const content = ['thetarank-item-1', 'open', '', 'Name a prime.', [], ['2', '3']];
  const sum = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
  expect(contentHash(sampleItem('open'))).toBe(sum(content));
  expect(contentHash(withImages(URL, pngUrl(3, 2)))).toBe(
    sum([...content, ['images', URL, pngUrl(3, 2)]]),
  );
  expect(contentHash(withImages(pngUrl(3, 2)))).not.toBe(contentHash(withImages(pngUrl(3, 2, 9))));
});

describe('refused', () => {
  const svg = Buffer.from('<svg/>').toString('base64');
  const jpeg = madePng(2, 2).toString('base64');
  test.each([
    ['http', 'http://example.org/a.png', /^https:\/\/… /],
    ['a file', 'file:///etc/hosts', /^https:\/\/… /],
    ['SVG', `data:image/svg+xml;base64,${svg}`, /^https:\/\/… /],
    ['SVG that is called PNG', `data:image/png;base64,${svg}`, /^no png, jpeg, gif, webp by its/],
    [
      'PNG that is called JPEG',
      `data:image/jpeg;base64,${jpeg}`,
      /^a png by its first bytes, said/,
    ],
    ['no base64', 'data:image/png;base64,iVBORw0KGgo%', /^not base64/],
    [
      'a header alone',
      `data:image/png;base64,${madePng(2, 2).subarray(0, 15).toString('base64')}`,
      /^a picture without width/,
    ],
    ['a long address', `https://example.org/${'a'.repeat(2048)}`, /^an address of more than 2048/],
    ['blanks', 'https://example.org/a b', /^no valid address/],
    ['a password', 'https://me:secret@example.org/', /^an address with a user name or password/],
  ])('%s', (_, url, message) => {
    expect(problemOf(url)).toEqual({
      path: 'images[0].url',
      message: expect.stringMatching(message),
    });
  });

  test('nine images, none, and more characters than an item may have', () => {
    expect(validateItem(withImages(...Array(9).fill(URL))).problems?.[0].path).toBe('images');
    expect(validateItem(withImages()).problems?.[0].path).toBe('images');
    // A PNG may have bytes after its end.
    const large = Buffer.concat([madePng(1, 1), Buffer.alloc(1_600_000)]);
    const url = pictureUrl(large)!;
    expect(validateItem(withImages(url))).toHaveProperty('item');
    expect(validateItem(withImages(url, url)).problems).toEqual([
      { path: 'images', message: 'more than 4000000 characters of images together' },
    ]);
  });
});

test('an image in words has its kind and size, and none of its data', () => {
  expect(imageText(pngUrl(640, 480))).toMatch(/^png 640×480, \d\.\d kB$/);
  expect(imageText(URL)).toBe(URL);
  expect(heldPicture(pngUrl(640, 480))).toMatchObject({ width: 640, height: 480 });
  expect(pictureUrl(Buffer.from('<svg/>'))).toBeUndefined();
});

test('a stem that speaks of a picture is weak only where the picture is missing', () => {
  const stem = 'What is shown in the figure?';
  expect(weaknessesOf(sampleItem('open', { stem }))).toEqual(['picture']);
  expect(weaknessesOf(sampleItem('open', { stem, images: [{ url: URL }] }))).toEqual([]);
});
