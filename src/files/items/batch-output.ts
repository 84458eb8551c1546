import { fail } from '../../errors.ts';
import { batchResultLine } from '../../examinee/batch/batch-outcome.ts';
import { readCompletion } from '../../examinee/endpoint/reply/read-completion.ts';
import { isCutAt } from '../../finish-reason.ts';
import { quoted } from '../../text/quoted.ts';
import type { ModelOutput } from './read-outputs.ts';

/**
 * The output in a line of results of a batch, as `vllm run-batch` and OpenAI's Batch API write them; null for any other line. `custom_id` is
 * the item, `response.body.model` the model.
 * @throws FILE_INVALID for a request that has no answer
 */
export function batchOutput(
  value: unknown,
  { file, line }: { readonly file: string; readonly line: number },
): ModelOutput | null {
  const result = batchResultLine(value);
  if (result === null) return null;
  const { custom_id: item, response } = result;
  const refuse = (found: string) =>
    fail('FILE_INVALID', {
      file,
      where: `line ${line}, custom_id ${quoted(item)}`,
      found,
      accepted: 'answered requests; ask it again, or remove the line',
    });
  if (response == null) return refuse('a request without a response');
  if (response.status_code !== 200) return refuse(`status ${response.status_code}`);
  const outcome = readCompletion(response.body);
  const { model } = (response.body ?? {}) as { model?: unknown };
  if (outcome.kind !== 'answer') return refuse('a response that is not a chat completion');
  if (typeof model !== 'string' || model.trim() === '') return refuse('a response without a model');
  return {
    model,
    item,
    output: outcome.answer.output,
    options: null,
    optionTexts: null,
    type: null,
    reference: undefined,
    key: null,
    isCut: isCutAt(outcome.answer.finishReason),
    line,
  };
}
