import { describe, expect, test } from 'vitest';
import type { Item } from '../../item-bank/items/item.ts';
import type { DebateSettings } from '../../sim/debate/settings.ts';
import { simulateDebate } from '../../sim/debate/simulate-debate.ts';
import { debateConversation } from '../../src/prompt/debate/debate.ts';
import { generateConversation } from '../../src/prompt/debate/generate.ts';
import { reflectConversation } from '../../src/prompt/debate/reflect.ts';
import type { Prompt } from '../../src/prompt/prompt.ts';
import { extractorOf } from '../../src/scoring/extract/modes.ts';
import { extractSequence } from '../../src/scoring/extract/sequence.ts';
import type { Answer } from '../../src/stand-in/answerer.ts';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import { OPENINGS, opening } from '../../src/stand-in/debate/words.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { item, serve } from './served.ts';

const extract = extractorOf('default');
const ABILITIES = new Map([
  ['weak', -1],
  ['middling-thinking', 0.2],
  ['strong', 1.1],
]);
const MODELS = [...ABILITIES.keys()];
const SETTINGS = { persuasion: 1.5, shared: 0.4, common: 0.5, spread: 0.7 };
const CURVE = { a: 1.2, b: 0.1, c: 0.2, d: 1 };
const OPTIONS = { A: 'gold', B: 'iron', C: 'salt', D: 'wood', E: 'clay' };

const singles = (language: 'en' | 'zh', count: number) =>
  Array.from({ length: count }, (_, k) =>
    item(
      {
        id: `${language}${k}`,
        type: 'single',
        stem:
          language === 'en'
            ? `Which stuff was meant on page ${k} of the book?`
            : `书中第${k}页所说的是哪一种材料？`,
        options: OPTIONS,
        key: ['ABCDE'[k % 5]],
      },
      language,
    ),
  );

type Ask = (model: string, prompt: Prompt, repeat?: number) => string | Promise<string>;

async function asking(
  items: readonly Item[],
  debate: Partial<DebateSettings> = SETTINGS,
): Promise<Ask> {
  const curves = new Map(items.map(({ id }) => [id, CURVE]));
  const answerer = simulate(
    { abilities: ABILITIES, curves, seed: 4, debate },
    await indexQuestions(items),
  );
  return (model, { messages }, repeat = 0) =>
    (answerer.answer({ model, messages, repeat }) as Answer).text;
}

/** What two models say to an item, through the prompts of a debate. */
async function play(ask: Ask, one: Item, generator: string, critic: string, repeat = 0) {
  const options = { variant: 'cot' } as const;
  const generation = await ask(generator, generateConversation(one, options).next([]), repeat);
  const criticism = await ask(critic, debateConversation(one, [generation], {}).next([]), repeat);
  const reflection = await ask(
    generator,
    reflectConversation(one, [generation], criticism, options).next([]),
    repeat,
  );
  return { generation, criticism, reflection };
}

const letter = (text: string) => extract(text, { type: 'single', options: 5 }).extracted;

function bulk(items: readonly Item[], settings: Partial<DebateSettings>, repeat = 0, rounds = 1) {
  const study = {
    abilities: ABILITIES,
    items: items.map(({ id, key }) => ({
      id,
      ...CURVE,
      options: 5,
      key: 'ABCDE'.indexOf(String(key[0])),
    })),
    settings,
    seed: 4,
    repeat,
  };
  return simulateDebate(study, rounds);
}

