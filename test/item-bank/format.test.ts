import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bank } from '../../item-bank/bank.ts';
import { AT, checksum } from '../../item-bank/format/layout.ts';
import { decodeBank, encodeBank } from '../../item-bank/format.ts';
import { ThetarankError } from '../../src/errors.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { repetitions } from '../repetitions.ts';
import { arbitraryBank } from './arbitrary-bank.ts';

const items = ['q1', 'q2', 'q3', 'x'];
const BANK: Bank = {
  name: 'small',
  version: 3,
  title: 'A small bank',
  simulated: true,
  provenance: { source: 'a test', licence: 'MIT', notes: ['four items'] },
  items,
  tags: { topic: { values: ['α', 'β'], codes: Uint16Array.of(0, 1, 1, 0) } },
  optionCounts: Uint8Array.of(4, 4, 10, 0),
  fullScore: 'macro:topic',
  parameters: itemParameters({ a: [1, 0.1, 2, 1.5], b: [-1, 0, 0.3, 2], c: [0, 0.25, 0.1, 0] }),
  responses: {
    examinees: ['first', 'second'],
    items,
    scores: Float32Array.of(1, 0, 1, 0, 0, Number.NaN, 1, 1),
  },
};

describe('written banks can be read', () => {
  test('any bank', () => {
    fc.assert(
      fc.property(arbitraryBank, (bank) => {
        expect(decodeBank(encodeBank(bank), 'any.bank')).toEqual(bank);
      }),
      { seed: 1, numRuns: repetitions(300, 20) },
    );
  });

  test('parameters as the nearest float32, the same every time', () => {
    const { parameters } = decodeBank(encodeBank(BANK), 'small.bank');
    expect(parameters.a).toEqual(Float64Array.from(BANK.parameters.a, Math.fround));
    expect(parameters.c).toEqual(Float64Array.from(BANK.parameters.c, Math.fround));
    const again = decodeBank(encodeBank({ ...BANK, parameters }), 'small.bank');
    expect(again.parameters).toEqual(parameters);
  });

  test('the same bank gives the same bytes', () => {
    expect(encodeBank(structuredClone(BANK))).toEqual(encodeBank(BANK));
  });

  test('bytes in the middle of a larger buffer', () => {
    const bytes = encodeBank(BANK);
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    expect(decodeBank(larger.subarray(3, 3 + bytes.length), 'small.bank').items).toEqual(items);
  });
});

describe('a bank that contradicts itself is not written', () => {
  const cases: [string, Partial<Bank>, RegExp][] = [
    ['too few option counts', { optionCounts: Uint8Array.of(4) }, /option count/],
    ['too few parameters', { parameters: itemParameters({ a: [1], b: [0] }) }, /parameters/],
    [
      'other items in the responses',
      { responses: { ...BANK.responses, items: ['q1', 'q2', 'q3', 'y'] } },
      /not those of the bank/,
    ],
    [
      'a fractional score',
      { responses: { ...BANK.responses, scores: BANK.responses.scores.map(() => 0.5) } },
      /not 0, 1 or NaN/,
    ],
    [
      'a cell too few',
      { responses: { ...BANK.responses, scores: BANK.responses.scores.slice(1) } },
      /examinees × items/,
    ],
    [
      'a code without a value',
      { tags: { topic: { values: ['α'], codes: Uint16Array.of(0, 1, 0, 0) } } },
      /tag topic has no value/,
    ],
    ['a full score of no tag', { fullScore: 'macro:domain' }, /is not the name of a tag/],
  ];
  test.each(cases)('%s', (_, change, message) => {
    expect(() => encodeBank({ ...BANK, ...change })).toThrow(message);
  });

  test('a parameter that is invalid once rounded', () => {
    const parameters = itemParameters({ ...BANK.parameters, c: [0, 1 - 1e-12, 0, 0] });
    expect(() => encodeBank({ ...BANK, parameters })).toThrow(/c \(guessing\) is 1/);
  });
});

/** The reason for which `bytes` are refused. */
function refusal(bytes: Uint8Array): string {
  try {
    decodeBank(bytes, 'some.bank');
  } catch (error) {
    if (error instanceof ThetarankError && error.code === 'BANK_DAMAGED') {
      expect(error.message).toContain('some.bank: not a readable bank file');
      return String(error.details.reason);
    }
    throw error;
  }
  throw new Error('it was read');
}

