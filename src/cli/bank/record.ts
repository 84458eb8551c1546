import type { Command } from 'commander';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { fail } from '../../errors.ts';
import { fileBeginning } from '../../files/harness/file-beginning.ts';
import { promptfooMatrix } from '../../files/harness/promptfoo-matrix.ts';
import { isBatchResults } from '../../files/harness/read-batch-results.ts';
import { isOpencompassPredictions } from '../../files/harness/read-opencompass-predictions.ts';
import { isPromptfoo } from '../../files/harness/read-promptfoo.ts';
import { readFamilies } from '../../files/responses/read-families.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { count, plural } from '../../numbers.ts';
import { LONGER, patternHints } from '../../operations/asking/pattern-hints.ts';
import { PARTIAL } from '../../operations/exit-codes.ts';
import { FEWEST_RANKED } from '../../ranking/recorded-bank.ts';
import { saidMostLines } from '../../report/said-text.ts';
import type { AbsentByModel } from '../../scoring/absent.ts';
import { doubtTexts, simulatedDoubts } from '../../scoring/doubts/examinee-doubts.ts';
import { logHints } from '../../scoring/patterns/pattern-words.ts';
import { shellWord } from '../../shell-word.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { shortened } from '../../text/shortened.ts';
import { saidMost } from '../../workflow/asking/said-most.ts';
import type { AnswerKinds } from '../../workflow/bank/answer-kinds.ts';
import { batchMatrix } from '../../workflow/bank/batch-matrix.ts';
import {
  type PredictionAnswers,
  predictionAnswers,
} from '../../workflow/bank/prediction-answers.ts';
import type { ModelPatterns } from '../../workflow/bank/read-answers.ts';
import { readAnyResponses } from '../../workflow/bank/read-any-responses.ts';
import { recordAnswers } from '../../workflow/bank/record-answers.ts';
import { type RunAnswers, runAnswers } from '../../workflow/bank/run-answers.ts';
import { PART_OF_A_BANK } from '../../workflow/bank/with-run.ts';
import { knownRun } from '../../workflow/known-run.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  databaseOf,
  withStore,
} from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { noteAlike } from '../output/alike-note.ts';
import { printText } from '../output/typed-commands.ts';
import { bankName, ownBankName } from './bank-name.ts';
import { countedRecords, endPartial, printCounts, printRejected } from './import-report.ts';
import { lacksAnswers, MAY_LACK, printKinds, printPatterns } from './kinds-report.ts';
import { provenanceLines } from './run-provenance.ts';

interface RecordOptions extends DatabaseOptions {
  readonly to?: string;
  readonly run?: number;
  readonly partial?: boolean;
  readonly families?: string;
  readonly onlyNew?: boolean;
  readonly fewer?: boolean;
  readonly absent?: boolean;
  readonly json?: boolean;
}

/** Most items that are named. */
const SHOWN = 10;

const EXAMPLES = `
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
--run N writes their recorded answers together with those of the run.`;

/** `thetarank bank record`: keeps recorded answers with a bank. */
export function addBankRecordCommand(bank: Command): void {
  addDatabaseOption(
    bank
      .command('record')
      .description('Add recorded answers to a bank.')
      .argument(
        '[files...]',
        'recorded answers, CSV or Parquet; results of promptfoo or of a batch; or predictions of OpenCompass, one file or several',
      )
      .option(
        '--to <bank>',
        'a bank of your own (with --run default: the bank of the run)',
        bankName,
      )
      .option('--run <n>', 'instead of a file: record the answers of this run', wholeNumber(1))
      .option(
        '--partial',
        'of a file: without the items that the bank does not have; with --run: even if the run did not ask every item, and models with recorded answers are refused',
      )
      .option('--families <file>', 'CSV: examinee, family (default: the column "family")'),
  )
    .option('--only-new', 'keep nothing if a model already has recorded answers')
    .option('--fewer', 'also replace the answers of a model that then has fewer')
    .option('--absent', MAY_LACK)
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runRecord);
}

