import { describe, expect, it } from 'vitest';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import type { Examinee, Question, Reply } from '../../../src/examinee/examinee.ts';
import { askItem } from '../../../src/run/ask-item.ts';
import type { JudgePanel } from '../../../src/run/judges/judge-panel.ts';
import type { KeptJudgements } from '../../../src/run/judges/judge-replies.ts';
import { mostCost } from '../../../src/run/most-cost.ts';
import { itemOf } from '../../prompt/items.ts';

const ITEM = itemOf({
  id: 'cough',
  type: 'case',
  stem: 'A man coughs.',
  key: [
    { question: 'What is it?', answers: ['A cold.'] },
    { question: 'What now?', answers: ['Rest.'] },
  ],
  metric: { name: 'rubric', rubric: 'cmb-clin' },
});
const PRICE = { prompt: 1, completion: 1 };

function reply(output: string, cost: number, more: Partial<Reply> = {}): Reply {
  return {
    ...{ output, thinking: null, finishReason: 'stop', latency: 0, attempts: 1, cached: false },
    ...{ tokens: { prompt: 10, completion: 10, reasoning: 0 }, cost, refused: null },
    ...more,
  };
}

function examinee(
  name: string,
  say: (question: Question) => Reply,
): Examinee & { asked: Question[] } {
  const asked: Question[] = [];
  return {
    name,
    asked,
    async ask(question) {
      asked.push(question);
      return say(question);
    },
  };
}

const grades = (...[fluency, relevance, completeness, proficiency]: number[]) =>
  JSON.stringify({ fluency, relevance, completeness, proficiency });

function panelOf(...judges: readonly Examinee[]): JudgePanel {
  return {
    rubrics: [],
    judges: judges.map((one) => ({
      examinee: one,
      configuration: endpointConfiguration({
        ...{ name: one.name, baseUrl: 'http://localhost:1/v1', model: 'm', price: PRICE },
        sampling: { maxTokens: 100 },
      }),
    })),
  };
}

const model = (answers: readonly string[]) =>
  examinee('model', ({ messages }) => reply(answers[(messages.length - 1) / 2], 1));

const ask = (judges: JudgePanel | undefined, answers = ['Flu.', 'Sleep.']) =>
  askItem(model(answers), ITEM, { prompt: { variant: 'cot' }, score: {}, judges });

const last = ({ messages }: Question) => messages.at(-1)!.content;

