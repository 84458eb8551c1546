import { fail } from '../../../src/errors.ts';
import { count, plural } from '../../../src/numbers.ts';
import { quoted } from '../../../src/text/quoted.ts';
import { jsonRecord, lacking, type SourceRecord } from '../records/records.ts';
import { readChunks, type Source, sourceName } from '../records/source.ts';
import { type ZipPart, zipEntries } from '../records/zip-entries.ts';
import { type ModelIdentity, modelIdentity } from './model-identity.ts';
import { saidModel } from './model-name.ts';
import { jsonOf } from './whole-json.ts';

/** A sample of a log, with what the log says of all of them. */
export interface InspectRecord {
  readonly sample: unknown;
  readonly task: string;
  /** Null where the log does not say. */
  readonly model: string | null;
  /** The scorers of the log, the first one first; none where it does not say. */
  readonly scorers: readonly Scorer[];
  readonly identity: ModelIdentity;
}

type Settings = Omit<InspectRecord, 'sample'> & { readonly stated: StatedSamples };

/** A score has a name of its own where a scorer gives several. */
export interface Scorer {
  readonly name: string;
  readonly scorer: string;
  /** Whether the log reports its accuracy. */
  readonly isAccuracy?: boolean;
}

/** JSON logs are read whole. */
const MOST_BYTES = 256 * 2 ** 20;
/** A sample in one entry, or the beginning of one in parts; and the parts that are read with it. */
const SAMPLE = /^samples\/(?:(?!.*_epoch_\d+\/).+|.+_epoch_\d+\/sample)\.json$/;
const PART = /^samples\/.+_epoch_\d+\/(?:metadata|attachments\/\d+)\.json$/;
const ATTACHMENT = 'attachment://';
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
    if ('bytes' in part) headers.set(name, jsonOf(source, part.bytes));
  }
  const header = HEADERS.find((name) => headers.has(name));
  const settings = settingsOf(
    header === undefined ? undefined : headers.get(header),
    source,
    header === HEADERS[0],
  );
  const { stated, ...said } = settings;
  let found = 0;
  const isWanted = (name: string) => SAMPLE.test(name) || PART.test(name);
  for await (const part of zipEntries(again(), isWanted)) {
    if (!SAMPLE.test(part.name)) continue;
    found++;
    const record = await partRecord(part);
    if (record.reason !== undefined) {
      yield [record];
      continue;
    }
    const sample = await withParts(record.value, part);
    yield [{ where: record.where, value: { sample, ...said } satisfies InspectRecord }];
  }
  yield lackOf(found, stated);
}

/** What a log says of its run: its status, and how many samples it has, or should have had. */
interface StatedSamples {
  readonly status: string;
  readonly count: number | null;
}

const ENDED = 'success';

/** @param isHeader whether the log has its end: the settings of one that was broken off tell no status */
function statedSamples(log: unknown, isHeader: boolean): StatedSamples {
  const { status: said = isHeader ? ENDED : 'started', results, eval: settings } = fieldsOf(log);
  const status = String(said);
  const { completed_samples } = fieldsOf(results);
  if (status === ENDED)
    return { status, count: typeof completed_samples === 'number' ? completed_samples : null };
  const { sample_ids } = fieldsOf(fieldsOf(settings).dataset);
  const { epochs } = fieldsOf(fieldsOf(settings).config);
  return {
    status,
    count: Array.isArray(sample_ids) ? sample_ids.length * (Number(epochs) || 1) : null,
  };
}

/** What a log lacks, of a run that did not end even if it may have all samples. */
function lackOf(found: number, { status, count: stated }: StatedSamples): SourceRecord[] {
  if (found === 0) return [];
  const of =
    stated === null ? plural(found, 'sample') : `${count(found)} of ${plural(stated, 'sample')}`;
  if (status !== ENDED) return [lacking(`${of} of a run with the status ${quoted(status)}`, true)];
  return stated === null || found >= stated ? [] : [lacking(`${of} that the log tells`, true)];
}

async function partRecord({ name, read }: ZipPart): Promise<SourceRecord> {
  const where = `entry ${name}`;
  const part = await read();
  return 'reason' in part
    ? { where, reason: part.reason }
    : jsonRecord(where, part.bytes.toString('utf8'));
}

/** A sample in parts with its metadata, and with its attachments by number if it names any. */
async function withParts(sample: unknown, { name, all }: ZipPart): Promise<unknown> {
  const folder = /^(.+\/)sample\.json$/.exec(name)?.[1];
  if (folder === undefined || typeof sample !== 'object' || sample === null) return sample;
  const metadata = all.get(`${folder}metadata.json`);
  const isAttached = JSON.stringify(sample).includes(ATTACHMENT);
  const attachments: Record<string, unknown> = {};
  for (const part of isAttached ? all.values() : []) {
    const start = part.name.startsWith(`${folder}attachments/`)
      ? /(\d+)\.json$/.exec(part.name)?.[1]
      : undefined;
    if (start === undefined) continue;
    const { value } = (await partRecord(part)) as { value?: unknown };
    for (const [k, one] of (Array.isArray(value) ? value : []).entries())
      attachments[Number(start) + k] = one;
  }
  return {
    ...sample,
    ...(metadata && { metadata: ((await partRecord(metadata)) as { value?: unknown }).value }),
    ...(isAttached && { attachments }),
  };
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
  const log = jsonOf(source, Buffer.concat(pieces));
  const { stated, ...settings } = settingsOf(log, source);
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
  yield lackOf(samples.length, stated);
}

function tooLong(source: Source, longest: number): never {
  fail('FILE_INVALID', {
    file: sourceName(source),
    found: `more than ${longest} bytes`,
    accepted: 'a shorter log, or the .eval file',
  });
}

function settingsOf(log: unknown, source: Source, isHeader = true): Settings {
  const { task, model, scorers, ...settings } = fieldsOf(fieldsOf(log).eval);
  const { reasoning_effort, reasoning_tokens } = fieldsOf(settings.model_generate_config);
  if (typeof task !== 'string' || task.trim() === '')
    return fail('FILE_INVALID', {
      file: sourceName(source),
      found: 'no task name in its settings',
      accepted: 'a log that Inspect wrote (.eval or JSON)',
    });
  const name = task.slice(0, 200);
  return {
    stated: statedSamples(log, isHeader),
    task: name,
    // An evaluation without a model, as of a solver or an agent of its own.
    model: saidModel(model) ?? null,
    identity: modelIdentity(settings.model_args, {
      base_url: settings.model_base_url,
      reasoning_effort,
      reasoning_tokens,
    }),
    scorers: [...scorersIn(fieldsOf(fieldsOf(log).results).scores), ...scorersIn(scorers)],
  };
}

/** Scorers of a package have its name before theirs, which samples do not repeat. */
function scorersIn(list: unknown): Scorer[] {
  return (Array.isArray(list) ? list : []).flatMap((one) => {
    const { name, scorer = name, metrics } = fieldsOf(one);
    if (typeof name !== 'string' || typeof scorer !== 'string') return [];
    return [
      {
        name: name.replace(/^.*\//, ''),
        scorer: scorer.replace(/^.*\//, ''),
        isAccuracy: Object.hasOwn(fieldsOf(metrics), 'accuracy'),
      },
    ];
  });
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
