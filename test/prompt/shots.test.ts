import { describe, expect, test } from 'vitest';
import { chooseShots, shotChooser } from '../../src/prompt/shots.ts';
import { itemOf, TEA } from './items.ts';

const single = (id: string, tags: Record<string, string>, type: 'single' | 'multiple' = 'single') =>
  itemOf({
    id,
    type,
    stem: `What is ${id}?`,
    options: { A: 'this', B: 'that' },
    key: ['A'],
    tags,
  });
const DEV = ['law', 'law', 'law', 'art', 'art', 'art', 'art'].map((subject, k) =>
  single(`dev${k}`, { split: 'dev', subject }),
);
const OTHERS = [
  single('test0', { split: 'test', subject: 'law' }),
  single('several', { split: 'dev', subject: 'law' }, 'multiple'),
  single('untagged', {}),
];
const ASKED = single('asked', { split: 'test', subject: 'law' });
const options = { count: 5, from: 'split=dev', seed: 1 } as const;

describe('shots', () => {
  test('come from the split, have the type of the item, and those of its subject stand first', () => {
    const shots = chooseShots([...OTHERS, ...DEV, ASKED], ASKED, options);
    expect(shots).toHaveLength(5);
    for (const { tags, type } of shots) expect([tags.split, type]).toEqual(['dev', 'single']);
    expect(shots.map(({ tags }) => tags.subject)).toEqual(['law', 'law', 'law', 'art', 'art']);
    expect(new Set(shots.map(({ id }) => id)).size).toBe(5);
  });

  test('do not depend on the order of the bank, and do on the seed', () => {
    const ids = (seed: number, items = DEV) =>
      chooseShots(items, ASKED, { ...options, seed }).map(({ id }) => id);
    expect(ids(1)).toEqual(ids(1, [...DEV].reverse()));
    const orders = new Set([1, 2, 3, 4, 5, 6].map((seed) => ids(seed).join()));
    expect(orders.size).toBeGreaterThan(1);
  });

  test('are the same for all items of a subject', () => {
    const choose = shotChooser(DEV, options);
    expect(choose(single('x', { subject: 'art' }))).toEqual(
      choose(single('y', { subject: 'art' })),
    );
  });

  test('are never the item itself or one of its content, nor retired', () => {
    const copy = { ...DEV[1], id: 'copy' };
    const retired = {
      ...single('old', { split: 'dev', subject: 'law' }),
      status: 'retired' as const,
    };
    const edited = single(
      'dev1',
      { split: 'dev', subject: 'law', note: 'an older text' },
      'single',
    );
    const older = { ...edited, stem: 'What was dev1?', hash: '0'.repeat(64) };
    const all = [...DEV.filter(({ id }) => id !== 'dev1'), older, copy, retired];
    const shots = chooseShots(all, DEV[1], { ...options, count: 6 });
    expect(shots.map(({ id }) => id).sort()).toEqual([
      'dev0',
      'dev2',
      'dev3',
      'dev4',
      'dev5',
      'dev6',
    ]);
  });

  test('too few of them, and a split that is no tag=value, are errors', () => {
    expect(() => chooseShots(DEV, ASKED, { ...options, count: 8 })).toThrow(
      expect.objectContaining({
        code: 'TOO_MANY_ITEMS',
        details: expect.objectContaining({
          asked: 8,
          available: 7,
          where: expect.stringMatching(/single with split=dev$/),
        }),
      }),
    );
    expect(() => chooseShots(DEV, TEA, options)).toThrow(/of type sequencing/);
    for (const from of ['dev', '=dev', 'split='])
      expect(() => chooseShots(DEV, ASKED, { ...options, from })).toThrow(/tag=value/);
  });
});
