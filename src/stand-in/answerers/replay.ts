import type { Answer, Answerer, ModelQuestion, Unanswered } from '../answerer.ts';
import type { QuestionIndex } from '../questions/question-index.ts';

/** What a model wrote to an item when it was recorded. */
export interface RecordedOutput {
  readonly model: string;
  readonly item: string;
  readonly output: string;
}

/**
 * Answers as recorded models did. Of several outputs of a model to an item the repeat picks one: the first by default.
 * The letters of a recorded answer are those of the item, whatever order of options a prompt shows.
 */
export async function replay(
  outputs: Iterable<RecordedOutput> | AsyncIterable<RecordedOutput>,
  questions: QuestionIndex,
): Promise<Answerer> {
  const byModel = new Map<string, Map<string, string[]>>();
  for await (const { model, item, output } of outputs) {
    const byItem = byModel.get(model) ?? new Map<string, string[]>();
    byModel.set(model, byItem);
    const known = byItem.get(item);
    if (known === undefined) byItem.set(item, [output]);
    else known.push(output);
  }
  return {
    models: [...byModel.keys()],
    itemsIn: (messages) => questions.find(messages),
    answer({ model, messages, repeat }: ModelQuestion): Answer | Unanswered {
      const items = questions.find(messages);
      if (items.length === 0) return 'question_unknown';
      const byItem = byModel.get(model);
      const recorded = items.map(({ id }) => byItem?.get(id)).find((texts) => texts !== undefined);
      if (recorded === undefined) return 'output_unknown';
      return { text: recorded[Math.abs(repeat) % recorded.length], thinking: null };
    },
  };
}
