import { describe, expect, it } from 'vitest';
import { fail } from '../../../src/errors.ts';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import { writeEmbedding } from '../../../src/examinee/endpoint/reply/embedding-output.ts';
import type { Examinee, Question, Reply } from '../../../src/examinee/examinee.ts';
import { askItem } from '../../../src/run/ask-item.ts';
import type { KeptSimilarities } from '../../../src/run/embeddings/compare-replies.ts';
import { mostCost } from '../../../src/run/most-cost.ts';
import { itemOf } from '../../prompt/items.ts';

const OPEN = itemOf({
  ...{ id: 'part', type: 'open', stem: 'What does it do?', key: ['holds', 'bears'] },
  metric: { name: 'cosine', low: 0.2, high: 1 },
});
const CASE = itemOf({
  ...{ id: 'cough', type: 'case', stem: 'A man coughs.' },
  key: [
    { question: 'What is it?', answers: ['cold'] },
    { question: 'What now?', answers: ['rest'] },
  ],
  metric: { name: 'cosine', low: 0, high: 1 },
});
/** Cosines by hand: of 3:4 and the axes .6 and .8. */
const VECTORS: Readonly<Record<string, readonly number[]>> = {
  ...{ holds: [1, 0], bears: [0, 2], mixed: [3, 4], away: [-1, 0], cold: [1, 0], rest: [0, 1] },
  ...{ longer: [1, 0, 0] },
};
const EMBEDDINGS = endpointConfiguration({
  ...{ name: 'near', baseUrl: 'http://localhost:1/v1', model: 'e-1' },
  price: { prompt: 2, completion: 0 },
});

function reply(output: string, cost: number, more: Partial<Reply> = {}): Reply {
  return {
    ...{ output, thinking: null, finishReason: 'stop', latency: 0, attempts: 1, cached: false },
    ...{ tokens: { prompt: 10, completion: 10, reasoning: 0 }, cost, refused: null },
    ...more,
  };
}

type Asked = Examinee & { readonly asked: Question[] };

function examinee(name: string, say: (question: Question) => Reply | Promise<Reply>): Asked {
  const asked: Question[] = [];
  const ask = async (question: Question) => {
    asked.push(question);
    return say(question);
  };
  return { name, asked, ask };
}

/** Each text costs a quarter once; replies to the same text come from a cache, as those of a run. */
function embedder(): Asked {
  const known = new Set<string>();
  return examinee('near', async ({ messages: [{ content }] }) => {
    const cost = known.has(content) ? 0 : 0.25;
    await Promise.resolve();
    known.add(content);
    return reply(writeEmbedding(VECTORS[content]), cost);
  });
}

const texts = ({ asked }: Asked) => asked.map(({ messages }) => messages[0].content);
const model = (...answers: string[]) =>
  examinee('model', ({ messages }) => reply(answers[(messages.length - 1) / 2], 1));

function ask(
  said: Asked,
  near: Examinee | undefined,
  item = OPEN as Parameters<typeof askItem>[1],
) {
  return askItem(said, item, {
    ...{ prompt: { variant: 'cot' }, score: {} },
    ...{ embeddings: near && EMBEDDINGS, embedder: near },
  });
}