describe('a damaged file is refused with a reason', () => {
  const bytes = encodeBank(BANK);

  test('any byte changed, anywhere', () => {
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = bytes.slice();
        changed[at] ^= 1 << bit;
        refusal(changed);
      }
    }
  });

  test('several bytes changed', () => {
    const place = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(fc.uniqueArray(place, { minLength: 1, selector: ([at]) => at }), (places) => {
        const changed = bytes.slice();
        for (const [at, by] of places) changed[at] ^= by;
        refusal(changed);
      }),
      { seed: 1, numRuns: repetitions(500, 80) },
    );
  });

  test('cut short at any length, or with more at its end', () => {
    for (let length = 0; length < bytes.length; length++) refusal(bytes.subarray(0, length));
    expect(refusal(Uint8Array.of(...bytes, 0))).toMatch(/checksum/);
  });

  test('something else', () => {
    expect(refusal(new Uint8Array())).toMatch(/^0 bytes/);
    expect(refusal(new TextEncoder().encode('examinee,q1,q2\nfirst,1,0\n'))).toMatch(
      /does not begin/,
    );
  });
});

/** A file whose checksum is right, whatever `change` does to it. */
function sealed(bytes: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  change(view);
  view.setUint32(AT.checksum, checksum(changed), true);
  return changed;
}

/** A file of BANK with another header or other sections, and a checksum that is right. */
function rewritten(
  change: (header: Record<string, unknown>, sections: Uint8Array) => void,
): Uint8Array {
  const bytes = encodeBank(BANK);
  const payload = brotliDecompressSync(bytes.subarray(AT.payload));
  const end = 4 + payload.readUInt32LE(0);
  const header = JSON.parse(payload.toString('utf8', 4, end));
  const sections = payload.subarray(end);
  change(header, sections);
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return withPayload(Buffer.concat([length, json, sections]));
}

function withPayload(payload: Uint8Array, length = payload.length): Uint8Array {
  const start = encodeBank(BANK).subarray(0, AT.payload);
  return sealed(Uint8Array.of(...start, ...brotliCompressSync(payload)), (view) =>
    view.setUint32(AT.length, length, true),
  );
}

describe('a file with a right checksum is still not believed', () => {
  test('the helper writes what can be read', () => {
    expect(
      decodeBank(
        rewritten(() => {}),
        'small.bank',
      ).items,
    ).toEqual(items);
  });

  test('a newer format', () => {
    expect(
      refusal(sealed(encodeBank(BANK), (view) => view.setUint16(AT.version, 2, true))),
    ).toMatch(/^format version 2;/);
  });

  test('more items, examinees or codes than bytes', () => {
    const tooMany = /bytes of sections; its header states/;
    expect(refusal(rewritten((h) => Object.assign(h, { items: [['q', 1, 1, 1e15]] })))).toMatch(
      tooMany,
    );
    expect(refusal(rewritten((h) => Object.assign(h, { examinees: ['1', '2', '3'] })))).toMatch(
      tooMany,
    );
    expect(refusal(rewritten((h) => Object.assign(h, { partial: [] })))).toMatch(tooMany);
  });

  test('a payload that inflates to more, to less, or to more than is ever read', () => {
    const zeros = new Uint8Array(2 ** 20);
    expect(refusal(withPayload(zeros, 1000))).toMatch(/inflate to 1000/);
    expect(refusal(withPayload(zeros.subarray(0, 999), 1000))).toMatch(/inflate to 1000/);
    expect(refusal(withPayload(zeros, 2 ** 32 - 1))).toBe('a payload of 4294967295 bytes');
  });

  test('a header that is cut off, no JSON, or of another shape', () => {
    expect(refusal(withPayload(Uint8Array.of(255, 0, 0, 0, 123)))).toMatch(/header is cut/);
    expect(refusal(withPayload(Uint8Array.of(1, 0, 0, 0, 123)))).toMatch(/^header: /);
    expect(refusal(rewritten((h) => Object.assign(h, { simulated: 'no' })))).toMatch(
      /^header\.simulated: /,
    );
    expect(refusal(rewritten((h) => Object.assign(h, { partial: [2] })))).toMatch(
      /^header\.partial/,
    );
    expect(refusal(rewritten((h) => Object.assign(h, { fullScore: 'macro:domain' })))).toMatch(
      /^header\.fullScore: /,
    );
  });

  test('a code without a value, a parameter out of its range', () => {
    expect(refusal(rewritten((_, sections) => sections.fill(9, 0, 1)))).toMatch(/tag topic/);
    const [codes, optionCounts, plane] = [4, 4, 4];
    const a = codes + optionCounts;
    expect(refusal(rewritten((_, sections) => sections.fill(0, a, a + 4 * plane)))).toMatch(
      /^item q1: a .* is 0;/,
    );
  });
});
