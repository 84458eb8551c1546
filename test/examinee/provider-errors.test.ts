import { afterEach, describe, expect, test } from 'vitest';
import {
  type Answering,
  completion,
  type Endpoint,
  examineeAt,
  question,
  sendJson,
  startEndpoint,
} from './endpoint-server.ts';

let endpoint: Endpoint;
const serve = async (answer: Answering) => {
  endpoint = await startEndpoint(answer);
  return endpoint;
};
afterEach(() => endpoint?.close());

/** A status and a body, in the words of a provider. */
type Said = [string, number, unknown];

const within = (message: string, rest: object = {}) => ({ error: { message, ...rest } });

describe('too long a question, and one that is not allowed, are refused', () => {
  test.each<Said>([
    [
      'OpenAI',
      400,
      within(
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
        { type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
      ),
    ],
    [
      'vLLM',
      400,
      within(
        "You passed 1015 input tokens and requested 10 output tokens. However, the model's context length is only 1024 tokens.",
        { type: 'BadRequestError', param: 'input_tokens', code: 400 },
      ),
    ],
    [
      'older vLLM, without a field error',
      400,
      {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    ],
    [
      'SGLang',
      400,
      {
        object: 'error',
        message: "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
      },
    ],
    [
      'TGI',
      422,
      {
        error:
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens',
        error_type: 'validation',
      },
    ],
    [
      'llama.cpp',
      400,
      within(
        'the request exceeds the available context size. try increasing the context size or enable context shift',
        { code: 400, type: 'exceed_context_size_error', n_prompt_tokens: 9000, n_ctx: 4096 },
      ),
    ],
    ['Ollama', 400, within('prompt too long; exceeded max context length by 12 tokens')],
    [
      'Anthropic',
      400,
      within('prompt is too long: 208310 tokens > 200000 maximum', {
        type: 'invalid_request_error',
      }),
    ],
    [
      'Anthropic, with the answer',
      400,
      within(
        'input length and `max_tokens` exceed context limit: 199990 + 20000 > 200000, decrease input length',
      ),
    ],
    [
      'Gemini, in a list',
      400,
      [
        {
          error: {
            code: 400,
            message:
              'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
    ],
    [
      'OpenRouter, around another',
      400,
      within('Provider returned error', {
        code: 400,
        metadata: { raw: '{"error":{"code":"context_length_exceeded"}}', provider_name: 'X' },
      }),
    ],
    ['a server or proxy', 413, '<html>413 Request Entity Too Large</html>'],
    ['OpenAI, a policy', 400, within('Your request was rejected.', { code: 'invalid_prompt' })],
    ['OpenAI, older', 400, within('Rejected.', { code: 'content_policy_violation' })],
    [
      'Azure',
      400,
      within("The response was filtered due to the prompt triggering Azure OpenAI's policy.", {
        param: 'prompt',
        code: 'content_filter',
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      }),
    ],
    [
      'Azure, by the inner code alone',
      400,
      within('no', { innererror: { code: 'ResponsibleAIPolicyViolation' } }),
    ],
    ['Anthropic, a policy', 400, within('Output blocked by content filtering policy')],
    ['a gateway', 403, within('Request blocked by our usage policy')],
    [
      'OpenRouter, a policy',
      403,
      within('Your chosen model requires moderation and your input was flagged'),
    ],
    [
      'xAI',
      403,
      {
        code: 'The caller does not have permission to execute the specified operation',
        error: 'Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO',
      },
    ],
    ['DeepSeek', 400, within('Content Exists Risk', { code: 'invalid_request_error' })],
    [
      'Moonshot',
      400,
      within('The request was rejected because it was considered high risk', {
        code: 400,
        param: 'prompt',
        type: 'content_filter',
      }),
    ],
    ['DashScope', 400, within('Input data may contain …', { code: 'data_inspection_failed' })],
    ['Zhipu', 400, within('系统检测到输入或生成内容可能包含不安全或敏感内容', { code: '1301' })],
  ])('%s', async (_, status, body) => {
    const { examinee } = examineeAt(await serve((r) => sendJson(r, body, status)));
    const reply = await examinee.ask(question());
    expect(reply).toMatchObject({ output: '', attempts: 1, cost: 0 });
    expect(reply.refused).toMatch(new RegExp(`^HTTP ${status}`));
    expect(examinee.counts).toMatchObject({ refused: 1, failed: 0 });
  });
});

test.each<[unknown, boolean]>([
  ['<html>413 Request Entity Too Large</html>', false],
  [within('http: request body too large'), false],
  [within('Payload Too Large'), false],
  [within('Request exceeds the maximum size', { type: 'request_too_large' }), false],
  [within(''), false],
  [within('Payload too large: the prompt exceeds the context of the model'), true],
  [within('The prompt is too large for this model.'), true],
])('413 %j: whether the question is longer than the context is %j', async (body, isTooLong) => {
  const address = await serve((r) => sendJson(r, body, 413));
  const asked = examineeAt(address, {}, { tooLong: 'missing' }).examinee.ask(question());
  if (isTooLong) await expect(asked).rejects.toMatchObject({ details: { isTooLong: true } });
  else expect((await asked).refused).toMatch(/^HTTP 413/);
});

describe('an error of a question that comes with a status of success', () => {
  const FULL =
    'The model is loaded with a context length of only 4096 tokens, which is not enough.';
  test.each([
    { error: { message: FULL } },
    { object: 'error', message: FULL, code: 40303 },
    { error: { message: 'Prompt exceeds max length', code: '1261' } },
  ])('%j is too long a question', async (body) => {
    for (const stream of [false, true]) {
      const answer: Answering = (r) =>
        stream
          ? r
              .writeHead(200, { 'content-type': 'text/event-stream' })
              .end(`data: ${JSON.stringify(body)}\n\n`)
          : sendJson(r, body);
      const { examinee } = examineeAt(await serve(answer), { stream }, { tooLong: 'missing' });
      await expect(examinee.ask(question())).rejects.toMatchObject({
        details: { isTooLong: true },
      });
      expect(endpoint.received).toHaveLength(1);
      endpoint.close();
    }
  });

  test('or one that is not allowed', async () => {
    const body = { error: { message: '输入内容可能包含不安全或敏感内容', code: '1301' } };
    const { examinee } = examineeAt(await serve((r) => sendJson(r, body)));
    expect((await examinee.ask(question())).refused).toContain('敏感');
  });
});

test('a question that leaves no room for an answer is too long, whatever field the error names', async () => {
  const body = within(
    "'max_tokens' is too large: 4000. This model's maximum context length is 4096 tokens and your request has 4090 input tokens (4000 > 4096 - 4090).",
    { param: 'max_tokens' },
  );
  const address = await serve((r) => sendJson(r, body, 400));
  const { examinee } = examineeAt(address, {}, { tooLong: 'missing' });
  await expect(examinee.ask(question())).rejects.toMatchObject({ details: { isTooLong: true } });
});

describe('everything else ends the model at once', () => {
  const PAY = 'Add credit at the provider';
  const KEY = 'Check the API key';
  const ACCESS = 'Ask the provider for access';
  test.each<[...Said, string]>([
    [
      'Anthropic, credit',
      400,
      within(
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
      ),
      PAY,
    ],
    [
      'Anthropic, a limit of usage',
      400,
      within('You have reached your specified API usage limits.'),
      PAY,
    ],
    [
      'OpenAI, a hard limit',
      400,
      within('Billing hard limit has been reached', { code: 'billing_hard_limit_reached' }),
      PAY,
    ],
    ['DashScope, credit', 400, within('Access denied.', { code: 'Arrearage' }), PAY],
    ['DeepSeek, credit', 402, within('Insufficient Balance'), PAY],
    ['SiliconFlow, credit', 403, within('Sorry, your account balance is insufficient'), PAY],
    ['a key without credit', 401, within('No credits: insufficient credits'), PAY],
    ['a model without credit', 404, within('Insufficient credits for this model'), PAY],
    [
      'OpenAI, quota',
      429,
      within('You exceeded your current quota', { code: 'insufficient_quota' }),
      PAY,
    ],
    [
      'Moonshot, quota',
      429,
      within('Your account is suspended', { type: 'exceeded_current_quota_error' }),
      PAY,
    ],
    ['Zhipu, credit', 429, within('您的账户已欠费，请充值后重试', { code: '1113' }), PAY],
    [
      'Gemini, key',
      400,
      [
        {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
            details: [{ reason: 'API_KEY_INVALID' }],
          },
        },
      ],
      KEY,
    ],
    ['xAI, key', 400, { code: 'Client specified…', error: 'Incorrect API key provided: x' }, KEY],
    ['a gateway, key', 403, within('Invalid API key'), KEY],
    ['a key behind 404', 404, within('missing api key'), KEY],
    [
      'an account that is closed',
      400,
      within('Your organization has been disabled for violating our usage policies'),
      ACCESS,
    ],
    [
      'Gemini, a country',
      400,
      within('User location is not supported for the API use.', { status: 'FAILED_PRECONDITION' }),
      ACCESS,
    ],
    ['a model one may not use', 403, within('no'), ACCESS],
    [
      'OpenAI, a parameter',
      400,
      within('Unsupported parameter', { code: 'unsupported_parameter', param: 'max_tokens' }),
      'Change max_tokens',
    ],
    [
      'Zhipu, the range of a setting',
      400,
      within('max_tokens 参数非法：取值范围为 [1, 1024]', { code: '1210' }),
      'Change the setting named there',
    ],
    [
      'Gemini, a parameter',
      400,
      within('Invalid JSON payload received. Unknown name "safety_settings": Cannot find field.'),
      'Change the setting named there',
    ],
    [
      'Anthropic, the limit of tokens',
      400,
      within(
        'max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens, too long',
      ),
      'Change the setting named there',
    ],
    [
      'vLLM, the limit of tokens',
      400,
      within(
        "'max_tokens' or 'max_completion_tokens' is too large: 9000. This model's maximum context length is 8192 tokens",
        { param: 'max_tokens' },
      ),
      'Change max_tokens',
    ],
    ...[
      "This model's maximum context length is 4096 tokens. However, you requested 4900 tokens (900 in the messages, 4000 in the completion).",
      "Requested token count exceeds the model's maximum context length of 4,096 tokens. You requested a total of 4,900 tokens: 900 tokens from the input messages and 4,000 tokens for the completion.",
      "This endpoint's maximum context length is 4096 tokens. However, you requested about 4900 tokens (900 of text input, 4000 in the output).",
      '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 900 `inputs` tokens and 4000 `max_new_tokens`',
      'input length and `max_tokens` exceed context limit: 900 + 4000 > 4096, decrease input length or `max_tokens`',
      "'max_tokens' or 'max_completion_tokens' is too large: 4000. This model's maximum context length is 4096 tokens and your request has 900 input tokens (4000 > 4096 - 900).",
      "This model's maximum context length is 4096 tokens. However, you requested 4000 output tokens and your prompt contains at least 900 input tokens, for a total of at least 4900 tokens.",
      "This model's maximum context length is 4096 tokens, however you requested 4900 tokens (900 in your prompt; 4000 for the completion).",
      "You passed 900 input tokens and requested 4000 output tokens. However, the model's context length is only 4096 tokens.",
    ].map((message): [...Said, string] => [
      'a question that fits, and too long an answer',
      400,
      within(message, { code: 'context_length_exceeded' }),
      'room for 4096 tokens, this question takes 900 of them, and 4000 were',
    ]),
    [
      'a parameter of extraBody',
      400,
      within('value is too long', { param: 'user' }),
      'Change user in the configuration',
    ],
    [
      'anything else',
      400,
      within('Something about this'),
      'Check the name of the model, its sampling',
    ],
    [
      'anything else',
      422,
      { detail: 'Unprocessable' },
      'Check the name of the model, its sampling',
    ],
    ['no words', 400, '', 'Check the name of the model, its sampling'],
  ])('%s, %i', async (_, status, body, todo) => {
    const { examinee } = examineeAt(await serve((r) => sendJson(r, body, status)));
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: {
        reason: expect.stringMatching(new RegExp(`^HTTP ${status}`)),
        todo: expect.stringContaining(todo),
      },
    });
    expect(endpoint.received).toHaveLength(1);
    expect(examinee.counts).toMatchObject({ refused: 0, answered: 0, failed: 1 });
  });

  test('with the message of the endpoint, from any field', async () => {
    const body = { object: 'error', message: 'model is loading', type: 'BadRequestError' };
    const { examinee } = examineeAt(await serve((r) => sendJson(r, body, 400)));
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { reason: 'HTTP 400, BadRequestError: model is loading', isForAll: true },
    });
  });
});

