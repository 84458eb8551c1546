import { brotliDecompressSync } from 'node:zlib';
import { fail, ThetarankError } from '../../src/errors.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import type { Bank, ItemTag } from '../bank.ts';
import { bitAt, byteLength } from './bits.ts';
import { fromFloatPlanes } from './float-planes.ts';
import { type BankHeader, bankHeader, codeBytes, sectionsLength } from './header.ts';
import { countItemIds, fromItemIdRuns } from './item-id-runs.ts';
import { AT, checksum, FORMAT_VERSION, MAGIC, MOST_BYTES } from './layout.ts';

type Damaged = (reason: string) => never;

/**
 * Reads a bank file (layout.ts). Nothing is allocated on the word of the file alone: the inflated size is bounded,
 * and the sections must have the length that the header calls for before any of them is read.
 *
 * @param file what to call the file in an error
 * @throws BANK_DAMAGED, with the reason, for anything else than a whole bank file of this format version
 */
export function decodeBank(bytes: Uint8Array, file: string): Bank {
  const damaged: Damaged = (reason) => fail('BANK_DAMAGED', { file, reason });
  const { header, sections } = readPayload(openFile(bytes, damaged), damaged);

  const width = countItemIds(header.items);
  let at = 0;
  const take = (length: number) => {
    at += length;
    return sections.subarray(at - length, at);
  };
  const tags = header.tags.map(({ name, values }): [string, ItemTag] => {
    const codes = readCodes(take(codeBytes(values) * width), width);
    if (!codes.every((code) => code < values.length)) damaged(`a code of tag ${name} has no value`);
    return [name, { values, codes }];
  });
  const optionCounts = Uint8Array.from(take(width));
  const [a, b, c, d] = [1, 2, 3, 4].map(() => fromFloatPlanes(take(4 * width)));
  const items = fromItemIdRuns(header.items);
  const parameters = readParameters({ a, b, c, d }, items, damaged);
  const scores = readScores(header, width, take);

  return {
    name: header.name,
    version: header.version,
    title: header.title,
    simulated: header.simulated,
    provenance: header.provenance,
    items,
    tags: Object.fromEntries(tags),
    optionCounts,
    fullScore: header.fullScore,
    parameters,
    responses: { examinees: header.examinees, items, scores },
    ...(header.families === undefined ? {} : { families: header.families }),
    ...(header.harness === undefined ? {} : { harness: header.harness }),
  };
}

/** The inflated payload. */
function openFile(bytes: Uint8Array, damaged: Damaged): Uint8Array {
  if (bytes.length < AT.payload) damaged(`${bytes.length} bytes are too few`);
  if (MAGIC.some((byte, k) => bytes[k] !== byte)) damaged('it does not begin like a bank file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint16(AT.version, true);
  if (version !== FORMAT_VERSION)
    damaged(`format version ${version}; this thetarank reads version ${FORMAT_VERSION}`);
  if (view.getUint32(AT.checksum, true) !== checksum(bytes)) damaged('its checksum does not match');
  const length = view.getUint32(AT.length, true);
  if (length < 4 || length > MOST_BYTES) damaged(`a payload of ${length} bytes`);
  const payload = inflate(bytes.subarray(AT.payload), length);
  if (payload?.length !== length) damaged(`its payload does not inflate to ${length} bytes`);
  return payload;
}

function inflate(compressed: Uint8Array, most: number): Uint8Array | undefined {
  try {
    return brotliDecompressSync(compressed, { maxOutputLength: most });
  } catch {
    return undefined;
  }
}

/** The header, and the sections it calls for. */
function readPayload(
  payload: Uint8Array,
  damaged: Damaged,
): { header: BankHeader; sections: Uint8Array } {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const end = 4 + view.getUint32(0, true);
  if (end > payload.length) damaged('its header is cut off');
  const parsed = bankHeader.safeParse(parseJson(payload.subarray(4, end)));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0];
    damaged(`header${path.map((part) => `.${String(part)}`).join('')}: ${message}`);
  }
  const sections = payload.subarray(end);
  const length = sectionsLength(parsed.data);
  if (sections.length !== length)
    damaged(`${sections.length} bytes of sections; its header states ${length}`);
  return { header: parsed.data, sections };
}

/** The value of a JSON text; undefined if it is not JSON. */
function parseJson(utf8: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(utf8));
  } catch {
    return undefined;
  }
}

function readCodes(section: Uint8Array, width: number): Uint16Array {
  if (section.length === width) return Uint16Array.from(section);
  const view = new DataView(section.buffer, section.byteOffset, section.byteLength);
  return Uint16Array.from({ length: width }, (_, j) => view.getUint16(2 * j, true));
}

function readParameters(
  values: Parameters<typeof itemParameters>[0],
  items: readonly string[],
  damaged: Damaged,
): ItemParameters {
  try {
    return itemParameters(values, (j) => items[j]);
  } catch (error) {
    if (error instanceof ThetarankError) damaged(error.message);
    throw error;
  }
}

function readScores(
  header: BankHeader,
  width: number,
  take: (length: number) => Uint8Array,
): Float32Array {
  const right = header.examinees.map(() => take(byteLength(width)));
  const asked = new Map(header.partial.map((m) => [m, take(byteLength(width))]));
  const scores = new Float32Array(right.length * width);
  right.forEach((answers, m) => {
    const row = scores.subarray(m * width, (m + 1) * width);
    for (let j = 0; j < width; j++) row[j] = Number(bitAt(answers, j));
    const mask = asked.get(m);
    if (mask === undefined) return;
    for (let j = 0; j < width; j++) if (!bitAt(mask, j)) row[j] = Number.NaN;
  });
  return scores;
}