async function runRecord(files: readonly string[], options: RecordOptions): Promise<void> {
  const { run, partial: isPartial = false } = options;
  const [file] = files;
  checkSource(file, options);
  if (file !== undefined) {
    const name = ownBankName(options.to!, '--to');
    const beginning = fileBeginning(file);
    if (isOpencompassPredictions(beginning))
      return withStore(options, async (store) => {
        const { matrix, ...about } = await predictionAnswers(store, name, files);
        await record(store, name, { matrix, own: null, ...about }, options, null);
      });
    if (files.length > 1)
      fail('OPTIONS_CONFLICT', {
        options: 'FILES',
        reason: `${file} is not predictions of OpenCompass, and of other formats one file is recorded at a time.`,
      });
    if (isBatchResults(beginning))
      return withStore(options, async (store) => {
        const about = await batchMatrix(store, name, file);
        await record(store, name, { own: null, ...about }, options, null);
      });
    const answers: Recorded = isPromptfoo(beginning)
      ? { own: null, ...promptfooMatrix(file) }
      : await readAnyResponses(file).then(({ families: own, ...read }) => ({ own, ...read }));
    return withStore(options, async (store) => {
      const known = await knownAnswers(store, name, answers, { file, isPartial });
      await record(store, name, known, options, null);
    });
  }
  const to = options.to === undefined ? undefined : ownBankName(options.to, '--to');
  await withStore(options, async (store) => {
    const name = to ?? String((await knownRun(store, run!)).configuration.bank);
    if (isBuiltinBank(name)) refuseBuiltin(name, run!, isPartial);
    const answers = await runAnswers(store, run!, { to: name, isPartial });
    const { matrix, kinds, absent, patterns } = answers;
    await record(store, name, { matrix, own: null, kinds, absent, patterns }, options, answers);
  });
}

/** Answers to keep. */
interface Recorded {
  readonly matrix: ResponseMatrix;
  /** Families, if the file has them. */
  readonly own: readonly string[] | null;
  /** Whose answers come from the stand-in, if the file says so. */
  readonly standIns?: readonly string[] | undefined;
  /** Answers by kind, if the outputs are known. */
  readonly kinds?: readonly AnswerKinds[];
  /** Why answers are not there, if the outputs are known. */
  readonly absent?: AbsentByModel | undefined;
  /** What the outputs show of prompt, endpoint and extraction. */
  readonly patterns?: readonly ModelPatterns[];
  /** Records that were read, if some may be left out. */
  readonly reports?: PredictionAnswers['reports'];
  /** Items of the file that the bank does not have. */
  readonly unknown?: readonly string[];
}

/**
 * The answers to items that the bank has.
 * @throws FILE_INVALID if there are others, unless a part of the answers is wanted; NAME_UNKNOWN
 */
async function knownAnswers(
  store: Store,
  bank: string,
  recorded: Recorded,
  { file, isPartial }: { file: string; isPartial: boolean },
): Promise<Recorded> {
  await bankOf(store, bank);
  const known = await store.knownItems(bank);
  const { examinees, items, scores } = recorded.matrix;
  const kept = items.flatMap((item, j) => (known.has(item) ? [j] : []));
  const unknown = items.filter((item) => !known.has(item));
  if (unknown.length > 0 && (!isPartial || kept.length === 0))
    fail('FILE_INVALID', {
      file,
      found: `${count(unknown.length)} of ${plural(items.length, 'item')} that bank ${bank} does not have: ${listed(unknown)}`,
      accepted:
        kept.length === 0
          ? `answers to items of bank ${bank}`
          : `items of the bank. To record the answers to the others: thetarank bank record ${shellWord(file)} --to ${bank} --partial`,
    });
  const columns = new Float32Array(examinees.length * kept.length);
  for (const m of examinees.keys())
    for (const [k, j] of kept.entries())
      columns[m * kept.length + k] = scores[m * items.length + j];
  const matrix = { examinees, items: kept.map((j) => items[j]), scores: columns };
  return { ...recorded, matrix, unknown };
}

/** The first of many names. */
function listed(names: readonly string[]): string {
  const first = names.slice(0, SHOWN).map(shortened).join(', ');
  return names.length > SHOWN ? `${first}, … and ${count(names.length - SHOWN)} more` : first;
}

