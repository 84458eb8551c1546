import { afterEach, describe, expect, test } from 'vitest';
import { endpointConfiguration } from '../../src/examinee/endpoint/configuration/configuration.ts';
import {
  mostImageTokens,
  usualImageTokens,
} from '../../src/examinee/endpoint/cost/image-tokens.ts';
import { mostPromptTokens } from '../../src/examinee/endpoint/cost/most-cost.ts';
import { usualPromptTokens } from '../../src/examinee/endpoint/cost/token-estimate.ts';
import { hideQuestion } from '../../src/examinee/endpoint/failure/without-question.ts';
import { replyKey } from '../../src/examinee/endpoint/reply/reply-key.ts';
import { pngUrl } from '../item-bank/items/images/made-picture.ts';
import {
  completion,
  type Endpoint,
  examineeAt,
  sendJson,
  startEndpoint,
} from './endpoint-server.ts';

const ADDRESS = 'https://example.org/hidden-name-of-a-picture.png';
const PICTURE = pngUrl(40, 30);
const asked = (...images: string[]) => ({
  item: 'q1',
  repeat: 0,
  messages: [{ role: 'user' as const, content: 'What is it?', images }],
});

let endpoint: Endpoint;
afterEach(() => endpoint?.close());

test('pictures are sent as parts after the text, the system prompt stays a text', async () => {
  endpoint = await startEndpoint((response) => sendJson(response, completion()));
  const { examinee } = examineeAt(endpoint, { systemPrompt: 'Be brief.' });
  await examinee.ask(asked(ADDRESS, PICTURE));
  expect(endpoint.received[0].body.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: ADDRESS } },
        { type: 'image_url', image_url: { url: PICTURE } },
      ],
    },
  ]);
});

test('another picture is another question to the cache of replies', () => {
  const configuration = endpointConfiguration({ name: 'm', model: 'm', baseUrl: 'http://x/v1' });
  const keys = [asked(), asked(ADDRESS), asked(PICTURE), asked(pngUrl(40, 30, 7))].map((question) =>
    replyKey(configuration, question),
  );
  expect(new Set(keys).size).toBe(4);
});

test('the log of texts has no data of pictures', async () => {
  endpoint = await startEndpoint((response) => sendJson(response, completion()));
  const { examinee, events } = examineeAt(endpoint, {}, { logsText: true });
  await examinee.ask(asked(PICTURE));
  expect(events[0].text?.messages[0].content).toBe('What is it?');
  expect(JSON.stringify(events)).toContain('png 40×30');
  expect(JSON.stringify(events)).not.toContain('base64');
});

describe('tokens of pictures', () => {
  // OpenAI's guide "Images and vision" works out two examples for GPT-4o at high detail: 765 tokens for 1024 by 1024 pixels, and
  // 1,105 for 2048 by 4096.
  test.each([
    [1024, 1024, 765],
    [2048, 4096, 1105],
  ])('%d by %d pixels: %d, as in the guide', (width, height, tokens) => {
    expect(usualImageTokens(pngUrl(width, height))).toBe(tokens);
  });

  test.each([
    ['a small one is one tile', 40, 30, 85 + 170],
    ['by its shorter side, 768 pixels', 3000, 768, 85 + 170 * 4 * 2],
  ])('%s', (_, width, height, tokens) => {
    expect(usualImageTokens(pngUrl(width, height))).toBe(tokens);
  });

  test('the most: patches of 28 pixels where they are more than tiles, and never above 16,384', () => {
    expect(mostImageTokens(pngUrl(40, 30))).toBe(255);
    expect(mostImageTokens(pngUrl(1024, 1024))).toBe(37 * 37);
    expect(mostImageTokens(pngUrl(8000, 6000))).toBe(16_384);
    expect(mostImageTokens(ADDRESS)).toBe(16_384);
    expect(usualImageTokens(ADDRESS)).toBe(765);
  });

  test('of a prompt they are added to those of its text', () => {
    const [without, with2] = [asked().messages, asked(PICTURE, PICTURE).messages];
    expect(usualPromptTokens(with2) - usualPromptTokens(without)).toBe(2 * 255);
    expect(mostPromptTokens(with2) - mostPromptTokens(without)).toBe(2 * 255);
  });
});

describe('a model that takes no pictures ends its test with a reason', () => {
  test.each<[string, number, string]>([
    ['OpenAI', 400, 'Invalid content type. image_url is only supported by certain models.'],
    ['vLLM', 400, 'my-model is not a multimodal model'],
    ['vLLM with a limit', 400, 'At most 0 image(s) may be provided in one prompt.'],
    [
      'llama.cpp',
      500,
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    ],
    ['OpenRouter', 404, 'No endpoints found that support image input'],
    ['a schema of texts', 422, 'Input should be a valid string: messages.0.content.str'],
    ['a Rust server', 422, 'unknown variant `image_url`, expected `text`'],
    ['Anthropic-like', 400, 'This model does not support image inputs'],
  ])('%s', async (_, status, message) => {
    endpoint = await startEndpoint((response) =>
      sendJson(response, { error: { message } }, status),
    );
    const { examinee } = examineeAt(endpoint);
    await expect(examinee.ask(asked(PICTURE))).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { todo: expect.stringContaining('takes none') },
    });
    expect(endpoint.received).toHaveLength(1);
  });

  test('the same words about a question without pictures mean something else', async () => {
    const message = 'my-model is not a multimodal model';
    endpoint = await startEndpoint((response) => sendJson(response, { error: { message } }, 400));
    const { examinee } = examineeAt(endpoint);
    await expect(examinee.ask(asked())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { todo: expect.not.stringContaining('pictures') },
    });
  });

  test('an error that does not say names the pictures as one cause', async () => {
    endpoint = await startEndpoint((response) =>
      sendJson(response, { error: { message: 'bad' } }, 400),
    );
    const { examinee } = examineeAt(endpoint);
    await expect(examinee.ask(asked(PICTURE))).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { todo: expect.stringContaining('reads pictures') },
    });
  });
});

test.each([
  ['OpenAI', 400, 'You uploaded an unsupported image. Please make sure your image is valid.'],
  ['a download', 400, 'Failed to download image from the address.'],
  ['too large', 413, 'The image is too large: 30 MB.'],
  ['pixels', 400, 'image dimensions exceed 8000 pixels'],
  ['vLLM', 400, 'cannot identify image file'],
])('a picture that cannot be used refuses its question alone: %s', async (_, status, message) => {
  endpoint = await startEndpoint((response) => sendJson(response, { error: { message } }, status));
  const { examinee } = examineeAt(endpoint);
  expect((await examinee.ask(asked(PICTURE))).refused).toContain(`HTTP ${status}`);
});

test('what an endpoint quotes of a picture is not shown', () => {
  const said = hideQuestion(`invalid: ${PICTURE} at ${ADDRESS}.`, asked(PICTURE, ADDRESS).messages);
  expect(said).toBe('invalid: [picture] at [question].');
});
