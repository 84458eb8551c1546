import { collectAnswers } from '../../../item-bank/import/collect-answers.ts';
import type { AnsweredFormat } from '../../../item-bank/import/format.ts';
import { importItems, knownItems } from '../../../item-bank/import/import-items.ts';
import { identityCheck } from '../../../item-bank/import/logs/model-identity.ts';
import { Rejection } from '../../../item-bank/import/records/records.ts';
import { type Source, sourceName } from '../../../item-bank/import/records/source.ts';
import { scoredBy } from '../../../item-bank/import/scored-by.ts';
import type { Item } from '../../../item-bank/items/item.ts';

/** Items and answers of logs, as the command line joins them. */
export async function runLogs(
  format: AnsweredFormat,
  sources: readonly Source[],
  { mayBeCut = false } = {},
) {
  const known = knownItems();
  const answers = collectAnswers();
  const scored = scoredBy();
  const check = identityCheck('--model', (file, name) => `${file} as ${name}`);
  const items: Item[] = [];
  const unscored: string[] = [];
  /** Whose the records without a score are. */
  const missing: (string | null)[] = [];
  const reports = [];
  for (const source of sources) {
    const run = importItems(format, source, known, {
      mayBeCut,
      record(value, id) {
        const model = format.examinee(value, source);
        const identity = format.identity?.(value, source);
        if (model !== null && identity !== undefined) check(model, identity, sourceName(source));
        try {
          const answer = format.answer(value, source);
          if (answer !== null) {
            scored.add(answer);
            return answers.add(answer.examinee, id, answer.score);
          }
          unscored.push('no score');
        } catch (error) {
          if (!(error instanceof Rejection)) throw error;
          unscored.push(error.message);
        }
        missing.push(model);
      },
    });
    for await (const item of run) items.push(item);
    reports.push(run.report);
  }
  return {
    ...{ items, reports, unscored, missing },
    matrix: answers.matrix(),
    scored: scored.found(),
  };
}
