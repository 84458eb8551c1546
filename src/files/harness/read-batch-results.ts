import { fail } from '../../errors.ts';
import { batchResultLine } from '../../examinee/batch/batch-outcome.ts';
import { readCompletion } from '../../examinee/endpoint/reply/read-completion.ts';
import { type Cut, isCutAt } from '../../finish-reason.ts';
import { fileJson } from '../../text/file-json.ts';
import { quoted } from '../../text/quoted.ts';
import { readLines } from '../../text/read-lines.ts';

/** One output of a batch. */
export interface BatchOutput {
  readonly item: string;
  /** Null if the request failed: then there is no answer. */
  readonly answer: {
    readonly model: string;
    readonly output: string;
    readonly isCut: Cut;
  } | null;
  readonly line: number;
}

/** Whether a text is results of a batch, by its beginning: `vllm run-batch` and OpenAI write the fields in this order. */
export function isBatchResults(text: string): boolean {
  return /^\s*\{\s*(?:"id"\s*:\s*(?:"[^"]*"|null)\s*,\s*)?"custom_id"\s*:/.test(text);
}

/** The outputs of results of a batch, line by line. @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID for any other line */
export function* readBatchResults(file: string): Generator<BatchOutput> {
  for (const { text, line } of readLines(file)) {
    const result = batchResultLine(fileJson(file, text, line));
    if (result === null)
      return fail('FILE_INVALID', {
        file,
        where: `line ${line}`,
        found: quoted(text.trim()),
        accepted: 'results of a batch: custom_id, and response or error',
      });
    const { custom_id: item, response } = result;
    const body = response?.status_code === 200 ? response.body : undefined;
    const outcome = body === undefined ? null : readCompletion(body);
    const { model } = (body ?? {}) as { model?: unknown };
    const isAnswer = outcome?.kind === 'answer' && typeof model === 'string' && model.trim() !== '';
    yield {
      item,
      line,
      answer: isAnswer
        ? {
            model,
            output: outcome.answer.output,
            isCut: isCutAt(outcome.answer.finishReason),
          }
        : null,
    };
  }
}
