import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundle, unbundle } from '../../../../src/workflow/studies/kept/study-bundle.ts';
import { emptyFolder, filesOf, writeFiles } from './study-case.ts';

const OF = { name: 'studies/x/files-1', place: 'a place' };

/** Bytes in chunks of `size`. */
async function* inChunks(bytes: Uint8Array, size: number) {
  for (let k = 0; k < bytes.length; k += size) yield bytes.subarray(k, k + size);
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

test('files of any content come out of a bundle as they went in, however it is cut', async () => {
  const name = fc.stringMatching(/^[a-z\u4e00-\u4e20][a-z0-9._-]{0,8}$/);
  const cases = fc.record({
    files: fc.dictionary(name, fc.uint8Array({ maxLength: 300 }), { maxKeys: 6 }),
    size: fc.integer({ min: 1, max: 400 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ files, size }) => {
      const from = writeFiles(emptyFolder(), files);
      const to = emptyFolder();
      const entries = Object.keys(files).map((one) => ({ name: one, path: join(from, one) }));
      await unbundle(inChunks(await bytesOf(bundle(entries)), size), to, OF);
      expect(filesOf(to)).toEqual(filesOf(from));
    }),
    { numRuns: 40 },
  );
});

test('a file that was removed meanwhile is left out', async () => {
  const from = writeFiles(emptyFolder(), { a: 'one', b: 'two' });
  const to = emptyFolder();
  const entries = ['a', 'gone', 'b'].map((name) => ({ name, path: join(from, name) }));
  await unbundle(bundle(entries), to, OF);
  expect(filesOf(to)).toEqual({ a: 'one', b: 'two' });
});

test.each([
  ['no entry', 'some text', 'SHARED_FILE_DAMAGED'],
  ['a long line', 'x'.repeat(20_000), 'SHARED_FILE_DAMAGED'],
  ['a cut end', '{"name":"a","bytes":5}\nabc', 'SHARED_FILE_DAMAGED'],
  ['another field', '{"name":"a","bytes":1,"mode":511}\nx', 'SHARED_FILE_DAMAGED'],
  ['a negative size', '{"name":"a","bytes":-1}\n', 'SHARED_FILE_DAMAGED'],
  ['a name above', '{"name":"../evil","bytes":1}\nx', 'SHARED_FILE_NAME_INVALID'],
  ['a name from the root', '{"name":"/evil","bytes":1}\nx', 'SHARED_FILE_NAME_INVALID'],
  [
    'a name inside that leads out',
    '{"name":"a/../../evil","bytes":1}\nx',
    'SHARED_FILE_NAME_INVALID',
  ],
])('a bundle with %s is refused', async (_, text, code) => {
  const folder = emptyFolder();
  await expect(unbundle(inChunks(Buffer.from(text), 7), folder, OF)).rejects.toMatchObject({
    code,
  });
  expect(existsSync(join(dirname(folder), 'evil'))).toBe(false);
});
