import type { Answerer } from '../../../src/stand-in/answerer.ts';
import { replay } from '../../../src/stand-in/answerers/replay.ts';
import type { StandInCounts } from '../../../src/stand-in/counts.ts';
import type { StandInOptions } from '../../../src/stand-in/options.ts';
import { indexQuestions } from '../../../src/stand-in/questions/question-index.ts';
import { readRecorded } from '../../../src/stand-in/read-recorded.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { standInItems } from '../../../src/stand-in/stand-in-items.ts';
import type { Exam } from './exam.ts';

/** One request as the stand-in met it. */
export interface AskedOnce {
  readonly model: string;
  readonly item: string;
  readonly messages: number;
}

export interface ServedExam {
  /** Ends in /v1. */
  readonly url: string;
  /** Every request for a known question, in the order of arrival, those with faults among them. */
  readonly asked: AskedOnce[];
  /** Called at each of them. */
  onAsked: (asked: AskedOnce) => void;
  counts(): Promise<StandInCounts>;
  close(): Promise<void>;
}

/** The stand-in in this process: it says of an exam what the models were recorded to say. */
export async function serveExam(
  exam: Pick<Exam, 'items' | 'outputs'>,
  options: Omit<StandInOptions, 'answerers'> = {},
): Promise<ServedExam> {
  const questions = await indexQuestions(await standInItems(exam.items));
  const answerer = await replay(readRecorded(exam.outputs), questions);
  const asked: AskedOnce[] = [];
  const counting: Answerer = {
    models: answerer.models,
    answer(question) {
      const [item] = questions.find(question.messages);
      const one = {
        model: question.model,
        item: item?.id ?? '',
        messages: question.messages.length,
      };
      asked.push(one);
      served.onAsked(one);
      return answerer.answer(question);
    },
  };
  const server = standIn({ answerers: [counting], ...options });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const served: ServedExam = {
    url: `${address}/v1`,
    asked,
    onAsked: () => {},
    counts: async () => (await (await fetch(`${address}/stand-in/counts`)).json()) as StandInCounts,
    close: () => server.close(),
  };
  return served;
}