describe.each(['en', 'zh'] as const)(
  'every word of a debate is read as it is meant (%s)',
  (language) => {
    const items = singles(language, 30);

    test('what is said are the letters of the bulk simulation', async () => {
      const repeat = 2;
      const ask = await asking(items);
      const { generators, critics, generations, criticisms, reflections } = bulk(
        items,
        SETTINGS,
        repeat,
      );
      for (let pair = 0; pair < generators.length; pair++)
        for (const [j, one] of items.entries()) {
          const said = await play(
            ask,
            one,
            MODELS[generators[pair]],
            MODELS[critics[pair]],
            repeat,
          );
          const expected = [
            generations[generators[pair] * items.length + j],
            criticisms[pair * items.length + j],
            reflections[pair * items.length + j],
          ].map((place) => 'ABCDE'[place]);
          expect(Object.values(said).map(letter), JSON.stringify(said)).toEqual(expected);
        }
    });

    test('further rounds draw anew: they are those of the bulk simulation, though a prompt shows only the last', async () => {
      const ask = await asking(items);
      const options = { variant: 'cot' } as const;
      let persuadedLater = 0;
      const rounds = 3;
      const { generators, critics, reflections } = bulk(items, SETTINGS, 0, rounds);
      for (let pair = 0; pair < generators.length; pair++)
        for (const [j, one] of items.entries()) {
          const [generator, critic] = [MODELS[generators[pair]], MODELS[critics[pair]]];
          const answers = [await ask(generator, generateConversation(one, options).next([]))];
          for (let round = 0; round < rounds; round++) {
            const [last] = answers.slice(-1);
            const said = await ask(critic, debateConversation(one, [last], {}).next([]));
            answers.push(
              await ask(generator, reflectConversation(one, [last], said, options).next([])),
            );
          }
          const letters = answers.map(letter);
          expect(letters.at(-1)).toBe('ABCDE'[reflections[pair * items.length + j]]);
          if (letters.at(-2) !== letters.at(-1)) persuadedLater++;
        }
      expect(persuadedLater).toBeGreaterThan(5);
    });

    test('the words vary, describe the action, and are in the language', async () => {
      const ask = await asking(items);
      const texts = { criticism: new Set<string>(), reflection: new Set<string>() };
      const seen = { agreed: 0, objected: 0, kept: 0, changed: 0 };
      for (const one of items) {
        const { generation, criticism, reflection } = await play(ask, one, 'weak', 'strong');
        texts.criticism.add(criticism);
        texts.reflection.add(reflection);
        const isSame = letter(generation) === letter(criticism);
        const isKept = letter(generation) === letter(reflection);
        seen[isSame ? 'agreed' : 'objected']++;
        seen[isKept ? 'kept' : 'changed']++;
        const agrees =
          /I confirm|I agree|nothing to object|What was said is right|我认可|我同意|没有可以反驳|说得对/;
        expect(agrees.test(criticism), criticism).toBe(isSame);
        expect(
          /I stay|does not convince|see no reason|坚持|没有说服|没有发现/.test(reflection),
        ).toBe(isKept);
        expect(/\p{Script=Han}/u.test(criticism + reflection)).toBe(language === 'zh');
        expect(/[a-z]{3}/.test(criticism + reflection)).toBe(language === 'en');
      }
      expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
      expect(texts.criticism.size).toBe(items.length);
      expect(texts.reflection.size).toBeGreaterThan(20);
    });
  },
);

test('no two of 512 critics begin alike', () => {
  for (const isChinese of [true, false]) {
    const all = Array.from({ length: OPENINGS }, (_, place) => opening(place, 77, isChinese));
    expect(new Set(all).size).toBe(512);
  }
});

test('over HTTP, faults and all, the letters are those of the bulk simulation', async () => {
  const items = singles('en', 20);
  const curves = new Map(items.map(({ id }) => [id, CURVE]));
  const answerer = simulate(
    { abilities: ABILITIES, curves, seed: 4, debate: SETTINGS },
    await indexQuestions(items),
  );
  const { client, counts } = await serve({
    answerers: [answerer],
    faults: { '500': 0.2 },
    seed: 4,
  });
  const ask: Ask = async (model, { messages }) => {
    for (;;)
      try {
        const reply = await client.chat.completions.create({ model, messages: [...messages] });
        return reply.choices[0].message.content ?? '';
      } catch (error) {
        expect((error as { status?: number }).status).toBe(500);
      }
  };
  const { reflections, generators, critics } = bulk(items, SETTINGS);
  const pair = 3;
  const said = await Promise.all(
    items.map((one) => play(ask, one, MODELS[generators[pair]], MODELS[critics[pair]])),
  );
  expect(said.map(({ reflection }) => 'ABCDE'.indexOf(letter(reflection)!))).toEqual([
    ...reflections.slice(pair * items.length, (pair + 1) * items.length),
  ]);
  // 60 requests and their retries: a fifth fails.
  expect((await counts()).faults['500']).toBeGreaterThan(4);
});

test('a model that said nothing is told so, and answers; a critic that said nothing persuades nobody', async () => {
  const items = singles('en', 30);
  const ask = await asking(items, { persuasion: Number.POSITIVE_INFINITY });
  for (const one of items) {
    const generation = letter(
      await ask('weak', generateConversation(one, { variant: 'cot' }).next([])),
    );
    const own = letter(await ask('strong', generateConversation(one, { variant: 'cot' }).next([])));
    const criticism = await ask('strong', debateConversation(one, [''], {}).next([]));
    expect(criticism).toMatch(/no conclusion to be judged|Nothing definite/);
    expect(letter(criticism)).toBe(own);
    const reflect = (answers: string[], said: string) =>
      ask('weak', reflectConversation(one, answers, said, { variant: 'cot' }).next([]));
    expect(letter(await reflect(['The answer is (D)'], ''))).toBe('D');
    expect(letter(await reflect([''], ''))).toBe(generation);
    // Words of somebody else, here "everyone persuades": taken as they are.
    expect(letter(await reflect(['The answer is (D)'], 'No. The answer is (E).'))).toBe('E');
  }
});

