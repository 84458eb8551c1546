import { describe, expect, test } from 'vitest';
import { promptOf } from '../../src/prompt/prompt.ts';
import { replay } from '../../src/stand-in/answerers/replay.ts';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import { textTokens } from '../../src/stand-in/completions/text-tokens.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { serve, single } from './served.ts';

const ITEMS = [
  single('float', 'Which of these floats?', ['a stone', 'cork', 'a rather heavy brick'], 'B'),
  single('sea', 'What is the sea made of?', ['water', 'salt water', 'sand', '水'], 'B'),
];
const OUTPUTS = [
  { model: 'm', item: 'float', output: 'Let me think. The answer is (C).' },
  { model: 'm', item: 'sea', output: 'The answer is (B).' },
  { model: 'other', item: 'float', output: 'I cannot say.' },
];
const recorded = async () => replay(OUTPUTS, await indexQuestions(ITEMS));

interface Choice {
  readonly index: number;
  readonly text: string;
  readonly logprobs: {
    readonly tokens: string[];
    readonly token_logprobs: (number | null)[];
    readonly top_logprobs: (Record<string, number> | null)[];
    readonly text_offset: number[];
  } | null;
}
interface Body {
  readonly choices: Choice[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
  readonly system_fingerprint: string;
}

/** The log-likelihood of each option, counted from the text of the context. */
async function likelihoods(
  call: (path: string, body: unknown) => Promise<Response>,
  model: string,
  item: (typeof ITEMS)[number],
  variant: 'letter' | 'cloze',
): Promise<number[]> {
  const { messages, continuations } = promptOf(item, { variant });
  const [{ content }] = messages;
  const prompt = continuations!.map((text) => `${content}${text}`);
  const ask = { model, prompt, echo: true, logprobs: 1, max_tokens: 0 };
  const { choices }: Body = (await (await call('/v1/completions', ask)).json()) as Body;
  return choices.map(({ logprobs }) => {
    const { token_logprobs, text_offset } = logprobs!;
    return token_logprobs.reduce<number>(
      (sum, l, k) => (text_offset[k] < [...content].length ? sum : sum + l!),
      0,
    );
  });
}

/** Position of the greatest. */
const best = (values: readonly number[]) => values.indexOf(Math.max(...values));

test('the recorded answer is the likeliest option: as it is, per character and per byte', async () => {
  const { call } = await serve({ answerers: [await recorded()] });
  for (const [item, place] of [
    [ITEMS[0], 2],
    [ITEMS[1], 1],
  ] as const)
    for (const variant of ['letter', 'cloze'] as const) {
      const lls = await likelihoods(call, 'm', item, variant);
      const texts = Object.values('options' in item ? item.options : {});
      expect(best(lls)).toBe(place);
      if (variant === 'letter') continue;
      expect(best(lls.map((l, k) => l / [...texts[k]].length))).toBe(place);
      expect(best(lls.map((l, k) => l / Buffer.byteLength(texts[k])))).toBe(place);
      // Another time the same.
      expect(await likelihoods(call, 'm', item, variant)).toEqual(lls);
    }
});

test('the options of a model that names none are all unlikely', async () => {
  const { call } = await serve({ answerers: [await recorded()] });
  expect(Math.max(...(await likelihoods(call, 'other', ITEMS[0], 'letter')))).toBeLessThan(-0.9);
});

test('simulated models answer in words and by log-likelihoods alike', async () => {
  const questions = await indexQuestions(ITEMS);
  const abilities = new Map([['s', 0]]);
  const { call, client } = await serve({
    answerers: [simulate({ abilities, seed: 4 }, questions)],
  });
  for (const item of ITEMS) {
    const { content } = promptOf(item, { variant: 'letter' }).messages[0];
    const messages = [{ role: 'user' as const, content }];
    const said = (await client.chat.completions.create({ model: 's', messages })).choices[0].message
      .content!;
    const letter = 'ABCD'[best(await likelihoods(call, 's', item, 'letter'))];
    expect(said).toMatch(new RegExp(`\\b${letter}\\b`));
  }
});

describe('a completion', () => {
  const prompt = 'Which of these floats?\nA. a stone\nB. cork\nC. a rather heavy brick\nAnswer: B';
  const ask = { model: 'm', prompt, echo: true, logprobs: 1, max_tokens: 1 };

  test('is a text whose tokens add up to it, the prompt first', async () => {
    const { call } = await serve({ answerers: [await recorded()] });
    const body = (await (await call('/v1/completions', ask)).json()) as Body;
    const [{ text, logprobs }] = body.choices;
    const { tokens, token_logprobs, top_logprobs, text_offset } = logprobs!;
    expect(body.system_fingerprint).toBe('stand-in');
    expect(text).toBe(`${prompt}\n`);
    expect(tokens.join('')).toBe(text);
    expect(token_logprobs[0]).toBeNull();
    expect(top_logprobs[0]).toBeNull();
    expect(token_logprobs.slice(1).every((l) => l! <= 0)).toBe(true);
    for (const [k, top] of top_logprobs.entries())
      if (top !== null) expect(top[tokens[k]]).toBe(token_logprobs[k]);
    expect(text_offset.at(-1)).toBe([...prompt].length);
    expect(body.usage.prompt_tokens + body.usage.completion_tokens).toBe(tokens.length);
  });

  test('has the tokens of its context before those of an option', () => {
    for (const text of ['Answer:', '答案：', 'It is 12345 €', 'a  b'])
      for (const option of [' B', ' cork and more', ' 水'])
        expect(textTokens(text + option).slice(0, textTokens(text).length)).toEqual(
          textTokens(text),
        );
  });

  test('writes the answer without echo', async () => {
    const { client } = await serve({ answerers: [await recorded()] });
    const context = prompt.slice(0, -2);
    const { choices } = await client.completions.create({
      model: 'm',
      prompt: context,
      max_tokens: 200,
    });
    expect(choices[0].text).toBe(' Let me think. The answer is (C).');
    expect(choices[0].logprobs).toBeNull();
  });

  test('of a known question without a recorded answer is an error, and of an unknown one is not', async () => {
    const { call } = await serve({ answerers: [await recorded()] });
    const sea = { ...ask, model: 'other', prompt: 'Question: What is the sea made of?\nAnswer:' };
    expect((await call('/v1/completions', sea)).status).toBe(404);
    expect((await call('/v1/completions', { ...ask, prompt: 'One, two,' })).status).toBe(200);
  });

  test('models that answer with letters have theirs for the likeliest', async () => {
    const { call, client } = await serve();
    const context = prompt.slice(0, -2);
    const messages = [{ role: 'user' as const, content: context }];
    const said = (await client.chat.completions.create({ model: 'any', messages })).choices[0]
      .message.content!;
    const lls = await likelihoods(call, 'any', ITEMS[0], 'letter');
    expect(said).toBe(`The answer is (${'ABC'[best(lls)]}).`);
  });

  test.each([
    [{ prompt: [] }, 'prompt'],
    [{ stream: true }, 'stream'],
    [{ logprobs: 21 }, 'logprobs'],
    [{ max_tokens: -1 }, 'max_tokens'],
  ])('refuses %j', async (wrong, param) => {
    const { call } = await serve();
    const response = await call('/v1/completions', { ...ask, model: 'any', ...wrong });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_value', param } });
  });
});

describe('faults', () => {
  const ask = { model: 'any', prompt: 'a b', echo: true, logprobs: 1, max_tokens: 1 };
  const reply = async (fault: string) => {
    const { call } = await serve({ faults: { [fault]: 1 }, slow: 1 });
    return call('/v1/completions', ask);
  };
  test.each([
    ['429', 429],
    ['500', 500],
    ['context', 400],
  ])('%s', async (fault, status) => expect((await reply(fault)).status).toBe(status));

  test('of the form', async () => {
    const empty = (await (await reply('empty')).json()) as Body;
    expect(empty.choices).toMatchObject([{ text: '', logprobs: null }]);
    expect(((await (await reply('duplicate')).json()) as Body).choices).toHaveLength(2);
    expect(await (await reply('garbage')).text()).toContain('It works');
    await expect((await reply('cut')).text()).rejects.toThrow();
    expect((await reply('slow')).status).toBe(200);
  });
});
