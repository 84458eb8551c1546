import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DesignRule } from '../../../calibration/synthesize/configuration.ts';
import { designReport } from '../../../calibration/synthesize/design-report.ts';
import { designOf, participantsOfItem } from '../../../calibration/synthesize/synthesis-design.ts';
import { repetitions } from '../../repetitions.ts';

const sizes = fc
  .tuple(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 2, max: 60 }), fc.nat(), fc.boolean())
  .map(([participants, items, chance, isPerItem]): [DesignRule, number, number] => {
    const least = isPerItem ? 2 : Math.ceil((2 * items) / participants);
    const most = isPerItem ? participants : items;
    const count = Math.min(most, least + (chance % (most - least + 1 || 1)));
    const rule = isPerItem ? { participantsPerItem: count } : { itemsPerParticipant: count };
    return [rule, participants, items];
  });

describe('a design', () => {
  test('gives each item and each participant as many as any other, all distinct and in order', () => {
    fc.assert(
      fc.property(sizes, ([rule, participants, items]) => {
        const design = designOf(rule, participants, items, 1);
        const report = designReport(design);
        const { participantsPerItem: per, itemsPerParticipant: loads } = report;
        expect(per.most - per.least).toBeLessThanOrEqual(1);
        expect(loads.most - loads.least).toBeLessThanOrEqual(1);
        if (rule !== 'complete' && 'participantsPerItem' in rule)
          expect(per).toEqual({ least: per.most, mean: rule.participantsPerItem, most: per.most });
        if (rule !== 'complete' && 'itemsPerParticipant' in rule)
          expect(loads).toMatchObject({ least: rule.itemsPerParticipant, most: loads.least });
        for (let item = 0; item < items; item++) {
          const of = [...participantsOfItem(design, item)];
          expect(of).toEqual([...new Set(of)].sort((x, y) => x - y));
        }
      }),
      { numRuns: repetitions(100, 25) },
    );
  });

  test('links participants: each pair shares nearly as many items as any other', () => {
    const report = designReport(designOf({ participantsPerItem: 8 }, 20, 2000, 1));
    // 2,000 items have 28 pairs each, and there are 190 pairs: no count lies further from the mean than two.
    // Of participants drawn by chance the counts would scatter with a standard deviation of 16.
    expect(report.sharedItems!.mean).toBeCloseTo((2000 * 28) / 190, 10);
    expect(report.sharedItems!.least).toBeGreaterThanOrEqual(293);
    expect(report.sharedItems!.most).toBeLessThanOrEqual(297);
    expect(report.components).toBe(1);
  });

  test('finds the balanced design of seven items with three of seven participants each', () => {
    const { sharedItems } = designReport(designOf({ participantsPerItem: 3 }, 7, 7, 1));
    expect(sharedItems).toEqual({ least: 1, mean: 1, most: 1 });
  });

  test('is complete if every participant answers every item', () => {
    const complete = designOf('complete', 3, 4, 1);
    expect([...complete.members]).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
    expect(designOf({ participantsPerItem: 3 }, 3, 4, 1)).toEqual(complete);
    expect(designOf({ itemsPerParticipant: 4 }, 3, 4, 1)).toEqual(complete);
    expect(designReport(complete)).toMatchObject({
      answers: 12,
      components: 1,
      sharedItems: { least: 4, mean: 4, most: 4 },
    });
  });

  test('depends on the seed and on nothing else', () => {
    const of = (seed: string) => designOf({ participantsPerItem: 4 }, 10, 100, seed);
    expect(of('one')).toEqual(of('one'));
    expect(of('one').members).not.toEqual(of('two').members);
  });

  test('tells groups that nothing links', () => {
    const apart = {
      participants: 4,
      items: 2,
      starts: Uint32Array.of(0, 2, 4),
      members: Uint16Array.of(0, 2, 1, 3),
    };
    expect(designReport(apart).components).toBe(2);
    expect(designReport(apart).sharedItems).toMatchObject({ least: 0, most: 1 });
  });

  test('of 20 participants and 3,735 items is even', () => {
    const report = designReport(designOf({ participantsPerItem: 5 }, 20, 3735, 1));
    expect(report.sharedItems!.most - report.sharedItems!.least).toBeLessThanOrEqual(4);
    expect(report.sharedItems!.mean).toBeCloseTo((3735 * 10) / 190, 9);
  });

  test.each<[DesignRule, string]>([
    [{ participantsPerItem: 26 }, 'design.participantsPerItem: found 26 with 25 participants'],
    [{ participantsPerItem: 1 }, 'accepted: 2 to 25: at least two participants per item'],
    [{ itemsPerParticipant: 101 }, 'design.itemsPerParticipant: found 101 with 25 participants'],
    [{ itemsPerParticipant: 7 }, 'accepted: 8 to 100'],
  ])('that is impossible is refused: %j', (rule, message) => {
    expect(() => designOf(rule, 25, 100, 1)).toThrow(message);
  });
});
