/** Why an answer ended: by itself, at the limit of tokens, by a content filter, cut off, or anything else. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'cut' | 'other';

/** Words for the end of a whole reply, in small letters; those of several providers and harnesses. */
const ENDS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop',
  stop_token: 'stop',
  complete: 'stop',
  completed: 'stop',
  normal: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  max_new_tokens: 'length',
  max_length: 'length',
  max_output: 'length',
  limit: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  context_window_exceeded: 'length',
  content_filter: 'content_filter',
  content_filtered: 'content_filter',
  safety: 'content_filter',
  sensitive: 'content_filter',
  refusal: 'content_filter',
  recitation: 'content_filter',
  blocklist: 'content_filter',
  prohibited_content: 'content_filter',
  guardrail_intervened: 'content_filter',
  spii: 'content_filter',
  tool_calls: 'other',
  tool_use: 'other',
  function_call: 'other',
  repetition: 'length',
  repetition_truncation: 'length',
};

/** What a word for the end of a reply means; undefined for one that is not known to end a whole reply. */
export function finishReasonOf(word: string): FinishReason | undefined {
  const end = word.toLowerCase();
  return Object.hasOwn(ENDS, end) ? ENDS[end] : undefined;
}

/** Whether an output ended at the limit of tokens, or by a filter; undefined where its end does not say. Of both, only a stated answer counts. */
export type Cut = boolean | 'filtered' | undefined;

export function isCutAt(finishReason: FinishReason | null | undefined): Cut {
  if (finishReason === 'content_filter') return 'filtered';
  return finishReason === 'length' ? true : finishReason === 'stop' ? false : undefined;
}

/** Why an output without an answer has none, where its end says it. */
export function cutReason(cut: Cut): 'truncated' | 'refusal' | undefined {
  return cut === 'filtered' ? 'refusal' : cut === true ? 'truncated' : undefined;
}

/** The same of a word in a log or file, of any type. */
export function isCutByWord(word: unknown): Cut {
  return typeof word === 'string' ? isCutAt(finishReasonOf(word)) : undefined;
}

/** The same of output `k` of a record of a harness: `finish_reason`, or a list `finish_reasons`. */
export function isCutInRecord(record: object, k = 0): Cut {
  const { finish_reason: one, finish_reasons: all } = record as Record<string, unknown>;
  return isCutByWord(Array.isArray(all) ? all[k] : Array.isArray(one) ? one[k] : (all ?? one));
}
