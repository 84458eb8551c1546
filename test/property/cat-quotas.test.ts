import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PUBLISHED, type SessionConfiguration } from '../../src/cat/configuration.ts';
import type { Quota } from '../../src/cat/constrain/quotas.ts';
import { AdaptiveSession } from '../../src/cat/session.ts';
import { ThetarankError } from '../../src/errors.ts';
import { bankOf, byInformation, simulatedItems, simulatedScores } from '../cat/simulated.ts';
import { repetitions } from '../repetitions.ts';

const SIZE = 40;
const items = simulatedItems('3PL', SIZE, 'quota property');
const VALUES = ['law', 'art', 'physics', 'history', 'music'];
/** A share is a number of items over the length; this is its rounding. */
const ROUNDING = 1e-9;

const share = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 20 }).map((n) => n / 20),
);
const quota = (value: string) =>
  fc.tuple(fc.option(share), fc.option(share)).map(([x, y]): Quota => {
    const [least, most] = x !== null && y !== null && x > y ? [y, x] : [x, y];
    return {
      tag: 'subject',
      value,
      ...(least === null ? {} : { least: least / 3 }),
      ...(most === null ? {} : { most }),
    };
  });

const arbitrary = fc.record({
  codes: fc.array(fc.nat(VALUES.length - 1), { minLength: SIZE, maxLength: SIZE }),
  quotas: fc.subarray(VALUES).chain((values) => fc.tuple(...values.map(quota))),
  length: fc.integer({ min: 1, max: SIZE }),
  excluded: fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 12 }),
  select: fc.constantFrom<SessionConfiguration['select']>(
    { rule: 'maximum-information' },
    { rule: 'randomesque', best: 4 },
    { rule: 'random' },
  ),
  seed: fc.nat().map(String),
});

/** Whole numbers of items of one value that its quota and the bank allow. */
interface Range {
  readonly least: number;
  readonly most: number;
}

/** True where some number of items of each value within its range adds up to `total`: every combination is tried. */
function canAddUp(ranges: readonly Range[], total: number): boolean {
  let sums = new Set([0]);
  for (const { least, most } of ranges) {
    const next = new Set<number>();
    for (const sum of sums) for (let n = Math.max(0, least); n <= most; n++) next.add(sum + n);
    sums = next;
  }
  return sums.has(total);
}

function rangesOf(quotas: readonly Quota[], available: readonly number[], length: number): Range[] {
  return VALUES.map((value, v) => {
    const own = quotas.find((q) => q.value === value);
    const within = (n: number) =>
      n >= (own?.least ?? 0) * length - ROUNDING && n <= (own?.most ?? 1) * length + ROUNDING;
    const allowed = Array.from({ length: available[v] + 1 }, (_, n) => n).filter(within);
    return { least: Math.min(...allowed), most: Math.max(...allowed) };
  });
}

describe('quotas of one tag', () => {
  test('are accepted if they can be met, are then met, and refuse no item without need', () => {
    let accepted = 0;
    const property = fc.property(arbitrary, (trial) => {
      const { codes, quotas, length, select, seed } = trial;
      const bank = bankOf(items, { subject: { values: VALUES, codes } });
      const excluded = new Set(trial.excluded);
      const available = VALUES.map(
        (_, v) => codes.filter((code, j) => code === v && !excluded.has(j)).length,
      );
      const ranges = rangesOf(quotas, available, length);
      // Without any quota a test longer than the bank ends early; with one it is refused.
      if (quotas.length === 0) return;
      const configuration: SessionConfiguration = {
        ...PUBLISHED,
        seed,
        select,
        quotas,
        exclude: trial.excluded.map((j) => bank.ids[j]),
        stop: { rule: 'length', items: length },
      };
      if (!canAddUp(ranges, length)) {
        expect(() => new AdaptiveSession(bank, configuration)).toThrow(ThetarankError);
        return;
      }
      accepted++;
      const session = new AdaptiveSession(bank, configuration);
      const scores = simulatedScores(bank, 0, seed);
      const used = new Set(excluded);
      let left = ranges;
      const without = (code: number) =>
        left.map(({ least, most }, v) =>
          v === code ? { least: least - 1, most: most - 1 } : { least, most },
        );
      while (session.stopped === null) {
        const open = length - session.length - 1;
        const feasible = (j: number) => !used.has(j) && canAddUp(without(codes[j]), open);
        const ability = session.estimate.ability;
        const [{ index }] = session.next();
        if (select.rule === 'maximum-information')
          expect(index).toBe(byInformation(bank, ability, feasible)[0]);
        else expect(feasible(index)).toBe(true);
        used.add(index);
        left = without(codes[index]);
        session.recordAt(index, scores[index]);
      }
      expect(session.stopped).toBe(`${length} items`);
      const found = VALUES.map(
        (_, v) => session.items().filter(({ index }) => codes[index] === v).length,
      );
      for (const { value, least = 0, most = 1 } of quotas) {
        const share = found[VALUES.indexOf(value)] / length;
        expect(share).toBeGreaterThanOrEqual(least - ROUNDING);
        expect(share).toBeLessThanOrEqual(most + ROUNDING);
      }
    });
    fc.assert(property, { seed: 1, numRuns: repetitions(400, 80) });
    expect(accepted).toBeGreaterThan(repetitions(100, 20));
  });
});
