import { describe, expect, test } from 'vitest';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { lettersInMessage } from '../../src/stand-in/questions/shown-letters.ts';
import { item, shown, single, user } from './served.ts';

const LONG = 'Which of the following statements about the harbour of the island is true';
const ITEMS = [
  single('long', `${LONG}?`, ['it is deep', 'it is dry']),
  single('longer', `${LONG} in winter, when the ferries do not run?`, [
    'it is empty',
    'it is full',
  ]),
  single('twin-1', 'Which one floats?', ['cork', 'lead']),
  single('twin-2', 'Which one floats?', ['wood', 'iron', 'gold']),
  single('same-1', 'Which one sinks?', ['lead', 'cork']),
  single('same-2', 'Which one sinks?', ['lead', 'cork']),
  single('reversed', 'Which one sinks?', ['cork', 'lead'], 'B'),
  single('short', '1+1=?', ['2', '3']),
  item({ id: 'open', type: 'open', stem: 'Name the capital of France.', key: ['Paris'] }),
  item({
    id: 'case',
    type: 'case',
    stem: 'A sailor comes ashore with a rash and tells of weeks without fruit.',
    key: [
      { question: 'What is it?', answers: ['scurvy'] },
      { question: 'What helps?', answers: ['fruit'] },
    ],
  }),
];
const byId = new Map(ITEMS.map((one) => [one.id, one]));
const index = await indexQuestions(ITEMS);
const idsOf = (...texts: string[]) => index.find(texts.map(user)).map(({ id }) => id);
const shownAs = (id: string, order?: string[]) => shown(byId.get(id)!, order);

describe('a question is recognised', () => {
  test.each(['long', 'longer', 'twin-1', 'twin-2', 'reversed', 'short', 'open'])('%s', (id) => {
    expect(idsOf(shownAs(id))).toEqual([id]);
  });

  test('items that ask the same are all given', () => {
    expect(idsOf(shownAs('same-1'))).toEqual(['same-1', 'same-2']);
  });

  test('with any line breaks, and without its options if its stem is unique', () => {
    expect(idsOf(`Q:\n${LONG.replaceAll(' ', '\n  ')}?`)).toEqual(['long']);
  });

  test('the last of several, and the one whose options follow', () => {
    expect(idsOf(`${shownAs('short')}\n\n${shownAs('twin-1')}`)).toEqual(['twin-1']);
    expect(idsOf(`${shownAs('twin-1')}\nYou may think of: Name the capital of France.`)).toEqual([
      'open',
    ]);
    expect(idsOf(`${shownAs('twin-1')}\n(Not: ${LONG}?)`)).toEqual(['twin-1']);
  });

  test('with its options in another order', () => {
    expect(idsOf(shownAs('twin-2', ['C', 'A', 'B']))).toEqual(['twin-2']);
  });

  test('a later question of a case, from the description further up', () => {
    const first = `${byId.get('case')!.stem}\nWhat is it?`;
    expect(idsOf(first)).toEqual(['case']);
    expect(idsOf(first, 'Question: What helps?')).toEqual(['case']);
  });

  test('not one of a shared stem without its options, nor an example of an earlier message', () => {
    expect(idsOf('Which one floats?')).toEqual([]);
    expect(idsOf(shownAs('short'), 'And what is the meaning of it all?')).toEqual([]);
    expect(idsOf('')).toEqual([]);
    expect(index.find([{ role: 'assistant', content: shownAs('short') }])).toEqual([]);
  });
});

test('stems that begin alike are told apart by all of their text', async () => {
  const many = Array.from({ length: 500 }, (_, k) =>
    single(`q${k}`, `${LONG}, given the number ${k}, and nothing else?`, ['yes', 'no']),
  );
  const all = await indexQuestions(many);
  for (const one of many)
    expect(all.find([user(shown(one))]).map(({ id }) => id)).toEqual([one.id]);
});

describe('the letters of a message', () => {
  const twin = byId.get('twin-2')! as ReturnType<typeof single> & { type: 'single' };
  test('follow the order it shows', () => {
    const letters = lettersInMessage(shownAs('twin-2', ['C', 'A', 'B']), twin);
    expect(letters).toEqual({ C: 'A', A: 'B', B: 'C' });
  });
  test.each(['(A) wood\n(B) iron\n(C) gold', 'A、wood\nB、iron', 'nothing'])(
    'are the item’s own for %j',
    (message) => {
      expect(lettersInMessage(message, twin)).toEqual({ A: 'A', B: 'B', C: 'C' });
    },
  );
});
