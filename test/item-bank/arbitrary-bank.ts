import fc from 'fast-check';
import type { Bank } from '../../item-bank/bank.ts';
import { itemParameters } from '../../src/irt/parameters.ts';

const float = (min: number, max: number) =>
  fc.float({ min: Math.fround(min), max: Math.fround(max), noNaN: true });

/** Item ids of every kind that run-length writing could get wrong: counted, padded, long numbers, anything. */
const itemId = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.nat(12).map((n) => `q${n}`),
  fc.nat(120).map((n) => `ID1-${String(n).padStart(2, '0')}`),
  fc.bigInt(0n, 10n ** 18n).map(String),
);

/** Any bank the format can hold whose parameters are float32 already. */
export const arbitraryBank: fc.Arbitrary<Bank> = fc
  .record({
    width: fc.nat(40),
    height: fc.nat(5),
    tagNames: fc.uniqueArray(fc.string(), { maxLength: 3 }),
  })
  .chain(({ width, height, tagNames }) => {
    const column = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: width, maxLength: width });
    const examinees = fc.array(fc.string(), { minLength: height, maxLength: height });
    const tag = fc.array(fc.string(), { minLength: 1, maxLength: 300 }).chain((values) =>
      column(fc.nat(values.length - 1)).map((codes) => ({
        values,
        codes: Uint16Array.from(codes),
      })),
    );
    return fc
      .record({
        name: fc.string(),
        version: fc.nat(),
        title: fc.string({ unit: 'binary' }),
        simulated: fc.boolean(),
        provenance: fc.record({
          source: fc.string(),
          licence: fc.string(),
          notes: fc.array(fc.string()),
        }),
        items: fc.oneof(
          column(itemId),
          fc.nat(99).map((first) => Array.from({ length: width }, (_, j) => `q${first + j}`)),
        ),
        tags: fc
          .tuple(...tagNames.map(() => tag))
          .map((tags) => Object.fromEntries(tags.map((one, k) => [tagNames[k], one]))),
        optionCounts: column(fc.nat(255)).map((counts) => Uint8Array.from(counts)),
        fullScore: fc.constantFrom(
          'items' as const,
          ...tagNames.map((name) => `macro:${name}` as const),
        ),
        parameters: fc
          .record({
            a: column(float(1e-3, 1e3)),
            b: column(float(-1e3, 1e3)),
            c: column(float(0, 0.5)),
            d: column(float(0.75, 1)),
          })
          .map((values) => itemParameters(values)),
        examinees,
        scores: fc
          .array(fc.constantFrom(0, 1, 1, Number.NaN), {
            minLength: width * height,
            maxLength: width * height,
          })
          .map((cells) => Float32Array.from(cells)),
        harness:
          tagNames.length === 0
            ? fc.constant(undefined)
            : fc.option(
                fc.record({
                  program: fc.constant('lm-evaluation-harness' as const),
                  tag: fc.constantFrom(...tagNames),
                  taskPrefix: fc.string(),
                  idField: fc.string(),
                  idPrefix: fc.string(),
                }),
                { nil: undefined },
              ),
      })
      .map(({ examinees, scores, harness, ...bank }) => ({
        ...bank,
        ...(harness === undefined ? {} : { harness }),
        responses: { examinees, items: bank.items, scores },
      }));
  });
