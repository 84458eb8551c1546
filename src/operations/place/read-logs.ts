import type { Bank } from '../../../item-bank/bank.ts';
import {
  lmEvalModel,
  loggedIdentity,
  loggedModel,
} from '../../../item-bank/import/logs/lm-eval-model.ts';
import { identityCheck } from '../../../item-bank/import/logs/model-identity.ts';
import { isBenchmarkLog, readBenchmarkLogs } from '../../files/harness/benchmark-logs.ts';
import { fileBeginning } from '../../files/harness/file-beginning.ts';
import { readPromptfooLogs } from '../../files/harness/promptfoo-logs.ts';
import { isBatchResults } from '../../files/harness/read-batch-results.ts';
import { readHarnessSamples } from '../../files/harness/read-harness-samples.ts';
import { isPromptfoo } from '../../files/harness/read-promptfoo.ts';
import { shellWord } from '../../shell-word.ts';
import { batchAnswers } from '../../workflow/bank/batch-answers.ts';
import { contentsOfBank } from '../../workflow/bank/content-of-bank.ts';
import type { Context } from '../operation.ts';
import type { PlaceOptions } from './place.ts';

/** The name of a model that neither its logs nor an option names. */
const UNNAMED = 'new model';

/** The answers in logs, by model. @throws FILE_INVALID and others of their readers */
export async function readLogs(
  bank: Bank,
  { files, name, filter, metric }: PlaceOptions,
  store: Context['store'],
) {
  const promptfoo = files.filter((file) => isPromptfoo(fileBeginning(file)));
  const benchmark = files.filter((file) => !promptfoo.includes(file) && isBenchmarkLog(file));
  const batches = files.filter((file) => isBatchResults(fileBeginning(file)));
  const named = [...promptfoo, ...benchmark, ...batches];
  const samples = files.filter((file) => !named.includes(file));
  const withFind = () => ({ ...bank, find: contentsOfBank(bank) });
  const unread = [
    ...readPromptfooLogs(promptfoo, bank, name),
    ...(benchmark.length === 0
      ? []
      : await readBenchmarkLogs(benchmark, withFind(), { name, metric })),
  ];
  return [
    ...(samples.length === 0 ? [] : [...byModel(samples, name, bank.name)]).map(([model, own]) => ({
      model,
      ...readHarnessSamples(own, bank, { filter, metric }),
    })),
    ...unread.map((log) => ({ ...log, patterns: [] })),
    ...(batches.length === 0 ? [] : await store((open) => batchAnswers(open, bank, batches, name))),
  ];
}

/** The logs of each model, in their order. @throws OPTION_INVALID where only some files tell their model, or two models have one name */
function byModel(
  files: readonly string[],
  name: string | undefined,
  bank: string,
): Map<string, string[]> {
  if (name !== undefined) return new Map([[name, [...files]]]);
  const check = identityCheck(
    '--name',
    (file, model) => `thetarank place ${shellWord(file)} --bank ${bank} --name ${shellWord(model)}`,
  );
  const isNamed = files.some((file) => loggedModel(file) !== null);
  const byName = new Map<string, string[]>();
  for (const file of files) {
    const model = isNamed ? lmEvalModel(file, '--name') : UNNAMED;
    check(model, loggedIdentity(file), file);
    const own = byName.get(model);
    if (own === undefined) byName.set(model, [file]);
    else own.push(file);
  }
  return byName;
}