describe('an error that is nested too deeply', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  test.each([
    [500, `{"error":{"deep":${deep}}}`, /nested too deeply/],
    [500, `{"error":{"message":"busy","deep":${deep}}}`, /HTTP 500: busy/],
    [400, `{"error":{"message":"bad","deep":${deep}}}`, /HTTP 400: bad/],
    [400, deep, /HTTP 400|nested too deeply/],
    [200, `{"error":{"message":"busy","deep":${deep}}}`, /an error instead of an answer: busy/],
    [200, `{"error":{"deep":${deep}}}`, /nested too deeply/],
  ])('is no defect: %i', async (status, body, message) => {
    const { examinee } = examineeAt(await serve((r) => sendJson(r, body, status)), { retries: 1 });
    const error = await examinee.ask(question()).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'EXAMINEE_FAILED' });
    expect(error.message).toMatch(message);
  });
});

test('a limit of a rate that speaks of billing is waited for', async () => {
  const message =
    'You exceeded your current quota, please check your plan and billing details. Please retry in 3s.';
  const body = [{ error: { code: 429, message, status: 'RESOURCE_EXHAUSTED' } }];
  const { examinee } = examineeAt(
    await serve((r, n) => (n === 0 ? sendJson(r, body, 429) : sendJson(r, completion()))),
  );
  expect(await examinee.ask(question())).toMatchObject({ attempts: 2, refused: null });
});

