import { expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { synthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { replyKey } from '../../../src/examinee/endpoint/reply/reply-key.ts';
import { synthesisCalls } from '../../../src/workflow/synthesis/synthesis-calls.ts';
import { itemOf } from '../../store/store-case.ts';

test('two answers that are one text get criticisms of their own; generations keep the place they had in a cache', () => {
  const synthesis = synthesisConfiguration(
    { models: ['a', 'b', 'c'].map((name) => `${name}=${name}@http://127.0.0.1:9/v1`) },
    'mps.yaml',
  );
  const plan = synthesisPlan(participantsOf(synthesis.participants));
  const calls = synthesisCalls(plan, synthesis, {
    examineeOf: () => ({ name: 'x', ask: () => Promise.reject(new Error('asked')) }),
    retries: () => ({}),
  });
  const item = itemOf(1);
  const [model] = synthesis.models;
  const keys = calls.map(({ before, repeat, draw, conversation }) => {
    const { messages } = conversation(
      item,
      before.map(() => 'The answer is (A).'),
    ).next([]);
    const about = { item: item.id, repeat, messages };
    return replyKey(model, draw === undefined ? about : { ...about, draw });
  });
  // All three generations are one request here, since one model is asked for all.
  expect(new Set(keys).size).toBe(1 + 6 + 6);
  expect(calls.filter(({ draw }) => draw === undefined).map(({ id }) => id)).toEqual([
    'a',
    'b',
    'c',
  ]);
});
