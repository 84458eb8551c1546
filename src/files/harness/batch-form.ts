import { requestLine } from '../../examinee/batch/request-line.ts';
import { endpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import type { ModelAddress } from '../../examinee/endpoint/configuration/model-address.ts';
import type { AskedQuestion } from './asked-question.ts';

/**
 * The requests of a batch (JSON Lines) that ask these questions at temperature 0, as `vllm run-batch` and OpenAI's Batch API read them:
 * `custom_id` is the item. They hold no keys.
 */
export function batchRequests(questions: readonly AskedQuestion[], model: ModelAddress): string {
  const configuration = endpointConfiguration({ ...model, sampling: { temperature: 0 } });
  return questions
    .map(({ item, messages }) =>
      requestLine(item.id, configuration, { item: item.id, messages, repeat: 0 }),
    )
    .join('');
}