/** Keeps answers and says what was kept. */
async function record(
  store: Store,
  name: string,
  {
    matrix,
    own,
    standIns,
    absent,
    kinds = [],
    patterns = [],
    reports = [],
    unknown = [],
  }: Recorded,
  options: RecordOptions,
  from: RunAnswers | null,
): Promise<void> {
  const { examinees, items, scores } = matrix;
  const families = options.families === undefined ? own : readFamilies(options.families, examinees);
  const answers = scores.reduce((sum, score) => sum + Number(!Number.isNaN(score)), 0);
  // A part of a model's answers must not take the place of all of them.
  const ifKnown =
    from !== null && from.missing > 0
      ? PART_OF_A_BANK
      : options.onlyNew === true
        ? 'To replace them, leave out --only-new.'
        : null;
  const { replaced, all } = await recordAnswers(
    store,
    name,
    {
      ...(standIns !== undefined && { standIns }),
      ...(absent !== undefined && { absent }),
      ...from,
      matrix,
      families,
    },
    { ifKnown, mayShrink: options.fewer === true, mayLack: options.absent === true },
  );
  const doubts = simulatedDoubts(examinees, from?.standIns ?? standIns);
  noteAlike((await store.answeredBy(name)).recorded, examinees);
  endPartial(reports);
  if (unknown.length > 0) process.exitCode = PARTIAL;
  if (options.json) {
    const data = { bank: name, examinees: examinees.length, items: items.length, answers };
    const counted = reports.length === 0 ? {} : countedRecords(reports);
    const left = unknown.length === 0 ? {} : { unknown };
    const known = {
      doubts,
      replaced,
      examineesInAll: all,
      kinds,
      patterns,
      ...left,
    };
    console.log(JSON.stringify({ ...data, ...known, ...counted, ...provenance(from) }, null, 2));
    return;
  }
  if (reports.length > 0) {
    printCounts(reports);
    printRejected(reports, null, 'no answers to items of the bank');
  }
  printText(
    `Bank ${name}: ${plural(answers, 'answer')} of ${plural(examinees.length, 'model')} to ${plural(items.length, 'item')} kept${replaced.length > 0 ? `; ${count(replaced.length)} of the models replaced` : ''}. ${plural(all, 'model')} in all.`,
  );
  for (const text of doubtTexts(doubts, 'fitted')) printText(text);
  if (unknown.length > 0)
    printText(
      `Left out: ${plural(unknown.length, 'item')} that the bank does not have: ${listed(unknown)}.`,
    );
  printKinds(kinds);
  printPatterns(
    patterns,
    from === null ? logHints() : patternHints(from.run, databaseArgument(store.location), LONGER),
  );
  if (from !== null) {
    const unusual = new Set([...patterns, ...kinds.filter(lacksAnswers)].map(({ model }) => model));
    const said =
      unusual.size === 0
        ? []
        : await saidMost(store, from.run, (model) => (unusual.has(model) ? model : null));
    for (const line of saidMostLines(said)) printText(line);
    printText(provenanceLines(from));
  }
  const few = FEWEST_RANKED - all;
  printText(
    few > 0
      ? `Next: record answers of ${plural(few, 'more model')}; a ranking needs ${FEWEST_RANKED}`
      : `Next: thetarank rank --bank ${name}${databaseOf(options)}`,
  );
}

/** @throws OPTIONS_CONFLICT where it is not clear what to record, or where */
function checkSource(file: string | undefined, { run, to }: RecordOptions): void {
  const refuse = (options: string, reason: string) => fail('OPTIONS_CONFLICT', { options, reason });
  if ((file === undefined) === (run === undefined))
    refuse('FILE, --run', `${run === undefined ? 'add one of them' : 'use only one of them'}.`);
  if (file !== undefined && to === undefined)
    refuse('--to', 'choose the bank of the answers: --to NAME.');
}

function refuseBuiltin(bank: string, run: number, isPartial: boolean): never {
  const out = `thetarank bank export ${bank} --recorded-answers --run ${run}${isPartial ? ' --partial' : ''} --out answers.csv`;
  return fail('RUN_NOT_RECORDED', {
    run,
    reason: `the built-in bank ${bank} does not change. Write its recorded answers and those of the run to a file, and rank that: ${out} && thetarank rank --responses answers.csv`,
  });
}

/** Where recorded answers come from, for JSON. */
function provenance(from: RunAnswers | null): object {
  if (from === null) return {};
  const { run, prompts, strategy, missing } = from;
  return { run, prompts, strategy, missing };
}
