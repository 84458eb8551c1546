import { describe, expect, test } from 'vitest';
import { probability } from '../../src/irt/probability.ts';
import { extractorOf } from '../../src/scoring/extract/modes.ts';
import type { Answer } from '../../src/stand-in/answerer.ts';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { item, shown, single, user } from './served.ts';

const OPTIONS = { A: 'gold', B: 'iron', C: 'salt', D: 'wood', E: 'clay' };
const extract = extractorOf('default');

const singles = Array.from({ length: 2000 }, (_, k) =>
  single(`s${k}`, `Which stuff was meant on page ${k} of the book?`, Object.values(OPTIONS), 'C'),
);
const certain = (right: boolean) => ({ a: 1, b: right ? -100 : 100, c: 0, d: 1 });

async function answers(
  items: ReturnType<typeof item>[],
  right?: boolean,
  model = 'm',
  ability = 0,
) {
  const curves = new Map(
    items.map(({ id }) => [
      id,
      right === undefined ? { a: 1.5, b: 0.3, c: 0.2, d: 1 } : certain(right),
    ]),
  );
  const abilities = new Map([[model, ability]]);
  const answerer = simulate({ abilities, curves, seed: 1 }, await indexQuestions(items));
  return (messages: string[], repeat = 0) =>
    answerer.answer({ model, messages: messages.map(user), repeat }) as Answer;
}

test('as many answers are right as the curve says', async () => {
  const answer = await answers(singles, undefined, 'm', 0.8);
  const right = singles.filter(
    (one) => extract(answer([shown(one)]).text, { type: 'single', options: 5 }).extracted === 'C',
  ).length;
  const expected = probability(0.8, 1.5, 0.3, 0.2, 1);
  // Four standard errors of a share.
  const tolerance = 4 * Math.sqrt((expected * (1 - expected)) / singles.length);
  expect(Math.abs(right / singles.length - expected)).toBeLessThan(tolerance);
});

test('the same question gets the same answer, a repeat another one', async () => {
  const answer = await answers(singles);
  const once = singles.slice(0, 50).map((one) => answer([shown(one)]).text);
  expect(singles.slice(0, 50).map((one) => answer([`Again: ${shown(one)}`]).text)).toEqual(once);
  expect(singles.slice(0, 50).map((one) => answer([shown(one)], 1).text)).not.toEqual(once);
});

describe.each([
  ['en', 'Which of these are metals, on page'],
  ['zh', '下列属于金属的有哪些，见第几页：'],
])('every wording of a choice is read as it is meant (%s)', (language, stem) => {
  const items = Array.from({ length: 200 }, (_, k) =>
    item(
      {
        id: `m${k}`,
        type: 'multiple',
        stem: `${stem} ${k}?`,
        options: OPTIONS,
        key: k % 2 === 0 ? ['A', 'B'] : ['D'],
      },
      language,
    ),
  );
  test.each([true, false])('right: %s', async (isRight) => {
    const answer = await answers(items, isRight);
    const texts = new Set<string>();
    for (const one of items) {
      const { text } = answer([shown(one)]);
      const { extracted } = extract(text, { type: 'multiple', options: 5 });
      expect(extracted, text).not.toBeNull();
      expect(extracted === one.key.join(''), text).toBe(isRight);
      texts.add(text);
    }
    expect(texts.size).toBeGreaterThan(10);
  });
});

test('letters are those that the prompt shows', async () => {
  const answer = await answers(singles, true);
  for (const one of singles.slice(0, 50)) {
    const { text } = answer([shown(one)]);
    expect(extract(text, { type: 'single', options: 5 }).extracted).toBe('C');
    const moved = answer([shown(one, ['C', 'A', 'B', 'D', 'E'])]).text;
    expect(extract(moved, { type: 'single', options: 5 }).extracted).toBe('A');
  }
});

describe('other types', () => {
  const order = Array.from({ length: 40 }, (_, k) =>
    item({
      id: `o${k}`,
      type: 'sequencing',
      stem: `Put the stones of row ${k} into order.`,
      options: { A: 'big', B: 'small', C: 'smaller' },
      key: ['B', 'C', 'A'],
    }),
  );
  const open = item({ id: 'n', type: 'open', stem: 'How many legs has a spider?', key: ['8'] });
  const told = item({ id: 't', type: 'open', stem: 'Who sat under the tree?', key: ['Newton'] });
  const chain = item({
    id: 'c',
    type: 'case',
    stem: 'A sailor comes ashore with a rash.',
    key: [
      { question: 'What is it?', answers: ['scurvy'] },
      { question: 'What helps?', answers: ['lemons'] },
    ],
  });

  test('sequencing: every letter once, in the right order or in another', async () => {
    const right = await answers(order, true);
    const wrong = await answers(order, false);
    for (const one of order) {
      expect(right([shown(one)]).text).toMatch(/BCA/);
      const letters = /[ABC]{3}/.exec(wrong([shown(one)]).text)?.[0];
      expect(letters).not.toBe('BCA');
      expect([...(letters ?? '')].sort().join('')).toBe('ABC');
    }
  });

  test('open: a reference answer, another number, or none', async () => {
    const right = await answers([open, told], true);
    const wrong = await answers([open, told], false);
    expect(right([open.stem]).text).toMatch(/\b8\b/);
    expect(wrong([open.stem]).text).toMatch(/\b(9|1\d)\b/);
    expect(right([told.stem]).text).toMatch(/Newton/);
    expect(wrong([told.stem]).text).toMatch(/I do not know/);
  });

  test('a case: the answer to the question asked last', async () => {
    const answer = await answers([chain], true);
    expect(answer([`${chain.stem}\nWhat is it?`]).text).toMatch(/scurvy/);
    expect(answer([`${chain.stem}\nWhat is it?`, 'What helps?']).text).toMatch(/lemons/);
  });
});

test('names say how a model thinks', async () => {
  const block = await answers(singles, true, 'm-thinking');
  expect(block([shown(singles[0])]).text).toMatch(/^<think>\n[^<]+\n<\/think>\n\n/);
  const apart = await answers(singles, true, 'm-reasoning');
  expect(apart([shown(singles[0])]).thinking).toMatch(/\w/);
});

test('an item without parameters is not answered, and a question that is no item either', async () => {
  const questions = await indexQuestions(singles.slice(0, 2));
  const curves = new Map([['s0', certain(true)]]);
  const { answer } = simulate({ abilities: new Map([['m', 0]]), curves, seed: 1 }, questions);
  const ask = (text: string) => answer({ model: 'm', messages: [user(text)], repeat: 0 });
  expect(ask(shown(singles[1]))).toBe('output_unknown');
  expect(ask('Good morning.')).toBe('question_unknown');
});
