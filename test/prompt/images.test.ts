import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ItemDraft } from '../../item-bank/import/item-draft.ts';
import { conversationOf } from '../../src/prompt/conversation.ts';
import { debateConversation } from '../../src/prompt/debate/debate.ts';
import { reflectConversation } from '../../src/prompt/debate/reflect.ts';
import { messageBody } from '../../src/prompt/message-body.ts';
import { promptOf } from '../../src/prompt/prompt.ts';
import { withoutPictures } from '../../src/prompt/without-pictures.ts';
import { pngUrl } from '../item-bank/items/images/made-picture.ts';
import { COUGH, itemOf, TIDE } from './items.ts';

const FIRST = 'https://example.org/harbour.png';
const SECOND = pngUrl(3, 2);
const pictured = (draft: object, ...urls: string[]) =>
  itemOf({ ...(draft as ItemDraft), images: urls.map((url) => ({ url })) });

const HARBOUR = pictured({ ...TIDE, id: 'harbour' }, FIRST, SECOND);
const CHEST = pictured({ ...COUGH, id: 'chest' }, SECOND);
const cot = { variant: 'cot' } as const;

test('pictures follow the text of the question, which is as without them', () => {
  const { messages, version, hash } = promptOf(HARBOUR, cot);
  const { content } = promptOf(TIDE, cot).messages[0];
  expect(messages).toEqual([{ role: 'user', content, images: [FIRST, SECOND] }]);
  expect(messageBody(messages[0])).toEqual({
    role: 'user',
    content: [
      { type: 'text', text: content },
      { type: 'image_url', image_url: { url: FIRST } },
      { type: 'image_url', image_url: { url: SECOND } },
    ],
  });
  const hashed = JSON.stringify([version, [['user', content, [FIRST, SECOND]]]]);
  expect(hash).toBe(createHash('sha256').update(hashed).digest('hex'));
});

test('without pictures the content of a request is the text', () => {
  const [message] = promptOf(TIDE, cot).messages;
  expect(messageBody(message)).toEqual({ role: 'user', content: message.content });
});

test('a worked example brings its own pictures', () => {
  const { messages } = promptOf(TIDE, { ...cot, shots: [HARBOUR] });
  expect(messages.map(({ images }) => images)).toEqual([[FIRST, SECOND], undefined, undefined]);
});

test('a case shows them with its description only', () => {
  const { messages } = conversationOf(CHEST as typeof COUGH, cot).next(['one']);
  expect(messages.map(({ images }) => images)).toEqual([[SECOND], undefined, undefined]);
});

test('critics and models that reflect see them', () => {
  expect(debateConversation(HARBOUR, ['B'], {}).next([]).messages[0].images).toEqual([
    FIRST,
    SECOND,
  ]);
  expect(debateConversation(CHEST, ['a', 'b'], {}).next([]).messages[0].images).toEqual([SECOND]);
  const reflected = reflectConversation(HARBOUR, ['B'], 'No.', cot).next([]);
  expect(reflected.messages[0].images).toEqual([FIRST, SECOND]);
  expect(reflected.hash).not.toBe(reflectConversation(TIDE, ['B'], 'No.', cot).next([]).hash);
});

test('base models, which continue a text, are not asked', () => {
  const message = /item harbour has images; log-likelihoods score texts only/;
  expect(() => promptOf(HARBOUR, { variant: 'letter' })).toThrow(message);
  const other = itemOf({ ...TIDE, id: 'other', stem: 'What else?' } as never);
  expect(() => promptOf(other, { variant: 'cloze', shots: [HARBOUR] })).toThrow(message);
});

test('for logs a picture is its kind and size', () => {
  const [message] = promptOf(HARBOUR, cot).messages;
  const { images } = withoutPictures(message);
  expect(images).toEqual([FIRST, expect.stringMatching(/^png 3×2, 0\.1 kB$/)]);
});
