import { describe, expect, test } from 'vitest';
import { prepareBank } from '../../src/cat/bank.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { failureOf } from '../files/temporary.ts';

const values = { a: [1, 2], b: [0, 1], c: [0.2, 0.1], d: [1, 0.9] };
const bank = prepareBank(['x', 'y'], itemParameters(values));

describe('prepareBank refuses', () => {
  test.each([
    [['x'], '1 item identifiers for 2 sets of parameters'],
    [['x', 'x'], 'two items of the bank have the same identifier'],
  ])('the identifiers %j', (ids, reason) => {
    const error = failureOf(() => prepareBank(ids, itemParameters(values)));
    expect(error.code).toBe('SESSION_INVALID');
    expect(error.message).toBe(`adaptive session: ${reason}`);
  });
});

describe('the fingerprint', () => {
  test('is that of the same content', () => {
    expect(prepareBank(['x', 'y'], itemParameters(values), {}, [-6, 6]).fingerprint).toBe(
      bank.fingerprint,
    );
  });

  const changes: [string, () => string][] = [
    ['an identifier', () => prepareBank(['x', 'z'], itemParameters(values)).fingerprint],
    ['a bound', () => prepareBank(['x', 'y'], itemParameters(values), {}, [-6, 5]).fingerprint],
    [
      'a tag',
      () =>
        prepareBank(['x', 'y'], itemParameters(values), { t: { values: ['v'], codes: [0, 0] } })
          .fingerprint,
    ],
    ...(['a', 'b', 'c', 'd'] as const).map((name): [string, () => string] => [
      `the last bit of ${name}`,
      () => {
        const changed = [values[name][0] * (1 - 2 ** -53), values[name][1]];
        const b = name === 'b' ? [Number.MIN_VALUE, 1] : values.b;
        return prepareBank(
          ['x', 'y'],
          itemParameters({
            ...values,
            b,
            [name === 'b' ? 'a' : name]: name === 'b' ? values.a : changed,
          }),
        ).fingerprint;
      },
    ]),
  ];
  test.each(changes)('changes with %s', (_name, fingerprint) => {
    expect(fingerprint()).not.toBe(bank.fingerprint);
  });
});
