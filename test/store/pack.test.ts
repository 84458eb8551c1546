import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packParameters, unpackParameters } from '../../src/store/calibrations/pack-parameters.ts';
import { packScores, unpackScores } from '../../src/store/responses/pack-scores.ts';

const gap = fc.constant(Number.NaN);
const bit = fc.constantFrom(0, 1);
const fraction = fc.float({ min: 0, max: 1, noNaN: true }).map((x) => x + 0);
const row = fc
  .oneof(
    fc.array(bit, { maxLength: 60 }),
    fc.array(fc.oneof(bit, gap), { maxLength: 60 }),
    fc.array(fc.oneof(fraction, gap), { maxLength: 60 }),
  )
  .map((scores) => Float32Array.from(scores));

describe('recorded answers as bytes', () => {
  test('every row comes back, into a row of any greater length, from anywhere in a buffer', () => {
    fc.assert(
      fc.property(row, fc.nat(9), fc.nat(3), (scores, more, offset) => {
        const packed = packScores(scores);
        const within = new Uint8Array(packed.length + offset).subarray(offset);
        within.set(packed);
        const back = new Float32Array(scores.length + more).fill(7);
        expect(unpackScores(within, back)).toBe(true);
        expect(back).toEqual(
          Float32Array.from(back, (_, j) => (j < scores.length ? scores[j] : Number.NaN)),
        );
      }),
    );
  });

  test('right and wrong take a bit, two with gaps, fractions four bytes, and what follows the last nothing', () => {
    const _ = Number.NaN;
    const size = (...scores: number[]) => packScores(Float32Array.from(scores)).length - 5;
    expect(size(...Array.from({ length: 80 }, (_, j) => j % 2))).toBe(10);
    expect(size(...Array.from({ length: 80 }, (_, j) => (j === 3 ? Number.NaN : j % 2)))).toBe(20);
    expect(size(0.5, 1, _)).toBe(8);
    expect(size(1, _, _, _, _, _, _, _, _, _)).toBe(1);
    expect(size(_, _)).toBe(0);
  });

  test('bytes that were cut, that are another kind, or that are too many are told', () => {
    fc.assert(
      fc.property(row, fc.nat(4), (scores, cut) => {
        const packed = packScores(scores);
        const back = new Float32Array(scores.length);
        expect(unpackScores(packed.subarray(0, packed.length - 1 - cut), back)).toBe(false);
        const kind = packed.slice();
        kind[0] = 9;
        expect(unpackScores(kind, back)).toBe(false);
      }),
    );
    expect(unpackScores(packScores(Float32Array.of(1, 1)), new Float32Array(1))).toBe(false);
  });
});

describe('parameters as bytes', () => {
  const column = (count: number) =>
    fc.array(fc.double(), { minLength: count, maxLength: count }).map((x) => Float64Array.from(x));
  const packed = fc.nat(20).chain((count) =>
    fc.record({
      positions: fc
        .array(fc.nat(400_000), { minLength: count, maxLength: count })
        .map((x) => Uint32Array.from(x)),
      parameters: fc.record({
        count: fc.constant(count),
        a: column(count),
        b: column(count),
        c: column(count),
        d: column(count),
      }),
      standardErrors: fc.option(
        fc.record({ a: column(count), b: column(count), c: column(count) }),
      ),
    }),
  );

  test('all come back, to the last bit, and NaN too', () => {
    fc.assert(
      fc.property(packed, (values) => {
        expect(unpackParameters(packParameters(values))).toEqual(values);
      }),
    );
  });

  test('bytes that were cut are told', () => {
    fc.assert(
      fc.property(packed, fc.nat(), (values, cut) => {
        const bytes = packParameters(values);
        expect(unpackParameters(bytes.subarray(0, cut % bytes.length))).toBeUndefined();
      }),
    );
  });
});
