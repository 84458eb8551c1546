import { expect, test } from 'vitest';
import type { Item } from '../../../item-bank/items/item.ts';
import { checkDecision } from '../../../item-bank/review/check-decision.ts';
import type { Decision } from '../../../item-bank/review/decision.ts';
import { itemOf } from '../../store/store-case.ts';

// item-1 is a single choice of A to D, with the key B.
const SINGLE = itemOf(1);
const MULTIPLE = { ...SINGLE, type: 'multiple', key: ['A', 'B'] } as Item;
const ORDER = { ...SINGLE, type: 'sequencing', key: ['A', 'B', 'C', 'D'] } as Item;
const { options: _, ...rest } = SINGLE as Extract<Item, { type: 'single' }>;
const OPEN = { ...rest, type: 'open', key: ['seven'] } as Item;

const correct = (item: Item, key: string | null) => {
  const decision: Decision = {
    item: item.id,
    decision: 'correct',
    key: key === null ? null : [...key],
    note: '',
  };
  const checked = checkDecision(item, decision);
  return checked.problem ?? checked.decision.key?.join('');
};

test('a new key names options of the item', () => {
  expect(correct(SINGLE, 'D')).toBe('D');
  expect(correct(SINGLE, 'E')).toMatch(/^key E; .*A, B, C, D$/);
  expect(correct(SINGLE, 'AB')).toMatch(/^key AB; .*A, B, C, D$/);
  expect(correct(SINGLE, null)).toMatch(/new key; .*A, B, C, D$/);
});

test('a key of several letters is kept in order, that of a sequence as it is', () => {
  expect(correct(MULTIPLE, 'CA')).toBe('AC');
  expect(correct(MULTIPLE, 'AA')).toMatch('at most once');
  expect(correct(ORDER, 'DCBA')).toBe('DCBA');
  expect(correct(ORDER, 'DCB')).toMatch(/^key DCB; .*order of/);
});

test('the key it was imported with is no correction', () => {
  expect(correct(SINGLE, 'B')).toMatch('another key');
  expect(correct(MULTIPLE, 'BA')).toMatch('another key');
});

test('an item without options has no letters to choose', () => {
  expect(correct(OPEN, 'A')).toMatch('type is open');
});

test('a key only goes with a correction', () => {
  const decision = { item: 'item-1', decision: 'retire', key: ['A'], note: '' } as const;
  expect(checkDecision(SINGLE, decision).problem).toMatch('goes with correct');
  expect(checkDecision(SINGLE, { ...decision, key: null }).decision).toMatchObject({ key: null });
});