test('a second criticism is another chance to persuade', async () => {
  const items = singles('en', 200);
  const settings = { persuasion: 0.5, truth: 0 };
  const ask = await asking(items, settings);
  const options = { variant: 'cot' } as const;
  const twice = simulateDebate(
    {
      abilities: ABILITIES,
      items: items.map(({ id, key }) => ({
        id,
        ...CURVE,
        options: 5,
        key: 'ABCDE'.indexOf(String(key[0])),
      })),
      settings,
      seed: 4,
    },
    2,
  );
  // The pair of "weak" and "strong".
  const pair = 1;
  let changed = 0;
  for (const [j, one] of items.entries()) {
    const { generation, criticism, reflection } = await play(ask, one, 'weak', 'strong');
    const again = await ask('strong', debateConversation(one, [reflection], {}).next([]));
    const first = reflectConversation(one, [generation], criticism, options).next([]);
    const second = reflectConversation(one, [reflection], again, options).next([]);
    const messages = [
      ...first.messages,
      { role: 'assistant' as const, content: reflection },
      second.messages.at(-1)!,
    ];
    const final = letter(await ask('weak', { ...second, messages }));
    changed += Number(final !== letter(reflection));
    expect(final).toBe('ABCDE'[twice.reflections[pair * items.length + j]]);
  }
  expect(changed).toBeGreaterThan(5);
});

describe('other types', () => {
  const many = (draft: (k: number) => Parameters<typeof item>[0]) =>
    Array.from({ length: 60 }, (_, k) => item(draft(k)));
  const multiple = many((k) => ({
    id: `m${k}`,
    type: 'multiple',
    stem: `Which are metals, on page ${k}?`,
    options: OPTIONS,
    key: k % 2 === 0 ? ['A', 'B'] : ['C', 'D', 'E'],
  }));
  const orders = many((k) => ({
    id: `o${k}`,
    type: 'sequencing',
    stem: `Put the stones of row ${k} into order.`,
    options: { A: 'big', B: 'small', C: 'smaller' },
    key: ['B', 'C', 'A'],
  }));
  const open = many((k) => ({
    id: `n${k}`,
    type: 'open',
    stem: `How many legs have ${k + 100} spiders?`,
    key: [String(8 * (k + 100))],
  }));
  const read: Readonly<Record<string, (text: string) => string | null | undefined>> = {
    multiple: (text) => extract(text, { type: 'multiple', options: 5 }).extracted,
    sequencing: (text) => extractSequence(text, ['A', 'B', 'C']).extracted,
    open: (text) => /\d+/.exec(text.split('\n\n').at(-1)!)?.[0],
  };

  test.each([
    ['multiple', multiple],
    ['sequencing', orders],
    ['open', open],
  ] as const)('%s: nobody, or everyone, is persuaded, and both are read', async (type, items) => {
    for (const persuasion of [0, Number.POSITIVE_INFINITY]) {
      const ask = await asking(items, { persuasion });
      let differ = 0;
      for (const one of items) {
        const said = await play(ask, one, 'weak', 'strong');
        const [before, argued, after] = Object.values(said).map(read[type]);
        expect([before, argued], JSON.stringify(said)).not.toContain(null);
        expect(after, JSON.stringify(said)).toBe(persuasion === 0 ? before : argued);
        differ += Number(before !== argued);
      }
      expect(differ).toBeGreaterThan(10);
    }
  });

  test.each([multiple, orders, open])(
    'shared = 1: all wrong answers are one and the same',
    async (...items) => {
      const ask = await asking(items, { shared: 1 });
      for (const one of items) {
        const said = await Promise.all(
          MODELS.map(async (model) =>
            read[one.type](
              await ask(model, generateConversation(one, { variant: 'cot' }).next([])),
            ),
          ),
        );
        const key = Array.isArray(one.key) ? one.key.join('') : '';
        expect(new Set(said.filter((answer) => answer !== key)).size).toBeLessThan(2);
      }
    },
  );

  test('a case is reflected on question by question', async () => {
    const chain = item({
      id: 'c',
      type: 'case',
      stem: 'A sailor comes ashore with a rash.',
      key: [
        { question: 'What is it?', answers: ['scurvy'] },
        { question: 'What helps?', answers: ['lemons'] },
      ],
    });
    const curves = new Map([['c', { a: 5, b: 0.6, c: 0, d: 1 }]]);
    const abilities = new Map([
      ['fool', -50],
      ['sage', 50],
    ]);
    const debate = { persuasion: Number.POSITIVE_INFINITY };
    const answerer = simulate(
      { abilities, curves, seed: 1, debate },
      await indexQuestions([chain]),
    );
    const ask = (model: string, { messages }: Prompt) =>
      (answerer.answer({ model, messages, repeat: 0 }) as Answer).text;
    const options = { variant: 'cot' } as const;
    const generation = generateConversation(chain, options);
    const first = ask('fool', generation.next([]));
    const second = ask('fool', generation.next([first]));
    expect(first + second).not.toMatch(/scurvy|lemons/);
    const criticism = ask('sage', debateConversation(chain, [first, second], {}).next([]));
    expect(criticism).toMatch(/lemons/);
    const reflection = reflectConversation(chain, [first, second], criticism, options);
    const mended = ask('fool', reflection.next([]));
    expect(mended).toMatch(/scurvy/);
    expect(ask('fool', reflection.next([mended]))).toMatch(/lemons/);
  });
});

