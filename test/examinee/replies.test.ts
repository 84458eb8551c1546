import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { FIELD_WORDS } from '../../src/examinee/endpoint/configuration/setting-words.ts';
import { afterRetries } from '../../src/examinee/endpoint/failure/status-outcome.ts';
import { readStream } from '../../src/examinee/endpoint/reply/read-stream.ts';
import type { Reply } from '../../src/examinee/examinee.ts';
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

describe('a body that was compressed without being asked for is unpacked', () => {
  const STREAM = [
    { choices: [{ index: 0, delta: { content: 'The answer ' } }] },
    { choices: [{ index: 0, delta: { content: 'is (A).' }, finish_reason: 'stop' }] },
  ];
  const events = STREAM.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('%s', async (encoding, pack) => {
    for (const stream of [false, true]) {
      const { examinee } = examineeAt(
        await serve((response) => {
          const type = stream ? 'text/event-stream' : 'application/json';
          response
            .writeHead(200, { 'content-type': type, 'content-encoding': encoding })
            .end(pack(stream ? `${events}data: [DONE]\n\n` : JSON.stringify(completion())));
        }),
        { stream },
      );
      const reply = await examinee.ask(question());
      expect(reply).toMatchObject({ output: 'The answer is (A).', attempts: 1 });
      endpoint.close();
    }
  });

  test('gzip that no header names', async () => {
    const { examinee } = examineeAt(
      await serve((response) => {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(gzipSync(JSON.stringify(completion())));
      }),
    );
    expect(await examinee.ask(question())).toMatchObject({
      output: 'The answer is (A).',
      attempts: 1,
    });
  });
});

