import { expect, test } from 'vitest';
import type { Answerer, ModelQuestion } from '../../src/stand-in/answerer.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { pngUrl } from '../item-bank/items/images/made-picture.ts';
import { item, serve } from './served.ts';

const ADDRESS = 'https://example.org/a.png';
const part = (url: string) => ({ type: 'image_url' as const, image_url: { url } });
const text = { type: 'text' as const, text: 'What is it?' };

test('a message of a text and pictures is taken; each picture counts 765 tokens', async () => {
  const seen: ModelQuestion[] = [];
  const answerer: Answerer = {
    models: ['m'],
    answer(asked) {
      seen.push(asked);
      return { text: 'A bird.', thinking: null };
    },
  };
  const { client } = await serve({ answerers: [answerer] });
  const ask = (...urls: string[]) =>
    client.chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: [text, ...urls.map(part)] }],
    });
  const [without, both] = [await ask(), await ask(ADDRESS, pngUrl(3, 2))];
  expect(seen.map(({ messages }) => messages)).toEqual([
    [{ role: 'user', content: 'What is it?' }],
    [{ role: 'user', content: 'What is it?', images: [ADDRESS, pngUrl(3, 2)] }],
  ]);
  expect(both.usage!.prompt_tokens - without.usage!.prompt_tokens).toBe(2 * 765);
});

test('a part that is neither is refused', async () => {
  const { call } = await serve();
  for (const content of [
    [{ type: 'image_url', image_url: { url: 'a.png' } }],
    [{ type: 'sound' }],
  ]) {
    const response = await call('/v1/chat/completions', {
      model: 'any',
      messages: [{ role: 'user', content }],
    });
    expect(response.status).toBe(400);
  }
});

test('items with the same words are told apart by their pictures', async () => {
  const open = (id: string, ...urls: string[]) =>
    item({
      id,
      type: 'open',
      stem: 'What does the picture show?',
      key: [id],
      images: urls.length === 0 ? undefined : urls.map((url) => ({ url })),
    });
  const index = await indexQuestions([
    open('bird', pngUrl(3, 2)),
    open('fish', ADDRESS),
    open('none'),
  ]);
  const idsOf = (...images: string[]) =>
    index
      .find([{ role: 'user', content: 'What does the picture show?', images }])
      .map(({ id }) => id);
  expect(idsOf(pngUrl(3, 2))).toEqual(['bird']);
  expect(idsOf(ADDRESS)).toEqual(['fish']);
  expect(idsOf()).toEqual(['none']);
  // Another encoding of a picture may be any of them.
  expect(idsOf('https://example.org/b.png')).toEqual(['bird', 'fish', 'none']);
});
