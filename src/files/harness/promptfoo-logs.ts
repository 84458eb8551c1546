import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import type { HarnessAnswer, HarnessReport } from './read-harness-samples.ts';
import { type PromptfooAnswers, readPromptfoo } from './read-promptfoo.ts';

/** The answers of a model to items of a bank, and what became of its tests. */
export interface PromptfooLog {
  readonly model: string;
  readonly answers: readonly HarnessAnswer[];
  readonly report: HarnessReport;
}

/**
 * The answers to items of a bank in results of promptfoo, by model; a model in several files has the answers of all.
 * @param name of all models, if the caller states one
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readPromptfooLogs(
  files: readonly string[],
  bank: { readonly name: string; readonly items: readonly string[] },
  name?: string | undefined,
): PromptfooLog[] {
  const indexOf = new Map(bank.items.map((item, j) => [item, j]));
  const byModel = new Map<string, PromptfooAnswers[]>();
  for (const file of files)
    for (const own of readPromptfoo(file)) {
      const model = name ?? own.model;
      byModel.set(model, [...(byModel.get(model) ?? []), own]);
    }
  return [...byModel].map(([model, all]) => {
    const scores = new Map<string, number>();
    for (const [item, score] of all.flatMap((own) => [...own.scores])) {
      const first = scores.get(item);
      if (first !== undefined && first !== score)
        fail('FILE_INVALID', {
          file: files.join(', '),
          where: `model ${quoted(model)}, item ${quoted(item)}`,
          found: `scores ${first} and ${score}`,
          accepted: 'one score per item: results of one run',
        });
      scores.set(item, score);
    }
    const answers = [...scores].flatMap(([item, score]) => {
      const index = indexOf.get(item);
      return index === undefined ? [] : [{ item, index, score }];
    });
    const tests = all.reduce((sum, own) => sum + own.tests, 0);
    if (answers.length === 0)
      fail('FILE_INVALID', {
        file: files.join(', '),
        found: `no item of bank ${bank.name} among the answers of ${model}`,
        accepted: `results of a configuration of thetarank form --bank ${bank.name} --format promptfoo`,
      });
    const otherMetrics = [...new Set(all.flatMap((own) => own.otherMetrics))];
    const lost = all.reduce((sum, own) => sum + own.failed + own.unnamed, 0);
    return {
      model,
      answers: answers.sort((x, y) => x.index - y.index),
      report: {
        lines: tests,
        accepted: answers.length,
        duplicates: tests - lost - scores.size,
        unknown: scores.size - answers.length + lost,
        otherFilter: 0,
        disagreeing: 0,
        compared: 0,
        filter: null,
        metric: "promptfoo's score",
        ...(otherMetrics.length > 0 && { otherMetrics }),
      },
    };
  });
}