describe('what becomes of an answer', () => {
  const { usage: _, ...withoutUsage } = completion();
  test.each<[string, Record<string, unknown>, Partial<Reply>, string | null]>([
    ['a text', completion(), { output: 'The answer is (A).', finishReason: 'stop' }, null],
    [
      'reasoning_content is thinking',
      completion({ content: 'A', reasoning_content: 'Hm.' }),
      { output: 'A', thinking: 'Hm.' },
      null,
    ],
    [
      'reasoning as well',
      completion({ content: 'A', reasoning: 'Hm.' }),
      { thinking: 'Hm.' },
      null,
    ],
    [
      'a block of thinking in the text stays',
      completion({ content: '<think>B?</think>A' }),
      { output: '<think>B?</think>A', thinking: null },
      null,
    ],
    [
      'the limit of tokens',
      completion({ content: 'The ans' }, {}, 'length'),
      { output: 'The ans', finishReason: 'length' },
      'truncated',
    ],
    [
      'a content filter',
      completion({ content: '' }, {}, 'content_filter'),
      { output: '', finishReason: 'content_filter' },
      'filtered',
    ],
    [
      'a refusal is what it says',
      completion({ content: null, refusal: 'I cannot help.' }),
      { output: 'I cannot help.' },
      null,
    ],
    ['null content is empty', completion({ content: null }), { output: '' }, 'empty'],
    [
      'only thinking is empty',
      completion({ content: '', reasoning_content: 'Hm' }),
      { output: '', thinking: 'Hm' },
      'empty',
    ],
    [
      'parts are joined',
      completion({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
          { type: 'text', text: 'The answer ' },
          { type: 'text', text: 'is (A).' },
          { type: 'image_url' },
        ],
      }),
      { output: 'The answer is (A).', thinking: 'Hm.' },
      null,
    ],
    [
      'a word of another provider for the end',
      completion({ content: 'A' }, {}, 'END_TURN'),
      { finishReason: 'stop' },
      null,
    ],
    [
      'of several choices the one with index 0, which may be a text',
      {
        ...completion(),
        choices: [1, 0].map((index) => ({
          ...{
            index: String(index),
            message: { content: `choice ${index}` },
            finish_reason: 'stop',
          },
        })),
      },
      { output: 'choice 0' },
      null,
    ],
    [
      'no reason why it ended',
      completion({ content: 'A' }, {}, null),
      { finishReason: 'other' },
      null,
    ],
    ...(
      [
        ['', {}, 'other'],
        ['null', {}, 'other'],
        [null, { native_finish_reason: 'MAX_TOKENS' }, 'length'],
        [null, { stop_reason: 'max_tokens' }, 'length'],
        [null, { stop_reason: 'Question:' }, 'other'],
        ['model_context_window_exceeded', {}, 'length'],
        ['limit', { stop_reason: 128009 }, 'length'],
        ['stop', { native_finish_reason: 'MAX_TOKENS' }, 'length'],
        ['stop', { native_finish_reason: 'whatever' }, 'stop'],
        [null, { finish_reason: { type: 'length', length: 8 } }, 'length'],
        [null, { finish_reason: { type: 'stop', matched: 151645 } }, 'stop'],
        ['repetition', {}, 'length'],
      ] as const
    ).map(
      ([reason, rest, finishReason]): [
        string,
        Record<string, unknown>,
        Partial<Reply>,
        string | null,
      ] => {
        const [choice] = completion({ content: 'A' }, {}, reason).choices as object[];
        return [
          `${reason} and ${JSON.stringify(rest)} mean ${finishReason}`,
          completion({}, { choices: [{ ...choice, ...rest }] }),
          { output: 'A', finishReason },
          finishReason === 'length' ? 'truncated' : null,
        ];
      },
    ),
    [
      'no usage',
      withoutUsage,
      { tokens: { prompt: 0, completion: 0, reasoning: 0 } },
      'usageUnknown',
    ],
    [
      'usage of another form',
      completion({ content: 'A' }, { usage: { prompt_tokens: 'many' } }),
      { tokens: { prompt: 0, completion: 0, reasoning: 0 } },
      'usageUnknown',
    ],
    [
      'which model answered, as the endpoint reports it',
      { ...completion(), model: 'm-2026-11', system_fingerprint: 'fp_1' },
      { served: { model: 'm-2026-11', fingerprint: 'fp_1' } },
      null,
    ],
    [
      'a model without a fingerprint; a long name is cut',
      { ...completion(), model: 'm'.repeat(300), system_fingerprint: 7 },
      { served: { model: 'm'.repeat(200), fingerprint: null } },
      null,
    ],
    [
      'tokens and their price',
      completion(
        { content: 'A' },
        {
          usage: {
            prompt_tokens: 1000,
            completion_tokens: 500,
            prompt_tokens_details: { cached_tokens: 400 },
            completion_tokens_details: { reasoning_tokens: 300 },
          },
        },
      ),
      // 600 at 2 dollars, 400 at 0.5 and 500 at 8, a million.
      {
        tokens: { prompt: 1000, completion: 500, reasoning: 300 },
        cost: (600 * 2 + 400 * 0.5 + 500 * 8) / 1e6,
      },
      null,
    ],
  ])('%s', async (_, body, expected, counted) => {
    const price = { prompt: 2, completion: 8, cached: 0.5 };
    const { examinee } = examineeAt(await serve((r) => sendJson(r, body)), { price });
    const reply = await examinee.ask(question());
    expect(reply).toMatchObject({ attempts: 1, cached: false, refused: null, ...expected });
    const { truncated, filtered, empty, usageUnknown } = examinee.counts;
    const counts = { truncated, filtered, empty, usageUnknown };
    for (const [name, count] of Object.entries(counts))
      if (name === counted) expect(count, name).toBe(1);
      else if (!(name === 'empty' && counted === 'filtered')) expect(count, name).toBe(0);
    expect(examinee.counts.cost).toBe(reply.cost);
  });
});

/** What a provider says where a model did not come to its end. */
const NOT_WHOLE: [string, object][] = [
  ['error', {}],
  ['ERROR', {}],
  ['abort', {}],
  ['network_error', {}],
  ['insufficient_system_resource', {}],
  ['no word that anyone knows', {}],
  ['constructor', {}],
  ['stop', { error: { code: 502, message: 'the provider is gone' } }],
  ['', { native_finish_reason: 'ERROR' }],
  ['', { finish_reason: { type: 'abort', message: 'the request was aborted' } }],
  ['', { finish_reason: 3 }],
  ['', { finish_reason: ['stop'] }],
];

