import type { Item } from '../../../item-bank/items/item.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { withSystemPrompt } from '../../examinee/endpoint/cost/most-cost.ts';
import { usualPromptTokens } from '../../examinee/endpoint/cost/token-estimate.ts';
import { endpointRequest } from '../../examinee/endpoint/request/endpoint-request.ts';
import { type AskOptions, questionsOf } from '../../run/ask-item.ts';
import { usualEmbeddings } from '../../run/embeddings/usual-embeddings.ts';
import { judgeQuestions } from '../../run/judges/judge-questions.ts';
import { mostCost } from '../../run/most-cost.ts';

/** Default tokens of an answer, by variant. */
export const USUAL_ANSWER = {
  cot: { tokens: 350, seconds: 6 },
  explain: { tokens: 250, seconds: 4 },
  'answer-only': { tokens: 10, seconds: 1 },
} as const;

/** Usual tokens of a judge's reply. */
const USUAL_JUDGEMENT = 60;

/** The estimate for a run, before its first call. */
export interface Estimate {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** In dollars; null if a model has no price. */
  readonly cost: number | null;
  /**
   * The same if every answer has the maximal length. It is not a bound, because items beyond the sample and failed requests may
   * cost more.
   */
  readonly most: number | null;
  readonly seconds: number;
}

/**
 * Estimates the tokens and cost of asking each model `items`, from a sample of them.
 * @param left items that each model is still to be asked
 */
export function estimate(
  models: readonly EndpointConfiguration[],
  left: readonly number[],
  sample: readonly Item[],
  askOf: (item: Item) => AskOptions,
  { variant, concurrency }: { readonly variant: string; readonly concurrency: number },
): Estimate {
  const kind = variant === 'cot' || variant === 'explain' ? variant : 'answer-only';
  const usual = USUAL_ANSWER[kind];
  const asked = sample.flatMap((item) => questionsOf(item, askOf(item).prompt));
  const questions = asked.length / sample.length;
  // Where options are scored, a token is written after the question and after each option.
  const written = asked.reduce(
    (sum, { continuations }) =>
      sum + (continuations === undefined ? usual.tokens : continuations.length + 1),
    0,
  );
  const completion = written / sample.length;
  const judged = sample.flatMap((item) => judgeQuestions(item, askOf(item)));
  const judgements = judged.length / sample.length;
  const judging = judged.map(({ judge: { configuration }, turns }) => ({
    prompt: usualPromptTokens(withSystemPrompt(configuration, turns[0])) + usual.tokens,
    price: configuration.price,
  }));
  const compared = sample.map((item) => usualEmbeddings(item, askOf(item), usual.tokens));
  const total = { calls: 0, prompt: 0, completion: 0, cost: 0, most: 0, seconds: 0 };
  let isPriced = judging.every(({ price }) => price !== null);
  const judgingPrompt = judging.reduce((sum, { prompt }) => sum + prompt, 0) / sample.length;
  const judgingCost =
    judging.reduce(
      (sum, { prompt, price }) =>
        sum + prompt * (price?.prompt ?? 0) + USUAL_JUDGEMENT * (price?.completion ?? 0),
      0,
    ) /
    sample.length /
    1e6;
  const perItem = (of: 'answers' | 'references', what: 'texts' | 'tokens' | 'dollars') =>
    compared.reduce((sum, one) => sum + one[of][what], 0) / sample.length;
  if (compared.some(({ isPriced: own }) => !own)) isPriced = false;
  // References are embedded once per run.
  const items = Math.max(0, ...left);
  total.calls += items * perItem('references', 'texts');
  total.prompt += items * perItem('references', 'tokens');
  total.cost += items * perItem('references', 'dollars');
  models.forEach((model, m) => {
    const sizes = asked.map((question) =>
      usualPromptTokens(
        question.continuations === undefined
          ? withSystemPrompt(model, question.messages)
          : endpointRequest(model, question).messages,
      ),
    );
    const prompt = sizes.reduce((sum, tokens) => sum + tokens, 0) / sample.length;
    total.calls += left[m] * (questions + judgements + perItem('answers', 'texts'));
    total.prompt += left[m] * (prompt + judgingPrompt + perItem('answers', 'tokens'));
    total.completion += left[m] * (completion + USUAL_JUDGEMENT * judgements);
    const inFlight = Math.min(concurrency, model.concurrency);
    total.seconds = Math.max(total.seconds, (left[m] * questions * usual.seconds) / inFlight);
    if (model.price === null) isPriced = false;
    else {
      total.cost += left[m] * (judgingCost + perItem('answers', 'dollars'));
      total.cost +=
        (left[m] * (prompt * model.price.prompt + completion * model.price.completion)) / 1e6;
      const most = mostCost(model, askOf);
      total.most += (left[m] * sample.reduce((sum, item) => sum + most(item), 0)) / sample.length;
    }
  });
  return {
    calls: Math.round(total.calls),
    promptTokens: Math.round(total.prompt),
    completionTokens: Math.round(total.completion),
    cost: isPriced ? total.cost : null,
    most: isPriced ? total.most : null,
    seconds: total.seconds,
  };
}
