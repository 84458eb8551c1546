import type { z } from 'zod';
import { rejectsFile } from '../../files/write/rejects-file.ts';
import { alikeText } from '../../text/same-name.ts';
import { type ImportOutcome, importFiles } from '../../workflow/bank/import-files.ts';
import { IMPORT_FORMATS, importFormat, itemFormat } from '../../workflow/bank/import-formats.ts';
import { PARTIAL } from '../exit-codes.ts';
import { type Context, operation } from '../operation.ts';
import { importOptions } from './file-options.ts';
import { importReport } from './import-report.ts';
import { statedProvenance } from './provenance.ts';
import { countedRecords, isPartial, watched } from './read-records.ts';
import { keepYoungHeapSmall } from './small-young-heap.ts';

export type ImportOptions = z.output<typeof importOptions>;

export const bankImport = operation({
  name: 'bank import',
  summary: 'Import the items of files into a bank. A new bank is created if none has this name.',
  help: `
Formats:
${Object.entries(IMPORT_FORMATS)
  .map(([name, what]) => `  ${name.padEnd(15)} ${what}`)
  .join('\n')}

Examples:
  thetarank bank import questions.csv --name mine
  thetarank bank import val.csv test_with_annotations.csv --format cmexam --name cmexam
  thetarank bank import data.jsonl --name mine --map id=nr,stem=text,options=A+B+C+D,key=right

  thetarank bank import questions.csv --name mine --taxonomy cmexam --levels dept=clinical_department --canonical

  thetarank bank import new.csv --name mine --status pretest

  thetarank bank import results/*/samples_*.jsonl --name mine

Logs contain items and answers; the answers are added to the recorded answers of the bank.
Records that are not valid items are left out, counted and listed, and the exit code is 9; --all-or-nothing refuses the file
instead. Items whose
content the bank already has are duplicates and not added: importing a file twice changes nothing.
With --taxonomy, a tag value that it does not have ends the import, and nothing is kept: thetarank bank taxonomy lists them.`,
  options: importOptions,
  database: 'created',
  outputs: ['json'],
  doing: 'importing',
  async run(given, context) {
    const open = watched(given.files, context.progress);
    const format = importFormat(given.format, given.files[0]);
    const reader = itemFormat(format, {
      ...given,
      map: given.map?.fields,
      provenance: statedProvenance(given),
    });
    keepYoungHeapSmall();
    const left = rejectsFile(given.rejects);
    try {
      return await context.store(async (store) => {
        const watch = { open, rejected: left.add };
        const outcome = await importFiles(
          store,
          { ...given, format, ...rulesOf(given) },
          reader,
          watch,
        );
        if (outcome.recorded !== null)
          noteAlike(context, (await store.answeredBy(given.name)).recorded, outcome.recorded);
        return importedOf(outcome);
      });
    } finally {
      left.close();
    }
  },
  json: ({ bank, format, taxonomy, added, reports, leftOut, recorded }) => ({
    ...{ bank, format, taxonomy, added },
    ...countedRecords(reports),
    ...{ leftOut, recorded },
  }),
  exitCode: ({ reports }) => (isPartial(reports) ? PARTIAL : 0),
  report: importReport,
});

function rulesOf({
  taxonomy,
  levels,
  canonical,
  allOrNothing,
  strict,
  partial,
  absent,
}: ImportOptions) {
  return {
    taxonomy: { taxonomy, levels, canonical },
    isStrict: allOrNothing || strict,
    mayBeCut: partial,
    mayLack: absent,
  };
}

function noteAlike(
  { note }: Context,
  names: readonly string[],
  { answers }: NonNullable<ImportOutcome['recorded']>,
): void {
  const text = alikeText(names, answers.matrix().examinees);
  if (text !== null) note(text);
}

/** As plain data. */
function importedOf({ recorded: logs, leftOut, name: _, ...outcome }: ImportOutcome) {
  return { ...outcome, leftOut: Object.fromEntries(leftOut), recorded: logs && answersOf(logs) };
}
export type Imported = ReturnType<typeof importedOf>;

function answersOf({
  answers,
  scored,
  standIns,
  replaced,
  unscored,
  kinds,
  patterns,
}: NonNullable<ImportOutcome['recorded']>) {
  const { examinees, scores } = answers.matrix();
  const first = scores.reduce((sum, score) => sum + Number(!Number.isNaN(score)), 0);
  return {
    ...{ answers: answers.count, repeats: answers.count - first, ...scored, replaced },
    ...{ examinees, unscored, kinds, patterns, standIns },
  };
}