describe('a reply that is not whole is asked for again', () => {
  test.each(NOT_WHOLE)('%s %j', async (reason, rest) => {
    const [choice] = completion({ content: 'The answer is (A).' }, {}, reason).choices as object[];
    const failed = { ...completion(), choices: [{ ...choice, ...rest }] };
    const { examinee } = examineeAt(
      await serve((r, n) => sendJson(r, n === 0 ? failed : completion({ content: 'B' }))),
    );
    expect(await examinee.ask(question())).toMatchObject({ output: 'B', attempts: 2 });
    expect(examinee.counts.retries['given-up']).toBe(1);
  });

  test.each(['', false, 0, '0'])('but not where it says %j for its error', async (no) => {
    const [choice] = completion({ content: 'B' }).choices as object[];
    const fields = { error: no, error_code: no, choices: [{ ...choice, error: no }] };
    const { examinee } = examineeAt(await serve((r) => sendJson(r, completion({}, fields))));
    expect(await examinee.ask(question())).toMatchObject({ output: 'B', attempts: 1 });
  });

  test('also where it has an error in place of a message', async () => {
    const failed = { choices: [{ index: 0, finish_reason: null, error: { message: 'no' } }] };
    const { examinee } = examineeAt(await serve((r) => sendJson(r, failed)), { retries: 1 });
    await expect(examinee.ask(question())).rejects.toMatchObject({ code: 'EXAMINEE_FAILED' });
  });
});