test('words of the question are not what an error is about', async () => {
  const content = 'Which credit balance is too low for the safety of a context length, too long?';
  const asked = { item: 'q', repeat: 0, messages: [{ role: 'user' as const, content }] };
  const filtered = within(`Content Exists Risk: ${content}`);
  const refused = examineeAt(await serve((r) => sendJson(r, filtered, 400))).examinee;
  expect((await refused.ask(asked)).refused).toBe('HTTP 400: Content Exists Risk: [question]?');
  endpoint.close();
  const broken = within(`cannot parse: ${content}`);
  const { examinee } = examineeAt(await serve((r) => sendJson(r, broken, 400)));
  await expect(examinee.ask(asked)).rejects.toMatchObject({
    code: 'EXAMINEE_FAILED',
    details: { todo: expect.stringContaining('name of the model') },
  });
});

describe('ten questions refused in a row end the model', () => {
  const TOO_LONG = within('too long', { code: 'context_length_exceeded' });
  /** Answers the requests whose numbers are named, and refuses the others. */
  const refusing =
    (...answered: number[]): Answering =>
    (r, n) =>
      answered.includes(n) ? sendJson(r, completion()) : sendJson(r, TOO_LONG, 400);
  const refusedOf = async (
    ask: (item: string) => Promise<{ refused: string | null }>,
    from: number,
    to: number,
  ) => {
    for (let k = from; k < to; k++) expect((await ask(`q${k}`)).refused).toBeTruthy();
  };

  test('before the first answer', async () => {
    const { examinee } = examineeAt(await serve(refusing()));
    const ask = (item: string) => examinee.ask(question(item));
    await refusedOf(ask, 0, 9);
    await expect(ask('q9')).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: {
        reason: expect.stringContaining('last 10 questions'),
        todo: expect.stringContaining('name of the model'),
      },
    });
  });

  test('and after answers', async () => {
    const { examinee } = examineeAt(await serve(refusing(0, 5)));
    const ask = (item: string) => examinee.ask(question(item));
    await ask('q0');
    await refusedOf(ask, 1, 5);
    await ask('q5');
    await refusedOf(ask, 6, 15);
    await expect(ask('q15')).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: {
        reason: expect.stringContaining('last 10 questions'),
        todo: expect.stringContaining('It answered before'),
      },
    });
  });

  test('but not if others were answered in between', async () => {
    const answered = [9, 19, 29];
    const { examinee } = examineeAt(await serve(refusing(...answered)));
    for (let k = 0; k < 39; k++)
      expect((await examinee.ask(question(`q${k}`))).refused === null).toBe(answered.includes(k));
    expect(examinee.counts).toMatchObject({ refused: 36, answered: 39, failed: 0 });
  });

  test('mentions an earlier answer', async () => {
    const { examinee } = examineeAt(await serve(refusing()), {}, { hasAnswered: true });
    const ask = (item: string) => examinee.ask(question(item));
    await refusedOf(ask, 0, 9);
    await expect(ask('q9')).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: {
        reason: expect.stringContaining('last 10 questions'),
        todo: expect.stringContaining('It answered before'),
      },
    });
  });
});
