import { expect, test } from 'vitest';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { shown, single } from './served.ts';

const items = Array.from({ length: 400 }, (_, k) =>
  single(`s${k}`, `Which stuff was meant on page ${k} of the book?`, ['a', 'b', 'c', 'd'], 'C'),
);
const curves = new Map(items.map(({ id }) => [id, { a: 1, b: 0, c: 0, d: 1 }]));
const answerer = simulate(
  { abilities: new Map([['m', 0]]), curves, seed: 1 },
  await indexQuestions(items),
);
const server = standIn({ answerers: [answerer] });

async function said(seed: number, temperature?: number): Promise<string[]> {
  return Promise.all(
    items.map(async (one) => {
      const body = {
        model: 'm',
        seed,
        messages: [{ role: 'user', content: shown(one) }],
        ...(temperature === undefined ? {} : { temperature }),
      };
      const reply = await server.inject({
        method: 'POST',
        url: '/v1/chat/completions',
        payload: body,
      });
      return reply.json().choices[0].message.content as string;
    }),
  );
}
const letter = (text: string) => /\b([A-D])\b(?!.*\b[A-D]\b)/s.exec(text)?.[1];

test('at temperature 0 every repeat is the first answer, at higher ones answers differ more often', async () => {
  const first = await said(0);
  expect(await said(5, 0)).toEqual(first);
  // Without one, as at 1.
  expect(await said(5, 1)).toEqual(await said(5));
  const changed = async (temperature: number) => {
    const other = await said(5, temperature);
    return other.filter((text, k) => letter(text) !== letter(first[k])).length / items.length;
  };
  const [low, high] = [await changed(0.2), await changed(1)];
  // Independent answers, half right and the wrong ones spread over three letters, differ with 1 − (1/4 + 3/36) = 2/3; four standard errors.
  expect(Math.abs(high - 2 / 3)).toBeLessThan(0.1);
  expect(Math.abs(low - (0.2 * 2) / 3)).toBeLessThan(0.08);
});
