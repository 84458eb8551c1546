import { describe, expect, test } from 'vitest';
import { endpointConfiguration } from '../../../../src/examinee/endpoint/configuration/configuration.ts';
import { parseModelAddress } from '../../../../src/examinee/endpoint/configuration/model-address.ts';

describe('a model address', () => {
  test.each([
    ['qwen@http://localhost:8000/v1', ['qwen', 'qwen', 'http://localhost:8000/v1']],
    ['gpt-4o@https://api.openai.com/v1/', ['gpt-4o', 'gpt-4o', 'https://api.openai.com/v1']],
    ['mine=org/model:7b@https://h/v1', ['mine', 'org/model:7b', 'https://h/v1']],
    ['a@b@https://h/v1', ['a@b', 'a@b', 'https://h/v1']],
    ['a=x=y@https://h', ['a', 'x=y', 'https://h']],
    ['m@https://h/v1/chat/completions', ['m', 'm', 'https://h/v1']],
    ['m@https://H.com:443/v1?api-version=2', ['m', 'm', 'https://h.com/v1?api-version=2']],
  ])('%s', (text, [name, model, baseUrl]) => {
    expect(parseModelAddress(text)).toEqual({ name, model, baseUrl });
  });

  test.each([
    '',
    'gpt-4o',
    'https://h/v1',
    '@https://h/v1',
    '=m@https://h',
    'm=@https://h',
    'm@h/v1',
  ])('%s is none', (text) => {
    expect(() => parseModelAddress(text)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        details: expect.objectContaining({ option: 'model address', found: `"${text}"` }),
      }),
    );
  });

  test.each([
    ['m@ftp://h/v1', 'found "ftp://h/v1"; accepted: an http or https address'],
    ['m@https://', 'found "https://"'],
    ['m@https://user:pass@h/v1', 'found "https://[hidden]@h/v1"'],
    ['m@https://pass@h/v1', 'found "https://[hidden]@h/v1"'],
    ['m@https://h/v1?api_key=pass', 'found an address with the parameter "api_key"'],
    ['m@https://h/v1#pass', 'accepted: an http or https address'],
  ])('%s is refused, and shows no secret', (text, message) => {
    const parse = () => parseModelAddress(text);
    expect(parse).toThrow(message);
    if (!text.includes('#')) expect(parse).not.toThrow('pass@');
    expect(parse).not.toThrow('=pass');
  });
});

describe('a configuration', () => {
  const LEAST = { name: 'm', model: 'm', baseUrl: 'http://h/v1/' };

  test('is filled in', () => {
    expect(endpointConfiguration(LEAST)).toEqual({
      ...LEAST,
      baseUrl: 'http://h/v1',
      keyVariable: null,
      sampling: {},
      systemPrompt: null,
      extraBody: {},
      extraHeaders: {},
      timeoutSeconds: 600,
      stream: false,
      price: null,
      requestsPerMinute: null,
      tokensPerMinute: null,
      concurrency: 64,
      retries: 6,
    });
    const openAi = { ...LEAST, baseUrl: 'https://api.openai.com/v1' };
    expect(endpointConfiguration(openAi).keyVariable).toBe('OPENAI_API_KEY');
  });

  test.each<[object, string]>([
    [{ name: ' ' }, 'model, name: found'],
    [{ model: undefined }, 'model, model: found nothing'],
    [{ baseUrl: 'here' }, 'model, baseUrl: found "here"'],
    [{ keyVariable: 'sk-1234-5678' }, 'model, keyVariable: found a text; accepted: the NAME'],
    [{ keyVariable: 'hf_abcdef' }, 'model, keyVariable: found a text; accepted: the NAME'],
    [{ concurrency: 0 }, 'model, concurrency: found 0'],
    [{ retries: -1 }, 'model, retries: found -1'],
    [{ sampling: { temperature: -1 } }, 'model, sampling.temperature: found -1'],
    [{ sampling: { top_p: 1 } }, 'model, sampling: found'],
    [{ price: { prompt: 1 } }, 'model, price.completion: found nothing'],
    [{ temperature: 1 }, 'model: found'],
    [{ extraHeaders: { Authorization: 'Bearer x' } }, 'found the header "Authorization"'],
    [{ extraBody: { messages: [] } }, 'found the field "messages"'],
  ])('%j is refused', (options, message) => {
    const make = () => endpointConfiguration({ ...LEAST, ...options });
    expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
    expect(make).toThrow(message);
    expect(make).not.toThrow('1234');
  });
});