describe('an item whose metric is a rubric', () => {
  it('has the mean of its judges, question by question, and what they cost', async () => {
    // First question (3 + 3 + 3 + 3)/16 and 16/16; second 0 and 8/16.
    const mild = examinee('mild', (q) =>
      reply(last(q).includes('What now?') ? grades(1, 1, 1, 1) : grades(4, 4, 4, 4), 0.25),
    );
    const kind = examinee('kind', (q) =>
      reply(last(q).includes('What now?') ? grades(3, 3, 3, 3) : grades(5, 5, 5, 5), 0.5),
    );
    const answer = await ask(panelOf(mild, kind));
    expect(answer).toMatchObject({
      rule: 'rubric',
      reason: null,
      refused: null,
    });
    expect(answer.score).toBeCloseTo(((12 / 16 + 1) / 2 + (0 + 8 / 16) / 2) / 2, 12);
    expect(answer.cost).toBe(2 * 1 + 2 * 0.25 + 2 * 0.5);
    expect(JSON.parse(answer.output)).toEqual(['Flu.', 'Sleep.']);
    const { rubric, judgements }: KeptJudgements = JSON.parse(answer.extracted!);
    expect(rubric).toBe('cmb-clin-1');
    expect(judgements.map(({ judge, question }) => `${judge} ${question}`)).toEqual([
      'mild 1',
      'kind 1',
      'mild 2',
      'kind 2',
    ]);
    expect(judgements[0]).toMatchObject({ aspects: { fluency: 4 }, score: 0.75, rule: 'json' });
    // The second question is judged with the reference answer to the first, not with the model's.
    const shown = last(mild.asked.find((q) => last(q).includes('What now?'))!);
    expect(shown).toContain('A cold.');
    expect(shown).not.toContain('Flu.');
  });

  it('goes by the other judges where the replies of one cannot be read', async () => {
    const good = examinee('good', () => reply(grades(3, 3, 3, 3), 0));
    const vague = examinee('vague', () => reply('quite good', 0.125));
    const answer = await ask(panelOf(vague, good));
    expect(answer.score).toBe(0.5);
    const { judgements }: KeptJudgements = JSON.parse(answer.extracted!);
    expect(judgements[0]).toEqual({ judge: 'vague', question: 1, reason: 'no-object' });
    // Of both questions two conversations of three turns each, and the answer.
    expect(vague.asked).toHaveLength(12);
    expect(answer.cost).toBe(2 + 12 * 0.125);
  });

  it('has no score, not 0, if the replies of no judge can be read', async () => {
    const vague = examinee('vague', () => reply('quite good', 0.125));
    await expect(ask(panelOf(vague))).rejects.toMatchObject({
      code: 'JUDGES_FAILED',
      details: { item: 'cough', cost: 2 + 12 * 0.125 },
      message: expect.stringContaining('vague: no-object'),
    });
  });

  it('is judged anew in a later attempt of the run, whose replies of before are in its record', async () => {
    const judge = examinee('judge', ({ repeat }) =>
      repeat < 2 ? reply('quite good', 0, { cached: true }) : reply(grades(5, 5, 5, 5), 0.125),
    );
    expect((await ask(panelOf(judge))).score).toBe(1);
    expect(judge.asked.map(({ repeat }) => repeat).sort()).toEqual([
      ...[0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2],
    ]);
  });

  it('has no score if the endpoint of a judge fails, and says which', async () => {
    const { fail } = await import('../../../src/errors.ts');
    const broken = examinee('broken', () =>
      fail('EXAMINEE_FAILED', { examinee: 'broken', reason: 'no credit', todo: 'Pay.', cost: 0.5 }),
    );
    const good = examinee('good', () => reply(grades(3, 3, 3, 3), 0.25));
    await expect(ask(panelOf(good, broken))).rejects.toMatchObject({
      code: 'JUDGES_FAILED',
      details: { cost: 2 + 2 * 0.25 + 2 * 0.5 },
      message: expect.stringContaining('broken did not answer (no credit)'),
    });
  });

  it('counts an empty answer as 0 without asking a judge', async () => {
    const judge = examinee('judge', () => reply(grades(5, 5, 5, 5), 0));
    const answer = await ask(panelOf(judge), ['Flu.', '']);
    expect(answer.score).toBe(0.5);
    expect(judge.asked).toHaveLength(1);
    const empty = await ask(panelOf(judge), ['', '']);
    expect(empty).toMatchObject({ score: 0, extracted: null, reason: 'empty' });
  });

  it('is asked of no model without judges, or by an unknown rubric', async () => {
    const never = model([]);
    const options = { prompt: { variant: 'cot' }, score: {} } as const;
    await expect(askItem(never, ITEM, options)).rejects.toMatchObject({ code: 'JUDGES_MISSING' });
    const other = { ...ITEM, metric: { name: 'rubric', rubric: 'mine' } } as const;
    const judges = panelOf(examinee('judge', () => reply('', 0)));
    await expect(askItem(never, other, { ...options, judges })).rejects.toMatchObject({
      code: 'NAME_UNKNOWN',
    });
    expect(never.asked).toHaveLength(0);
  });

  it('can cost at most what the model and its judges can take', async () => {
    const judges = panelOf(examinee('judge', () => reply('', 0)));
    const configuration = endpointConfiguration({
      ...{ name: 'model', baseUrl: 'http://localhost:1/v1', model: 'm', price: null },
      sampling: { maxTokens: 50 },
    });
    const most = mostCost(configuration, () => ({
      ...{ prompt: { variant: 'cot' }, score: {} },
      judges,
    }))(ITEM);
    // Two questions, two conversations of three turns with a reply of 100 tokens each and the answer of 50; prompts come on top.
    expect(most).toBeGreaterThan((2 * 2 * 3 * (100 + 50)) / 1e6);
    expect(most).toBeLessThan(0.05);
  });

  it('cost no more than their bound, also where none of their replies can be read', async () => {
    let paid = 0;
    const sampling = { maxTokens: 300 };
    const judge = examinee('judge', ({ messages }) => {
      // A token for three characters, and a reply of as many as the limit allows.
      const prompt = messages.reduce((sum, { content }) => sum + content.length / 3, 0);
      const cost = (prompt * PRICE.prompt + sampling.maxTokens * PRICE.completion) / 1e6;
      paid += cost;
      return reply('no grades, '.repeat(100), cost);
    });
    const panel = panelOf(judge);
    const [{ configuration }] = panel.judges;
    const judges = {
      ...panel,
      judges: [{ examinee: judge, configuration: { ...configuration, sampling } }],
    };
    const model = endpointConfiguration({
      ...{ name: 'model', baseUrl: 'http://localhost:1/v1', model: 'm', price: null },
      sampling: { maxTokens: 50 },
    });
    const options = { prompt: { variant: 'cot' as const }, score: {}, judges };
    const answering = examinee('model', () => reply('rest', 0));
    await expect(askItem(answering, ITEM, options)).rejects.toMatchObject({
      code: 'JUDGES_FAILED',
    });
    expect(judge.asked).toHaveLength(2 * 2 * 3);
    const most = mostCost(model, () => options)(ITEM);
    expect(most).toBeGreaterThan(paid);
    expect(most).toBeLessThan(4 * paid);
  });
});
