import { brotliCompressSync, constants } from 'node:zlib';
import { itemParameters } from '../../src/irt/parameters.ts';
import type { Bank, ItemTag } from '../bank.ts';
import { packBits } from './bits.ts';
import { fromFloatPlanes, toFloatPlanes } from './float-planes.ts';
import { type BankHeader, bankHeader, codeBytes } from './header.ts';
import { toItemIdRuns } from './item-id-runs.ts';
import { AT, checksum, FORMAT_VERSION, MAGIC, MOST_BYTES } from './layout.ts';

/**
 * Writes a bank as a bank file (layout.ts). The same bank gives the same bytes, on one version of Node, whose Brotli
 * it is. Parameters are rounded to float32; everything else comes back from `decodeBank` as it was.
 *
 * @throws RangeError where the bank contradicts itself (lengths, codes, tag names), holds a score other than 0, 1 or
 *   NaN, or is longer than the format allows
 * @throws PARAMETER_INVALID if a parameter is invalid once rounded
 */
export function encodeBank(bank: Bank): Uint8Array {
  const need = (holds: boolean, what: string) => {
    if (!holds) throw new RangeError(`bank ${bank.name}: ${what}`);
  };
  checkBank(bank, need);
  const { items, responses, parameters } = bank;
  const width = items.length;
  const rows = responses.examinees.map((_, m) =>
    responses.scores.subarray(m * width, (m + 1) * width),
  );
  const partial = [...rows.keys()].filter((m) => rows[m].some(Number.isNaN));
  const header = headerOf(bank, partial);
  const checked = bankHeader.safeParse(header);
  need(checked.success, checked.error?.issues[0].message ?? '');

  const columns = [parameters.a, parameters.b, parameters.c, parameters.d].map(toFloatPlanes);
  const [a, b, c, d] = columns.map(fromFloatPlanes);
  itemParameters({ a, b, c, d }, (j) => items[j]);

  const json = new TextEncoder().encode(JSON.stringify(header));
  const jsonLength = new Uint8Array(4);
  new DataView(jsonLength.buffer).setUint32(0, json.length, true);
  const payload = Buffer.concat([
    jsonLength,
    json,
    ...Object.values(bank.tags).map(codeSection),
    bank.optionCounts,
    ...columns,
    ...rows.map((row) => packBits(width, (j) => row[j] === 1)),
    ...partial.map((m) => packBits(width, (j) => !Number.isNaN(rows[m][j]))),
  ]);
  need(payload.length <= MOST_BYTES, `its payload is longer than ${MOST_BYTES} bytes`);
  return enclose(payload);
}

function checkBank(bank: Bank, need: (holds: boolean, what: string) => void): void {
  const { items, responses } = bank;
  const width = items.length;
  need(bank.parameters.count === width, 'one set of parameters per item is needed');
  need(bank.optionCounts.length === width, 'one option count per item is needed');
  need(
    responses.items.length === width && responses.items.every((id, j) => id === items[j]),
    'the items of the responses are not those of the bank',
  );
  need(
    responses.scores.length === width * responses.examinees.length,
    'the scores are not examinees × items',
  );
  need(
    responses.scores.every((score) => score === 0 || score === 1 || Number.isNaN(score)),
    'a score is not 0, 1 or NaN (not asked)',
  );
  for (const [name, { values, codes }] of Object.entries(bank.tags)) {
    need(codes.length === width, `one code per item is needed for tag ${name}`);
    need(
      codes.every((code) => code < values.length),
      `a code of tag ${name} has no value`,
    );
  }
}

function headerOf(bank: Bank, partial: number[]): BankHeader {
  return {
    name: bank.name,
    version: bank.version,
    title: bank.title,
    simulated: bank.simulated,
    provenance: { ...bank.provenance, notes: [...bank.provenance.notes] },
    items: toItemIdRuns(bank.items),
    tags: Object.entries(bank.tags).map(([name, { values }]) => ({ name, values: [...values] })),
    examinees: [...bank.responses.examinees],
    ...(bank.families === undefined ? {} : { families: [...bank.families] }),
    partial,
    fullScore: bank.fullScore,
    ...(bank.harness === undefined ? {} : { harness: { ...bank.harness } }),
  };
}

function codeSection({ values, codes }: ItemTag): Uint8Array {
  if (codeBytes(values) === 1) return Uint8Array.from(codes);
  const section = new Uint8Array(2 * codes.length);
  const view = new DataView(section.buffer);
  codes.forEach((code, j) => {
    view.setUint16(2 * j, code, true);
  });
  return section;
}

function enclose(payload: Uint8Array): Uint8Array {
  const compressed = brotliCompressSync(payload, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: payload.length,
    },
  });
  const bytes = new Uint8Array(AT.payload + compressed.length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint16(AT.version, FORMAT_VERSION, true);
  view.setUint32(AT.length, payload.length, true);
  bytes.set(compressed, AT.payload);
  view.setUint32(AT.checksum, checksum(bytes), true);
  return bytes;
}
