import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { fail } from '../errors.ts';
import { NAME } from '../plain-text.ts';
import { fileJson } from '../text/file-json.ts';
import { quoted } from '../text/quoted.ts';
import { failToRead } from '../text/read-text.ts';
import type { RecordedOutput } from './answerers/replay.ts';

const name = z.string().regex(NAME);
const LINE = z.looseObject({ model: name, item: name, output: z.string().nullable() });

/** The most bytes of a file, unpacked: a compressed one can be any size. */
const MOST_UNPACKED = 2 ** 30;
const ACCEPTED = 'one JSON object per line with model, item and output';

/**
 * The recorded outputs of a JSON Lines file (model, item, output; null is an empty output), packed with gzip where its name
 * ends in .gz. Other fields are ignored.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export async function* readRecorded(
  file: string,
  most = MOST_UNPACKED,
): AsyncGenerator<RecordedOutput> {
  let line = 0;
  for await (const text of textLines(file, most)) {
    line++;
    if (text.trim() === '') continue;
    const parsed = LINE.safeParse(fileJson(file, text, line));
    if (!parsed.success) {
      const where = `line ${line}`;
      return fail('FILE_INVALID', { file, where, found: quoted(text), accepted: ACCEPTED });
    }
    const { model, item, output } = parsed.data;
    yield { model, item, output: output ?? '' };
  }
  if (line === 0) fail('FILE_INVALID', { file, found: 'no lines', accepted: ACCEPTED });
}

async function* textLines(file: string, most: number): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts(file, most)) {
    const lines = text.split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function* texts(file: string, most: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  try {
    for await (const bytes of unpacked(file)) {
      size += bytes.length;
      if (size > most) break;
      yield decoder.decode(bytes, { stream: true });
    }
    if (size <= most) yield decoder.decode();
  } catch (error) {
    failOnRead(file, error);
  }
  if (size > most) {
    const found = `more than ${most} bytes${file.endsWith('.gz') ? ' unpacked' : ''}`;
    fail('FILE_INVALID', { file, found, accepted: `at most ${most}` });
  }
}

function unpacked(file: string): AsyncIterable<Buffer> {
  const stream = createReadStream(file);
  if (!file.endsWith('.gz')) return stream;
  const gunzip = createGunzip();
  stream.on('error', (error) => gunzip.destroy(error));
  return stream.pipe(gunzip);
}

function failOnRead(file: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    fail('FILE_INVALID', {
      file,
      found: 'bytes that are not UTF-8 text',
      accepted: 'UTF-8 text',
    });
  if (code?.startsWith('Z_') === true)
    fail('FILE_INVALID', { file, found: `damaged data (${code})`, accepted: 'a whole gzip file' });
  return failToRead(file, error);
}
