import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readImages } from '../../../../item-bank/import/images/read-images.ts';
import { recognised } from '../../../../item-bank/import/recognise/recognised.ts';
import { itemLine } from '../../../../item-bank/items/item-line.ts';
import { madePng, pngUrl } from '../../items/images/made-picture.ts';
import { bytesSource, runImport } from '../run-import.ts';

let folder = '';
let file = '';
beforeAll(() => {
  const whole = mkdtempSync(join(tmpdir(), 'thetarank-images-'));
  folder = join(whole, 'bank');
  file = join(folder, 'items.jsonl');
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  writeFileSync(join(folder, 'pictures', 'a.png'), madePng(3, 2));
  // What a file is called does not matter.
  writeFileSync(join(folder, 'b.jpg'), madePng(5, 4));
  writeFileSync(join(folder, 'drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'large.png'), Buffer.concat([madePng(1, 1), Buffer.alloc(3_000_000)]));
  writeFileSync(join(whole, 'secret.png'), madePng(9, 9));
  mkdirSync(join(whole, 'bank2'));
  writeFileSync(join(whole, 'bank2', 'c.png'), madePng(9, 9));
  symlinkSync(join(whole, 'secret.png'), join(folder, 'link.png'));
  symlinkSync(join(folder, 'b.jpg'), join(folder, 'inner.png'));
  symlinkSync(whole, join(folder, 'up'));
  execFileSync('mkfifo', [join(folder, 'pipe.png')]);
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

const read = (value: unknown) => readImages(value, file);

describe('all ways to write images', () => {
  const url = 'https://example.org/a.png';
  test.each<[string, unknown, string[] | undefined]>([
    ['an address', url, [url]],
    ['a data URI', pngUrl(3, 2), [pngUrl(3, 2)]],
    ['base64', madePng(3, 2).toString('base64'), [pngUrl(3, 2)]],
    ['a path', 'pictures/a.png', [pngUrl(3, 2)]],
    ['a path with another ending', './b.jpg', [pngUrl(5, 4)]],
    ['a link within the folder', 'inner.png', [pngUrl(5, 4)]],
    ['a list', [url, 'b.jpg'], [url, pngUrl(5, 4)]],
    ['a list as text', JSON.stringify([url, { url: 'b.jpg' }]), [url, pngUrl(5, 4)]],
    ['an object', { url }, [url]],
    ['a part of a request', { type: 'image_url', image_url: { url } }, [url]],
    ['an address as image_url', { image_url: url }, [url]],
    ['nothing', null, undefined],
    ['an empty cell', ' ', undefined],
    ['an empty list', [], undefined],
  ])('%s', (_, value, urls) => {
    expect(read(value)).toEqual(urls?.map((one) => ({ url: one })));
  });
});

describe('refused', () => {
  test.each<[string, unknown, RegExp]>([
    ['a folder above', '../secret.png', /outside of the folder of the items file/],
    ['a folder whose name begins alike', '../bank2/c.png', /outside of the folder/],
    ['a link that leads out', 'link.png', /outside of the folder/],
    ['a folder that is a link and leads out', 'up/secret.png', /outside of the folder/],
    ['an absolute path', '/etc/hosts', /accepted: a path relative to the items file/],
    ['no such file', 'none.png', /"none.png": not found/],
    ['a folder', 'pictures', /not a file/],
    ['a pipe', 'pipe.png', /not a file/],
    ['SVG', 'drawing.svg', /no png, jpeg, gif, webp by its first bytes \(SVG is not/],
    ['a large file', 'large.png', /bytes; accepted: at most 29999\d\d/],
    ['a number', 7, /accepted: an https:\/\/ address/],
    ['an object without address', { bytes: [], path: null }, /accepted: an https:\/\/ address/],
    ['a list that is no JSON', '[a', /not JSON/],
  ])('%s', (_, value, message) => {
    expect(() => read(value)).toThrow(message);
  });

  test('a path in a file that was sent', () => {
    expect(() => readImages('pictures/a.png', bytesSource(''))).toThrow(/in a file that was sent/);
  });
});

test.each([
  ['jsonl', '{"question": "What is it?", "answer": "grey", "image": "pictures/a.png"}\n'],
  ['csv', 'question,answer,Image URL\nWhat is it?,grey,pictures/a.png\n'],
] as const)(
  '%s: the field is found by its name, and an export is read back',
  async (container, text) => {
    writeFileSync(file, text);
    const { items, report } = await runImport(recognised(container), file);
    expect(report.rejected).toEqual([]);
    expect(items[0].images).toEqual([{ url: pngUrl(3, 2) }]);
    expect(items[0].tags).toEqual({});
    writeFileSync(file, `${itemLine(items[0])}\n`);
    const again = await runImport(recognised('jsonl'), file);
    expect(again.items[0].hash).toBe(items[0].hash);
  },
);

test('a record whose picture is missing is left out with its reason; a map can make the field a tag', async () => {
  writeFileSync(file, '{"question": "What is it?", "answer": "grey", "image": "gone.png"}\n');
  const { report } = await runImport(recognised('jsonl'), file);
  expect(report.rejected).toEqual([
    { where: 'line 1', reason: 'images: file "gone.png": not found' },
  ]);
  const kept = await runImport(recognised('jsonl', { map: { tags: { image: 'image' } } }), file);
  expect(kept.items[0].tags).toEqual({ image: 'gone.png' });
  expect(kept.items[0].images).toBeUndefined();
});