describe('an item whose metric is a cosine', () => {
  it('has the cosine with the best reference on its scale, which is in the record with its cost', async () => {
    const near = embedder();
    const answer = await ask(model('thinking\nThe answer is: mixed'), near);
    // (.8 − .2)/(1 − .2), of the second reference.
    expect(answer.score).toBeCloseTo(0.75, 6);
    expect(answer).toMatchObject({ rule: 'cosine', reason: null, cost: 1 + 3 * 0.25 });
    expect(answer.output).toContain('thinking');
    const kept: KeptSimilarities = JSON.parse(answer.extracted!);
    expect(kept).toEqual({
      embeddings: 'e-1',
      similarities: [{ question: 1, cosine: expect.closeTo(0.8, 6), reference: 2 }],
    });
    expect(near.asked.every(({ embeds, draw }) => embeds === true && draw === undefined)).toBe(
      true,
    );
  });

  it('is 0 for a cosine below the scale, and for an empty answer, which is not embedded', async () => {
    expect((await ask(model('away'), embedder())).score).toBe(0);
    const near = embedder();
    expect(await ask(model(''), near)).toMatchObject({
      ...{ score: 0, extracted: null, reason: 'empty', cost: 1 + 2 * 0.25 },
    });
    expect(texts(near).sort()).toEqual(['bears', 'holds']);
  });

  it('has the mean over the questions of a case, each with its own references', async () => {
    const answer = await ask(model('mixed', ''), embedder(), CASE);
    expect(answer.score).toBeCloseTo((0.6 + 0) / 2, 6);
    const { similarities }: KeptSimilarities = JSON.parse(answer.extracted!);
    expect(similarities).toEqual([{ question: 1, cosine: expect.closeTo(0.6, 6), reference: 1 }]);
  });

  it('shares references in flight between models: one of them pays', async () => {
    const near = embedder();
    const answers = await Promise.all([ask(model('mixed'), near), ask(model('away'), near)]);
    // Four texts, each paid once, and two answers.
    expect(answers[0].cost + answers[1].cost).toBe(2 + 4 * 0.25);
    expect(texts(near).filter((text) => text === 'mixed')).toHaveLength(1);
  });

  it('costs no answer of the model if its references cannot be embedded', async () => {
    const said = model('mixed');
    const broken = examinee('near', () =>
      fail('EXAMINEE_FAILED', { examinee: 'near', reason: 'no credit', todo: 'Pay.', cost: 0.5 }),
    );
    await expect(ask(said, broken)).rejects.toMatchObject({
      code: 'EMBEDDING_FAILED',
      details: { cost: 2 * 0.5, item: 'part' },
      message: expect.stringContaining('near did not come (no credit)'),
    });
    expect(said.asked).toHaveLength(0);
  });

  it('has no score, not 0, if the answer is refused, and says what to do', async () => {
    const known = embedder();
    const near = examinee('near', (question) =>
      question.messages[0].content === 'mixed'
        ? reply('', 0, { refused: 'HTTP 400, context_length_exceeded' })
        : known.ask(question),
    );
    await expect(ask(model('mixed'), near)).rejects.toMatchObject({
      code: 'EMBEDDING_FAILED',
      details: { cost: 1 + 2 * 0.25 },
      message: expect.stringMatching(
        /refused the answer \(HTTP 400, context_length_exceeded\).*no fault of the model.*longer context/,
      ),
    });
  });

  it('refuses vectors of different lengths', async () => {
    await expect(ask(model('longer'), embedder())).rejects.toMatchObject({
      code: 'EMBEDDING_FAILED',
      details: { item: 'part', reason: expect.stringMatching(/3 numbers.* 2 for/), isForAll: true },
    });
  });

  it('is asked of no model without embeddings', async () => {
    const said = model('mixed');
    await expect(ask(said, undefined)).rejects.toMatchObject({ code: 'EMBEDDINGS_MISSING' });
    expect(said.asked).toHaveLength(0);
  });

  it('can cost at most what the model and all embeddings can take', () => {
    const configuration = endpointConfiguration({
      ...{ name: 'model', baseUrl: 'http://localhost:1/v1', model: 'm', price: null },
      sampling: { maxTokens: 1000 },
    });
    const most = mostCost(configuration, () => ({
      ...{ prompt: { variant: 'cot' }, score: {}, embeddings: EMBEDDINGS },
    }))(OPEN);
    // An answer of 1000 tokens at 2 dollars a million, and three texts of 32 tokens and up to half a token a byte.
    expect(most).toBeCloseTo((2 * (1000 + 3 * 32 + (5 + 5) / 2)) / 1e6, 12);
  });
});