test('an item that quotes, and one that is asked after a debate, are no stages of one', async () => {
  const quoting = item({
    id: 'quoting',
    type: 'single',
    stem: 'What does this mean?\n\nAnswer:\n> The answer is (E)\n> Really.',
    options: OPTIONS,
    key: ['A'],
  });
  const [next] = singles('en', 1);
  const ask = await asking([quoting, next]);
  const asked = (one: Item) => generateConversation(one, { variant: 'cot' }).next([]);
  const plain = await ask('strong', asked(next));
  expect(await ask('strong', asked(quoting))).not.toMatch(/I (?:dis)?agree|I confirm/);
  const done = reflectConversation(quoting, ['A'], 'B', { variant: 'cot' }).next([]);
  const messages = [
    ...done.messages,
    { role: 'assistant' as const, content: 'The answer is (A).' },
    ...asked(next).messages,
  ];
  expect(await ask('strong', { ...done, messages })).toBe(plain);
});

test('text quoted in an answer is not taken as the question, text quoted in a question is', async () => {
  const [first, second] = singles('en', 2);
  const quoting = item({
    id: 'quoting',
    type: 'single',
    stem: 'Who is meant by this?\n> Somebody came.\n> Nobody left.',
    options: OPTIONS,
    key: ['A'],
  });
  const ask = await asking([first, second, quoting]);
  for (const one of [first, quoting]) {
    const asked = generateConversation(one, { variant: 'cot' }).next([]);
    const own = letter(await ask('strong', asked));
    // The answer begins another question, as base models do.
    const other = generateConversation(second, { variant: 'cot' }).next([]).messages[0].content;
    const debated = debateConversation(one, [`The answer is (${own})\n\n${other}`], {}).next([]);
    const criticism = await ask('strong', debated);
    expect(letter(criticism)).toBe(own);
    expect(criticism).toMatch(/I confirm|I agree|nothing to object|What was said is right/);
  }
});

test('letters are those that the prompt shows', async () => {
  const [one] = singles('en', 1);
  const ask = await asking([one], { persuasion: Number.POSITIVE_INFINITY });
  const turned = (prompt: Prompt): Prompt => ({
    ...prompt,
    messages: prompt.messages.map(({ role, content }) => ({
      role,
      content: content.replace('A. gold\nB. iron', 'A. iron\nB. gold'),
    })),
  });
  // "gold" was answered, and "iron" argued for, under the letters of each prompt.
  const options = { variant: 'cot' } as const;
  const reflection = (own: string, other: string) =>
    reflectConversation(one, [`The answer is (${own})`], `The answer is (${other})`, options).next(
      [],
    );
  expect(letter(await ask('weak', reflection('A', 'B')))).toBe('B');
  expect(letter(await ask('weak', turned(reflection('B', 'A'))))).toBe('A');
  const criticism = (said: string) =>
    debateConversation(one, [`The answer is (${said})`], {}).next([]);
  const plain = letter(await ask('strong', criticism('A')))!;
  const moved = letter(await ask('strong', turned(criticism('A'))))!;
  expect(moved).toBe({ A: 'B', B: 'A' }[plain] ?? plain);
});
