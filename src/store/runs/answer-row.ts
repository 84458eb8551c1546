import type { Insertable, Selectable } from 'kysely';
import type { FinishReason } from '../../finish-reason.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import { keepable } from '../../text/keepable.ts';
import type { Tables } from '../schema/tables.ts';
import { rowOrigin } from './origins.ts';

/** An answer as a row; `examinee` is the examinee's. */
export function answerRow(
  run: number,
  examinee: number,
  answer: RunAnswer,
): Insertable<Tables['answers']> {
  return {
    run,
    examinee,
    place: answer.place,
    item: answer.item,
    item_hash: answer.itemHash,
    prompt: answer.prompt,
    extracted: keepable(answer.extracted),
    rule: answer.rule,
    reason: keepable(answer.reason),
    score: answer.score,
    finish_reason: answer.finishReason,
    prompt_tokens: answer.tokens.prompt,
    completion_tokens: answer.tokens.completion,
    reasoning_tokens: answer.tokens.reasoning,
    cost: answer.cost,
    latency: answer.latency,
    attempts: answer.attempts,
    cached: answer.cached ? 1 : 0,
    refused: keepable(answer.refused),
    kept_at: answer.at,
    output: keepable(answer.output),
    thinking: keepable(answer.thinking),
  };
}

type Texts = Pick<Selectable<Tables['answers']>, 'output' | 'thinking'>;
type Origin = Parameters<typeof rowOrigin>[0];

/** The answer of a row, which may come without its texts; `name` is the examinee's. */
export function rowAnswer(
  row: Omit<Selectable<Tables['answers']>, 'run' | 'examinee' | keyof Texts> &
    Partial<Texts> &
    Origin & { readonly name: string },
): RunAnswer {
  return {
    examinee: row.name,
    place: row.place,
    item: row.item,
    itemHash: row.item_hash,
    prompt: row.prompt,
    output: row.output ?? '',
    thinking: row.thinking ?? null,
    extracted: row.extracted,
    rule: row.rule,
    reason: row.reason,
    score: row.score,
    finishReason: row.finish_reason as FinishReason,
    tokens: {
      prompt: row.prompt_tokens,
      completion: row.completion_tokens,
      reasoning: row.reasoning_tokens,
    },
    cost: row.cost,
    latency: row.latency,
    attempts: row.attempts,
    cached: row.cached === 1,
    refused: row.refused,
    ...rowOrigin(row),
    at: row.kept_at,
  };
}