describe('streams', () => {
  const piece = (delta: unknown, reason: unknown = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  const stream =
    (...pieces: string[]): Answering =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      // In halves of pieces, so that characters and lines are cut.
      const bytes = Buffer.from(pieces.join(''));
      const middle = Math.floor(bytes.length / 2);
      response.write(bytes.subarray(0, middle));
      setTimeout(() => response.end(bytes.subarray(middle)), 10);
    };
  const DONE = 'data: [DONE]\n\n';
  const streaming = { stream: true };
  const once =
    (fault: Answering): Answering =>
    (r, n, received) =>
      n === 0 ? fault(r, n, received) : stream(piece({ content: 'B' }, 'stop'))(r, n, received);

  test('are put together, with thinking and usage', async () => {
    const usage = { choices: [], usage: { prompt_tokens: 9, completion_tokens: 4 } };
    const { examinee } = examineeAt(
      await serve(
        stream(
          ': a comment\n\n',
          piece({ role: 'assistant', content: '' }),
          piece({ reasoning_content: '嗯，' }),
          piece({ reasoning_content: '好。' }),
          piece({ content: '答案是' }),
          piece({ content: ' A。' }),
          piece({}, 'length'),
          `data: ${JSON.stringify(usage)}\n\n`,
          'data: [DONE]\n\n',
        ),
      ),
      streaming,
    );
    expect(await examinee.ask(question())).toMatchObject({
      output: '答案是 A。',
      thinking: '嗯，好。',
      finishReason: 'length',
      tokens: { prompt: 9, completion: 4 },
      attempts: 1,
    });
    expect(endpoint.received[0].body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('say which model answered in any of their pieces', async () => {
    const named = (fields: object) => `data: ${JSON.stringify({ choices: [], ...fields })}\n\n`;
    const pieces = [
      named({ model: 'm-1', system_fingerprint: null }),
      piece({ content: 'A' }, 'stop'),
      named({ system_fingerprint: 'fp_1' }),
    ];
    const { examinee } = examineeAt(await serve(stream(...pieces)), streaming);
    const { served } = await examinee.ask(question());
    expect(served).toEqual({ model: 'm-1', fingerprint: 'fp_1' });
  });

  test('are whole with a reason and without [DONE]', async () => {
    const { examinee } = examineeAt(
      await serve(stream(piece({ content: 'A' }), piece({}, 'stop'))),
      streaming,
    );
    expect(await examinee.ask(question())).toMatchObject({ output: 'A', finishReason: 'stop' });
  });

  test('without a reason are whole only if nothing else could interrupt them', async () => {
    const ended = stream(piece({ content: 'A' }), DONE);
    const { examinee } = examineeAt(await serve(ended), streaming);
    // Three are taken for interrupted; then requests go one at a time.
    expect(await examinee.ask(question())).toMatchObject({ output: 'A', finishReason: 'other' });
    expect(examinee.counts.retries.interrupted).toBe(3);
    expect(await examinee.ask(question('second'))).toMatchObject({ attempts: 1 });
  });

  test('without a text are asked for again, even of one at a time', async () => {
    const { examinee } = examineeAt(await serve(stream(piece({ content: '' }), DONE)), {
      ...streaming,
      retries: 5,
    });
    await expect(examinee.ask(question())).rejects.toMatchObject({ code: 'EXAMINEE_FAILED' });
    expect(examinee.counts.retries.interrupted).toBe(6);
  });

  test.each<[string, string, Answering]>([
    ['that end in the middle', 'cut', stream(piece({ content: 'The answer is' }))],
    ['without anything', 'cut', stream('')],
    [
      'whose connection breaks',
      'cut',
      (r) => {
        r.writeHead(200, { 'content-type': 'text/event-stream' });
        r.write(piece({ content: 'The' }));
        setTimeout(() => r.destroy(), 20);
      },
    ],
    ...NOT_WHOLE.map(([word, rest]): [string, string, Answering] => {
      const choice = { index: 0, delta: { content: 'A' }, finish_reason: word, ...rest };
      const end = `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
      return [`that end with ${word} ${JSON.stringify(rest)}`, 'given-up', stream(end, DONE)];
    }),
    ['of something else', 'garbage', stream('data: {"choices"\n\n')],
    ['of numbers', 'garbage', stream('data: 7\n\n')],
    ...[
      { choices: 'B' },
      { choices: [{ delta: 'B' }] },
      { choices: [{ delta: { content: 7 } }] },
      { choices: [{ message: { content: { text: 'B' } } }] },
    ].map((lost): [string, string, Answering] => [
      `of which a piece would be lost ${JSON.stringify(lost)}`,
      'garbage',
      stream(`data: ${JSON.stringify(lost)}\n\n`, piece({ content: 'A' }, 'stop')),
    ]),
    [
      'with an error',
      'overload',
      stream(piece({ content: 'A' }), 'data: {"error":{"code":503,"message":"gone"}}\n\n'),
    ],
    [
      'with an error without a status',
      'garbage',
      stream(piece({ content: 'A' }), 'data: {"error":{"message":"out of memory"}}\n\n'),
    ],
  ])('%s are asked for again, as %s', async (_, reason, fault) => {
    const { examinee } = examineeAt(await serve(once(fault)), streaming);
    expect(await examinee.ask(question())).toMatchObject({ output: 'B', attempts: 2 });
    const counted = Object.entries(examinee.counts.retries).filter(([, count]) => count > 0);
    expect(counted).toEqual([[reason, 1]]);
  });

  test('that the endpoint always gives up fail, with the item and an advice of their own', async () => {
    const { examinee } = examineeAt(
      await serve((response) => sendJson(response, completion({ content: 'A' }, {}, 'error'))),
      { retries: 1 },
    );
    const error = await examinee.ask(question('twelfth')).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: {
        item: 'twelfth',
        todo: afterRetries('given-up', FIELD_WORDS),
        isForAll: false,
      },
    });
    expect(afterRetries('given-up', FIELD_WORDS)).not.toBe(afterRetries('cut', FIELD_WORDS));
  });

  test('that are always cut fail: half an answer is none', async () => {
    const { examinee } = examineeAt(await serve(stream(piece({ content: 'The answer is (A).' }))), {
      ...streaming,
      retries: 1,
    });
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { reason: '2 requests, the last one: the stream ended in the middle' },
    });
  });

  test.each([
    [
      "'' as the reason of each piece",
      [piece({ content: 'B' }, ''), piece({}, 'stop'), piece({}, ''), DONE],
    ],
    [
      'NaN, and a text that speaks of it',
      [
        'data: {"choices":[{"delta":{"content":"NaN: "},"logprobs":[NaN]}]}\n\n',
        piece({ content: 'B' }, 'stop'),
      ],
    ],
    [
      'a message in place of a delta',
      [`data: ${JSON.stringify(completion({ content: 'B' }))}\n\n`, DONE],
    ],
    [
      'no blanks, CRLF, a byte order mark',
      [`\ufeffdata:${JSON.stringify(completion({ content: 'B' }))}\r\n\r\ndata:[DONE]\r\n\r\n`],
    ],
    ['lines that end with CR', [piece({ content: 'B' }, 'stop').replaceAll('\n', '\r'), DONE]],
    [
      'events with names, in two lines',
      [
        ': wait\n\nevent: ping\ndata: {"type":"ping"}\n\n',
        'event: message\ndata: {"choices":[{"delta":\ndata: {"content":"B"},"finish_reason":"stop"}]}\n\n',
      ],
    ],
    ['a blank behind [DONE]', [piece({ content: 'B' }, 'stop'), 'data: [DONE] \n\n']],
    ['a last piece that is cut', [piece({ content: 'B' }, 'stop'), 'data: {"choices":[],"usa']],
    [
      'pieces that say that they are no errors',
      ['', false, 0, '0'].map((no, n) => {
        const choice = { delta: { content: n === 0 ? 'B' : '' }, error: no, finish_reason: 'stop' };
        const fields = { error: no, error_code: no, base_resp: { status_code: no } };
        return `data: ${JSON.stringify({ choices: [choice], ...fields })}\n\n`;
      }),
    ],
    [
      'the message behind its pieces',
      [
        piece({ content: 'B' }),
        `data: ${JSON.stringify({ choices: [{ message: { content: 'B' }, finish_reason: 'stop' }] })}\n\n`,
      ],
    ],
    [
      'the message with nothing in its delta',
      [
        piece({ role: 'assistant' }),
        `data: ${JSON.stringify({ choices: [{ delta: {}, message: { content: 'B' }, finish_reason: 'stop' }] })}\n\n`,
      ],
    ],
    ['data without anything', ['data: \n\n', piece({ content: 'B' }, 'stop')]],
    ['a whole that is called a stream', [JSON.stringify(completion({ content: 'B' }))]],
  ])('of another form are read: %s', async (_, pieces) => {
    const { examinee } = examineeAt(await serve(stream(...pieces)), streaming);
    const { output, finishReason, attempts } = await examinee.ask(question());
    expect([output.replace('NaN: ', ''), finishReason, attempts]).toEqual(['B', 'stop', 1]);
  });

  test.each([
    { object: 'error', message: 'CUDA out of memory', code: 50002 },
    { text: 'high traffic', error_code: 50001 },
    { choices: null, base_resp: { status_code: 1002, status_msg: 'too fast' } },
  ])('with an error in the middle are asked for again: %j', async (error) => {
    const fault = stream(
      piece({ content: 'Option C' }),
      `data: ${JSON.stringify(error)}\n\n`,
      DONE,
    );
    const { examinee } = examineeAt(await serve(once(fault)), streaming);
    expect(await examinee.ask(question())).toMatchObject({ output: 'B', attempts: 2 });
    const whole = examineeAt(
      await serve((r, n) => sendJson(r, n === 0 ? error : completion({ content: 'B' }))),
    ).examinee;
    expect(await whole.ask(question())).toMatchObject({ output: 'B', attempts: 2 });
  });

  test('have no line more where a CRLF is cut, with nothing between its halves', async () => {
    const halves = [
      'data: {"choices":[{"delta":\r',
      '',
      '\ndata: {"content":"B"},"finish_reason":"stop"}]}\r\n\r\n',
    ];
    const body = Readable.toWeb(Readable.from(halves.map((half) => Buffer.from(half))));
    const outcome = await readStream(new Response(body as ReadableStream), true);
    expect(outcome).toMatchObject({ kind: 'answer', answer: { output: 'B' } });
  });

  test('are read where their type says something else', async () => {
    const { examinee } = examineeAt(
      await serve((r) =>
        r.writeHead(200, { 'content-type': 'text/plain' }).end(piece({ content: 'B' }, 'stop')),
      ),
      streaming,
    );
    expect(await examinee.ask(question())).toMatchObject({ output: 'B', attempts: 1 });
  });

  test('may be answered by a whole, and wholes by a stream', async () => {
    const whole = examineeAt(await serve((r) => sendJson(r, completion())), streaming).examinee;
    expect((await whole.ask(question())).output).toBe('The answer is (A).');
    endpoint.close();
    const { examinee } = examineeAt(await serve(stream(piece({ content: 'B' }, 'stop'))));
    expect((await examinee.ask(question())).output).toBe('B');
  });
});
