import type { ResponseMatrix } from '../../irt/responses.ts';
import { readPromptfoo } from './read-promptfoo.ts';

/** The answers in results of promptfoo as a matrix: models × items, NaN without an answer. @throws as `readPromptfoo` */
export function promptfooMatrix(file: string): ResponseMatrix {
  const models = readPromptfoo(file).filter(({ scores }) => scores.size > 0);
  const items = [...new Set(models.flatMap(({ scores }) => [...scores.keys()]))];
  return {
    examinees: models.map(({ model }) => model),
    items,
    scores: Float32Array.from(
      models.flatMap(({ scores }) => items.map((item) => scores.get(item) ?? Number.NaN)),
    ),
  };
}
