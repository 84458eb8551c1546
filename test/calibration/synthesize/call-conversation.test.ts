import { expect, test } from 'vitest';
import { callConversation, keptOutput } from '../../../calibration/synthesize/call-conversation.ts';
import { callEndpoint } from '../../../calibration/synthesize/call-endpoint.ts';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import { ALL } from '../../prompt/items.ts';
import { pairsOf } from './pool.ts';

const { calls } = synthesisPlan(
  participantsOf([{ ...pairsOf(['a', 'b'], [2]), variants: ['answer-only'], temperatures: [0.3] }]),
);

test.each(ALL)('every call sees what it is after, of $type item $id', (item) => {
  const kept = new Map<string, string>();
  for (const call of calls) {
    const seen = call.after.map((id) => kept.get(id)!);
    const conversation = callConversation(call, item, seen);
    const outputs: string[] = [];
    while (outputs.length < conversation.turns) {
      const { messages } = conversation.next(outputs);
      const text = messages.map(({ content }) => content).join('\n');
      // Each output names its call. Later questions of a case stand after reference answers, and a reflection after its own.
      const named = [...new Set([...text.matchAll(/said by ([^/]*)\//g)].map(([, id]) => id))];
      expect(named.sort()).toEqual(
        [...call.after, ...(outputs.length > 0 && call.after.length > 0 ? [call.id] : [])].sort(),
      );
      outputs.push(`said by ${call.id}/${outputs.length}`);
    }
    kept.set(call.id, keptOutput(call, item, outputs));
  }
});

test('the temperature of a participant wins over that of its models', () => {
  const models = ['a', 'b'].map((name) =>
    endpointConfiguration({
      ...{ name, model: name, baseUrl: 'http://localhost/v1' },
      sampling: { temperature: 1, topP: 0.9 },
    }),
  );
  expect(callEndpoint(models, calls[1])).toEqual({
    ...models[1],
    sampling: { temperature: 0.3, topP: 0.9 },
  });
  expect(callEndpoint(models, { ...calls[1], temperature: null })).toBe(models[1]);
});
