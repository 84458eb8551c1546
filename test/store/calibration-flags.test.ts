import { expect, test } from 'vitest';
import type { ItemFlag } from '../../calibration/diagnose/item-flags.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { flagsOf, keptFlags } from '../../src/store/calibrations/calibration-flags.ts';

const items = ['q1', 'q2', 'q3', 'q4'];
const parameters = itemParameters({ a: [1, -1, 1, 1], b: [0, 0, 30, 0] });

test('flags are stored for flagged items only, and read back together with those from parameters', () => {
  const flags: ItemFlag[][] = [['too-few-answers'], [], ['all-wrong'], []];
  const kept = JSON.parse(JSON.stringify(keptFlags(items, flags)));
  expect(kept).toEqual({ q1: ['too-few-answers'], q3: ['all-wrong'] });
  expect(flagsOf({ items, parameters, options: { flags: kept } })).toEqual([
    ['too-few-answers'],
    ['negative-slope'],
    ['b-at-bound', 'all-wrong'],
    [],
  ]);
});

test('a calibration that was kept before there were flags has those of its parameters', () => {
  expect(flagsOf({ items, parameters, options: {} })).toEqual([
    [],
    ['negative-slope'],
    ['b-at-bound'],
    [],
  ]);
  const odd = { flags: { q1: 'odd', q4: ['odd', 'all-right'] } };
  expect(flagsOf({ items, parameters, options: odd })[0]).toEqual([]);
  expect(flagsOf({ items, parameters, options: odd })[3]).toEqual(['all-right']);
});
