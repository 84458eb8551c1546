import { readFamilies } from '../../files/responses/read-families.ts';
import { present } from '../../present.ts';
import { simulatedDoubts } from '../../scoring/doubts/examinee-doubts.ts';
import type { Store } from '../../store/store.ts';
import { alikeText } from '../../text/same-name.ts';
import { saidMost } from '../../workflow/asking/said-most.ts';
import { recordAnswers } from '../../workflow/bank/record-answers.ts';
import { PART_OF_A_BANK } from '../../workflow/bank/with-run.ts';
import { PARTIAL } from '../exit-codes.ts';
import { operation } from '../operation.ts';
import { lacksAnswers } from './answers-section.ts';
import { type RecordOptions, recordOptions } from './file-options.ts';
import { countedRecords, isPartial } from './read-records.ts';
import { recordReport } from './record-report.ts';
import { type Recorded, recordedSource } from './recorded-source.ts';

export const bankRecord = operation({
  name: 'bank record',
  summary: 'Add recorded answers to a bank.',
  help: `
Examples:
  thetarank bank record answers.csv --to mine
  thetarank bank record results.json --to mine   (results of promptfoo on a form)
  thetarank bank record results.jsonl --to mine  (results of a batch: form --format batch)
  thetarank bank record answers.parquet --to mine
  thetarank bank record predictions/my-model/*.json --to mine   (of OpenCompass, without scores)
  thetarank bank record --run 3

The file is what rank --responses reads: examinee (or model), then one column per item; or examinee,item,score.
thetarank bank convert makes it from results of SWE-bench, HELM and Every Eval Ever. If a model
already has recorded answers, all of them are replaced. If it would then have fewer, nothing is kept without --fewer. Tests of a model do not ask items for which it has no answer.
Predictions of OpenCompass and results of a batch are scored by the bank's keys. Of several models, name all files of a model at once.

--run records the answers of a finished run of rank --model, which must have asked every item of the bank:
  thetarank rank --bank mine --model NAME@ADDRESS --items ALL --strategy random (ALL: the number of items)
With --partial the run may have asked fewer. Built-in banks do not change; thetarank bank export NAME --recorded-answers
--run N writes their recorded answers together with those of the run.`,
  options: recordOptions,
  database: 'created',
  outputs: ['json'],
  async run(given, { store, note }) {
    const source = await recordedSource(given);
    return store(async (open) => {
      const recorded = await source(open);
      const kept = await record(open, recorded, given);
      const alike = alikeText((await open.answeredBy(kept.bank)).recorded, kept.names);
      if (alike !== null) note(alike);
      return kept;
    });
  },
  json({ names, items, reports, run, said: _, ...kept }) {
    const { bank, answers, doubts, replaced, all, kinds, patterns, unknown, otherMetrics } = kept;
    return {
      ...{ bank, examinees: names.length, items, answers, doubts, replaced },
      ...{ examineesInAll: all, kinds, patterns },
      ...(unknown.length > 0 && { unknown }),
      ...(otherMetrics.length > 0 && { otherMetrics }),
      ...(reports.length > 0 && countedRecords(reports)),
      ...run,
    };
  },
  exitCode: ({ reports, unknown }) => (isPartial(reports) || unknown.length > 0 ? PARTIAL : 0),
  report: recordReport,
});

/** Keeps answers. */
async function record(store: Store, recorded: Recorded, given: RecordOptions) {
  const { bank, matrix, from, standIns, absent } = recorded;
  const { kinds = [], patterns = [], reports = [], unknown = [], otherMetrics = [] } = recorded;
  const { examinees, items, scores } = matrix;
  const families =
    given.families === undefined ? recorded.families : readFamilies(given.families, examinees);
  const { replaced, all } = await recordAnswers(
    store,
    bank,
    { ...present({ standIns, absent }), ...from, matrix, families },
    { ifKnown: todoIfKnown(recorded, given), mayShrink: given.fewer, mayLack: given.absent },
  );
  const unusual = new Set([...patterns, ...kinds.filter(lacksAnswers)].map(({ model }) => model));
  return {
    ...{ bank, names: examinees, items: items.length },
    answers: scores.reduce((sum, score) => sum + Number(!Number.isNaN(score)), 0),
    doubts: simulatedDoubts(examinees, standIns),
    ...{ replaced, all, kinds, patterns, unknown, reports, otherMetrics },
    run: from && {
      ...{ run: from.run, prompts: from.prompts, strategy: from.strategy, missing: from.missing },
    },
    said:
      from === undefined || unusual.size === 0
        ? []
        : await saidMost(store, from.run, (model) => (unusual.has(model) ? model : null)),
  };
}
export type Kept = Awaited<ReturnType<typeof record>>;

/** What to do about models with recorded answers; null if these are replaced. */
function todoIfKnown({ from }: Recorded, { onlyNew }: RecordOptions): string | null {
  // A part of a model's answers must not take the place of all of them.
  if (from !== undefined && from.missing > 0) return PART_OF_A_BANK;
  return onlyNew ? 'To replace them, leave out --only-new.' : null;
}
