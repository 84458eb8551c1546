import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Item, itemSchema } from '../../item-bank/items/item.ts';
import { changeItem } from '../../src/stress/change-item.ts';
import { loadSpellingTables, type SpellingTables } from '../../src/stress/spelling-tables.ts';
import { ITEM_VARIANTS, type ItemVariant } from '../../src/stress/variants.ts';
import { CHINESE, ENGLISH, itemOf } from './stress-case.ts';

let tables: SpellingTables;
beforeAll(async () => {
  tables = await loadSpellingTables();
});

const change = (item: Item, variant: ItemVariant, share = 0.12, seed = 1) =>
  changeItem(item, variant, { share, seed, tables });
const textsOf = (item: Item) => [item.context ?? '', item.stem];
const optionsOf = (item: Item | null) =>
  item !== null && 'options' in item ? item.options : undefined;

/** Least single replacements and insertions that make one text of another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, k) => k);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++)
      next[j] = Math.min(
        row[j] + 1,
        next[j - 1] + 1,
        row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[to.length];
}

const choices = fc
  .record({
    words: fc.array(
      fc.constantFrom(
        ...['barn', 'Harvest', 'river', 'not', 'HbA1c', '12.5 mg', '{x}', '___', 'vitamin C'],
        ...['农民', '浇灌', '果园', '45岁', '不', '左', '树叶变黄', '以上', 'ρ', 'the brown goat'],
      ),
      { minLength: 8, maxLength: 60 },
    ),
    right: fc.nat({ max: 2 }),
    language: fc.constantFrom('en', 'zh'),
  })
  .map(({ words, right, language }) =>
    itemOf({
      type: 'single',
      language,
      stem: words.join(language === 'en' ? ' ' : ''),
      options: { A: 'the brown goat', B: 'a red hen', C: '一只山羊' },
      key: ['ABC'[right]],
    }),
  );

describe('changeItem', () => {
  test('every variant gives a valid item of other content, whose key has the same text and which depends on the seed alone', () => {
    const names = Object.keys(ITEM_VARIANTS) as ItemVariant[];
    fc.assert(
      fc.property(
        choices,
        fc.constantFrom(...names),
        fc.nat({ max: 99 }),
        (item, variant, seed) => {
          const changed = change(item, variant, 0.12, seed);
          expect(change(item, variant, 0.12, seed)).toEqual(changed);
          if (changed === null) return;
          expect(itemSchema.safeParse(changed).success).toBe(true);
          expect(changed.hash === item.hash).toBe(variant === 'repeat');
          const [before, after] = [optionsOf(item)!, optionsOf(changed)!];
          const keyText = (of: typeof before, key: unknown) => of[(key as string[])[0]];
          if (variant === 'none-of-above') expect(changed.key).toEqual(item.key);
          else {
            const own = keyText(before, item.key);
            expect(keyText(after, changed.key)).toBe(
              variant === 'traditional' ? tables.traditional(own) : own,
            );
          }
        },
      ),
    );
  });

  test.each([
    ...(['typos', 'shape', 'homophones', 'symbols'] as const).map((v) => [v, CHINESE] as const),
    ...(['typos', 'keyboard', 'look-alikes', 'symbols'] as const).map((v) => [v, ENGLISH] as const),
  ])('%s changes exactly the share of the characters', (variant, item) => {
    const characters = textsOf(item).join('').replaceAll(/\s/g, '').length;
    for (const share of [0.05, 0.12, 0.2]) {
      const changed = change(item, variant, share)!;
      const [before, after] = [textsOf(item).join('\n'), textsOf(changed).join('\n')];
      const changes = Math.round(share * characters);
      // An exchange is two replacements; two neighbouring ones can also be fewer.
      if (variant === 'typos' && item === ENGLISH) {
        expect(distance(before, after)).toBeGreaterThan(changes / 2);
        expect(distance(before, after)).toBeLessThanOrEqual(2 * changes);
      } else expect(distance(before, after)).toBe(changes);
      expect(optionsOf(changed)).toEqual(optionsOf(item));
    }
  });

  test('an exchange keeps the letters of a word', () => {
    const { stem } = change(ENGLISH, 'swaps')!;
    expect(stem).not.toBe(ENGLISH.stem);
    const sorted = (text: string) => text.split(' ').map((word) => [...word].sort().join(''));
    expect(sorted(stem)).toEqual(sorted(ENGLISH.stem));
  });

  test('numbers, units, negations, placeholders, abbreviations and quoted options stay', () => {
    const kept = ['12.5 mg/kg', '≥ 37.5 ℃', 'not', 'HbA1c', '{name}', '____', 'a red hen', 'left'];
    const item = itemOf({
      type: 'single',
      stem: `${kept.join(' whenever ')} whatsoever everywhere`,
      options: { A: 'a red hen', B: 'a goat' },
      key: ['A'],
    });
    for (const variant of ['typos', 'keyboard', 'look-alikes', 'symbols'] as const)
      for (let seed = 0; seed < 40; seed++) {
        const { stem } = change(item, variant, 0.15, seed)!;
        for (const text of kept) expect(stem).toContain(text);
      }
    for (let seed = 0; seed < 40; seed++)
      for (const variant of ['typos', 'shape', 'homophones', 'symbols'] as const) {
        const { stem } = change(CHINESE, variant, 0.2, seed)!;
        expect(stem).toMatch(/45岁.*3\.5kg.*不/);
      }
  });

  test('the characters that replace others come from the tables', () => {
    const before = textsOf(CHINESE).join('');
    const after = textsOf(change(CHINESE, 'homophones')!).join('');
    const pairs = [...before].flatMap((own, k) => (after[k] === own ? [] : [[own, after[k]]]));
    expect(pairs.length).toBeGreaterThan(3);
    for (const [own, other] of pairs) expect(tables.sound.get(own)).toContain(other);
  });

  test('simplified becomes traditional, in all texts of a choice', () => {
    const item = itemOf({
      type: 'single',
      language: 'zh',
      stem: '头发变干的后果',
      options: { A: '发展', B: '脱发' },
      key: ['A'],
    });
    const changed = change(item, 'traditional');
    expect(changed?.stem).toBe('頭髮變幹的後果'.replace('幹', '乾'));
    expect(optionsOf(changed)).toEqual({ A: '發展', B: '脫髮' });
    expect(change(ENGLISH, 'traditional')).toBeNull();
  });

  test('none of the others is correct: only where no option speaks of others', () => {
    expect(optionsOf(change(ENGLISH, 'none-of-above'))?.B).toBe(
      'None of the other options is correct.',
    );
    expect(optionsOf(change(CHINESE, 'none-of-above'))?.B).toBe('其他选项均不正确');
    for (const D of ['All of the above', 'none of these', 'A and B', 'Both are right', '以上都对'])
      for (const variant of ['none-of-above', 'shuffle'] as const) {
        const item = itemOf({ ...ENGLISH, options: { A: 'x', B: 'y', C: 'z', D } });
        expect(change(item, variant), D).toBeNull();
      }
  });

  test('a hint states a wrong answer and leaves the options', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { stem, key } = change(ENGLISH, 'wrong-hint', 0.12, seed)!;
      const hint = stem.slice(ENGLISH.stem.length);
      expect(hint).toMatch(/^\n\(One reference gives this answer: [ACD] \(/);
      expect(key).toEqual(['B']);
    }
    const several = itemOf({ ...ENGLISH, type: 'multiple', key: ['A', 'B'] });
    expect(change(several, 'wrong-hint')!.stem).toMatch(/: (?!A, B)[A-D], [A-D]\.\)$/);
    const order = itemOf({ ...ENGLISH, type: 'sequencing', key: ['B', 'A', 'D', 'C'] });
    expect(change(order, 'wrong-hint')!.stem).toMatch(/: (?!B → A → D → C)[A-D]( → [A-D]){3}\.\)$/);
  });

  test('a shuffled order keeps the order of the texts that is right', () => {
    const order = itemOf({ ...ENGLISH, type: 'sequencing', key: ['B', 'A', 'D', 'C'] });
    const changed = change(order, 'shuffle')!;
    const texts = (item: Item) => (item.key as string[]).map((letter) => optionsOf(item)![letter]);
    expect(texts(changed)).toEqual(texts(order));
    expect(optionsOf(changed)).not.toEqual(optionsOf(order));
  });

  test('of a case description and questions are misspelt, references stay', () => {
    const item = itemOf({
      type: 'case',
      stem: 'A farmer with several orchards beside the river loses all of his apples overnight.',
      key: [
        { question: 'Which animal probably visited these orchards?', answers: ['wild boars'] },
        { question: 'Would wild boars be frightened by loud music?', answers: ['perhaps'] },
      ],
    }) as Extract<Item, { type: 'case' }>;
    const changed = change(item, 'typos', 0.2) as typeof item;
    expect(changed.stem).not.toBe(item.stem);
    expect(changed.key.map(({ answers }) => answers)).toEqual([['wild boars'], ['perhaps']]);
    expect(changed.key[1].question).toContain('wild boars');
    expect(change(item, 'shuffle')).toBeNull();
  });

  test('what is known of the original is not said of the changed item', () => {
    expect(change(ENGLISH, 'shuffle')).not.toHaveProperty('explanation');
    expect(change(ENGLISH, 'repeat')).toBe(ENGLISH);
  });
});
