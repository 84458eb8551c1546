import type { ResponseMatrix } from '../../irt/responses.ts';
import type { AbsentByModel } from '../../scoring/absent.ts';
import { readPromptfoo } from './read-promptfoo.ts';

/** Answers of a model in results of promptfoo by kind; promptfoo does not say whether an output could be read. */
interface PromptfooKinds {
  readonly model: string;
  readonly answers: number;
  readonly unread: null;
  readonly truncated: number;
  readonly refused: 0;
  readonly missing: number;
}

/** The answers in results of promptfoo as a matrix: models × items, NaN without an answer. @throws as `readPromptfoo` */
export function promptfooMatrix(file: string): {
  readonly matrix: ResponseMatrix;
  readonly kinds: readonly PromptfooKinds[];
  readonly absent: AbsentByModel;
  readonly otherMetrics: readonly string[];
} {
  const models = readPromptfoo(file).filter(({ scores }) => scores.size > 0);
  const items = [...new Set(models.flatMap(({ scores }) => [...scores.keys()]))];
  return {
    matrix: {
      examinees: models.map(({ model }) => model),
      items,
      scores: Float32Array.from(
        models.flatMap(({ scores }) => items.map((item) => scores.get(item) ?? Number.NaN)),
      ),
    },
    otherMetrics: [...new Set(models.flatMap((own) => own.otherMetrics))],
    absent: new Map(models.map(({ model, absent }) => [model, absent])),
    kinds: models.map(({ model, tests, failed, unnamed, truncated }) => ({
      model,
      answers: tests - failed - unnamed,
      unread: null,
      truncated,
      refused: 0,
      missing: failed,
    })),
  };
}
