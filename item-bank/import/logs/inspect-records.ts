import { fail } from '../../../src/errors.ts';
import { jsonRecord, type SourceRecord } from '../records/records.ts';
import { readChunks, type Source, sourceName } from '../records/source.ts';
import { zipEntries } from '../records/zip-entries.ts';

/** A sample of a log, with what the log says of all of them. */
export interface InspectRecord {
  readonly sample: unknown;
  readonly task: string;
  /** Null where the log does not say. */
  readonly model: string | null;
}

/** JSON logs are read whole. */
const MOST_BYTES = 256 * 2 ** 20;
const SAMPLE = /^samples\/.+\.json$/;
/** The settings: at the end of a log, and at the beginning of one that was broken off. */
const HEADERS = ['header.json', '_journal/start.json', 'start.json'];

/** The samples of a log of Inspect, in the order of the file. */
export async function* inspectRecords(source: Source): AsyncGenerator<SourceRecord[]> {
  if (sourceName(source).toLowerCase().endsWith('.json')) yield* jsonLog(source);
  else yield* archive(source);
}

async function* archive(source: Source): AsyncGenerator<SourceRecord[]> {
  // An archive is read twice, its settings first: they stand behind the samples.
  const again = await repeatable(source);
  const headers = new Map<string, unknown>();
  for await (const { name, read } of zipEntries(again(), (name) => HEADERS.includes(name))) {
    const part = await read();
    if ('bytes' in part) headers.set(name, jsonOf(part.bytes));
  }
  const settings = settingsOf(
    HEADERS.map((name) => headers.get(name)).find((header) => header !== undefined),
    source,
  );
  for await (const { name, read } of zipEntries(again(), (name) => SAMPLE.test(name))) {
    const where = `entry ${name}`;
    const part = await read();
    if ('reason' in part) {
      yield [{ where, reason: part.reason }];
      continue;
    }
    const record = jsonRecord(where, part.bytes.toString('utf8'));
    yield [
      record.reason === undefined
        ? { where, value: { sample: record.value, ...settings } satisfies InspectRecord }
        : record,
    ];
  }
}

/** A source that can be read several times. */
async function repeatable(source: Source): Promise<() => Source> {
  if (typeof source === 'string') return () => source;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source.bytes) {
    size += piece.length;
    if (size > 2 * MOST_BYTES) tooLong(source, 2 * MOST_BYTES);
    pieces.push(piece);
  }
  async function* bytes() {
    yield* pieces;
  }
  return () => ({ name: source.name, bytes: bytes() });
}

async function* jsonLog(source: Source): AsyncGenerator<SourceRecord[]> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(source)) {
    size += chunk.length;
    if (size > MOST_BYTES) tooLong(source, MOST_BYTES);
    pieces.push(chunk);
  }
  const log = jsonOf(Buffer.concat(pieces));
  const settings = settingsOf(log, source);
  const samples = (log as { samples?: unknown } | undefined)?.samples;
  if (!Array.isArray(samples))
    fail('FILE_INVALID', {
      file: sourceName(source),
      found: 'no list "samples"',
      accepted: 'a log that Inspect wrote, with its samples',
    });
  yield samples.map((sample, k) => ({
    where: `sample ${k + 1}`,
    value: { sample, ...settings } satisfies InspectRecord,
  }));
}

function tooLong(source: Source, longest: number): never {
  fail('FILE_INVALID', {
    file: sourceName(source),
    found: `more than ${longest} bytes`,
    accepted: 'a shorter log, or the .eval file',
  });
}

function jsonOf(bytes: Buffer): unknown {
  const record = jsonRecord('', bytes.toString('utf8'));
  return record.reason === undefined ? record.value : undefined;
}

function settingsOf(log: unknown, source: Source): Omit<InspectRecord, 'sample'> {
  const { task, model } = fieldsOf(fieldsOf(log).eval);
  if (typeof task !== 'string' || task.trim() === '')
    return fail('FILE_INVALID', {
      file: sourceName(source),
      found: 'no task name in its settings',
      accepted: 'a log that Inspect wrote (.eval or JSON)',
    });
  const name = task.slice(0, 200);
  return { task: name, model: typeof model === 'string' && model !== '' ? model : null };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
