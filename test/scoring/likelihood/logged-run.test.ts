import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HarnessBank } from '../../../src/files/harness/harness-tasks.ts';
import { readHarnessSamples } from '../../../src/files/harness/read-harness-samples.ts';
import { askItem } from '../../../src/run/ask-item.ts';
import {
  type Endpoint,
  examineeAt,
  sendJson,
  startEndpoint,
} from '../../examinee/endpoint-server.ts';
import { echoed, words } from '../../examinee/likelihood/likelihood-server.ts';
import {
  isTrimmed,
  itemOfSample,
  likelihoodsOf,
  loggedSamples,
  logOf,
  scoreOf,
} from '../../golden/likelihood/logged-samples.ts';

/**
 * A server that has the log-likelihoods of a harness's log: the model answers the same requests as in that run, so each score must
 * be the one in the log.
 */
const METRICS = ['acc', 'acc_norm', 'acc_bytes'] as const;
const samples = { cloze: loggedSamples('cloze'), letter: loggedSamples('letter') };
const likelihoods = new Map(
  Object.values(samples).flatMap((log) =>
    log.flatMap((sample) =>
      likelihoodsOf(sample).map((l, k): [string, { context: string; l: number }] => {
        const { arg_0, arg_1 } = Object.values(sample.arguments)[k];
        return [arg_0 + arg_1, { context: arg_0, l }];
      }),
    ),
  ),
);

/** The log-likelihood of an option in parts of a power of two, so that their sum is exact. */
function scored(prompt: string): (number | null)[] {
  const known = likelihoods.get(prompt);
  const context = words(known?.context ?? prompt).map((_, k) => (k === 0 ? null : -1));
  return known === undefined ? context : [...context, known.l / 2, known.l / 4, known.l / 4];
}

let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await startEndpoint((response, _n, { body }) =>
    sendJson(response, echoed(body.prompt, scored)),
  );
});
afterAll(() => endpoint.close());

describe.each(['cloze', 'letter'] as const)('%s', (variant) => {
  const system =
    variant === 'letter'
      ? 'The following are multiple choice questions (with answers) about trifles.'
      : undefined;

  test.each(METRICS)(
    'a model with these log-likelihoods gets the %s of the log',
    async (metric) => {
      const { examinee } = examineeAt(endpoint);
      for (const sample of samples[variant].filter(isTrimmed)) {
        const item = itemOfSample(sample);
        const { score, extracted } = await askItem(examinee, item, {
          prompt: { variant, system, language: 'en' },
          score: { likelihood: { metric, of: variant } },
        });
        expect([item.id, score]).toEqual([item.id, scoreOf(sample, metric, extracted)]);
      }
    },
  );

  test.each(METRICS)('the reader of logs takes %s as it is logged', (metric) => {
    const ids = samples[variant].map(({ doc }) => doc.id);
    const bank: HarnessBank = {
      name: 'trifles',
      items: ids,
      tags: { topic: { values: [variant], codes: new Uint16Array(ids.length) } },
      harness: {
        program: 'lm-evaluation-harness',
        tag: 'topic',
        taskPrefix: 'trifles_',
        idField: 'id',
        idPrefix: '',
      },
    };
    const { answers, report } = readHarnessSamples([logOf(variant)], bank, { metric });
    expect(answers.map(({ score }) => score)).toEqual(samples[variant].map((one) => one[metric]));
    expect(report).toMatchObject({ metric, accepted: ids.length });
  });
});
