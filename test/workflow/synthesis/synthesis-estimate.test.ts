import { expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { synthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { neededCalls } from '../../../calibration/synthesize/needed-calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { designOf, participantsOfItem } from '../../../calibration/synthesize/synthesis-design.ts';
import { outlookText } from '../../../src/operations/asking/budget-words.ts';
import { KeptCalls } from '../../../src/run/kept-calls.ts';
import { NO_LIMITS } from '../../../src/run/run-budgets.ts';
import { LIBRARY } from '../../../src/workflow/asking/caller.ts';
import {
  budgetOutlook,
  requireBudgets,
} from '../../../src/workflow/synthesis/synthesis-budgets.ts';
import { synthesisCalls } from '../../../src/workflow/synthesis/synthesis-calls.ts';
import { synthesisEstimate } from '../../../src/workflow/synthesis/synthesis-estimate.ts';
import type { SynthesisJob } from '../../../src/workflow/synthesis/synthesis-job.ts';
import { COLOURS, TIDE } from '../../prompt/items.ts';

const ITEMS = [TIDE, COLOURS];
const PRICE = { prompt: 2, completion: 4 };

/** Two models in pairs: 6 calls an item. */
function jobOf(more: object = {}) {
  const defaults = { baseUrl: 'http://x/v1', price: PRICE, sampling: { maxTokens: 512 }, ...more };
  const models = ['a', 'b'].map((name) => ({ name, model: name }));
  const synthesis = synthesisConfiguration({ defaults, models }, 'mps.yaml');
  const plan = synthesisPlan(participantsOf(synthesis.participants));
  const design = designOf('complete', plan.participants.length, ITEMS.length, 1);
  const asker = {
    examineeOf: () => ({ name: 'x', ask: () => Promise.reject() }),
    retries: () => ({}),
  };
  return {
    caller: LIBRARY,
    synthesis,
    plan,
    design,
    sample: ITEMS,
    calls: synthesisCalls(plan, synthesis, asker),
    kept: new KeptCalls(plan.calls.length, ITEMS.length),
    needed: (item: number) => neededCalls(plan, participantsOfItem(design, item)),
  } as unknown as SynthesisJob;
}

test('a system prompt counts in each prompt, for the expected and the largest cost', () => {
  const systemPrompt = 'Be brief. '.repeat(80);
  const [without, withIt] = [{}, { systemPrompt }].map((more) => synthesisEstimate(jobOf(more), 8));
  const tokens = (without.calls * systemPrompt.length) / 4;
  expect(without.calls).toBe(6 * ITEMS.length);
  expect(withIt.promptTokens - without.promptTokens).toBe(tokens);
  expect(withIt.cost! - without.cost!).toBeCloseTo((tokens * PRICE.prompt) / 1e6, 12);
  // Two bytes a token at the least that is to be reckoned with.
  expect(withIt.most! - without.most!).toBeCloseTo((2 * tokens * PRICE.prompt) / 1e6, 12);
});

test('no budget is called enough while questions are open', () => {
  const job = jobOf();
  const estimate = synthesisEstimate(job, 8);
  const taken = { dollars: 0, tokens: 0 };
  const limits = { ...NO_LIMITS, money: 1000 * estimate.most! };
  const [money] = budgetOutlook(limits, estimate, taken);
  expect(money.suffices).toBe('probably');
  expect(outlookText(money)).toMatch(/probably enough: .*\$0\.\d+ /);
  const [small] = budgetOutlook({ ...NO_LIMITS, money: estimate.cost! / 2 }, estimate, taken);
  expect(outlookText(small)).toContain('about 50% of');
  for (let item = 0; item < ITEMS.length; item++)
    for (const call of job.needed(item)) job.kept.keep(call, item, { score: 1, extracted: 'A' });
  const [whole] = budgetOutlook(limits, synthesisEstimate(job, 8), taken);
  expect(outlookText(whole)).toMatch(/ suffices\.$/);
});

test('a budget is refused if even the shortest debate does not fit, not if only the longest does not', () => {
  const job = jobOf();
  // 512 tokens of an answer, and a prompt of some hundred: with 8,000 characters shown it would be some 5,000.
  expect(() => requireBudgets({ ...NO_LIMITS, tokens: 2500 }, job)).not.toThrow();
  expect(() => requireBudgets({ ...NO_LIMITS, tokens: 500 }, job)).toThrow(
    expect.objectContaining({
      code: 'OPTION_INVALID',
      details: expect.objectContaining({
        option: 'budget',
        found: expect.stringContaining('call of a'),
      }),
    }),
  );
});
