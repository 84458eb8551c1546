import {
  type AnswerCollection,
  collectAnswers,
} from '../../../item-bank/import/collect-answers.ts';
import { type ImportReport, importItems } from '../../../item-bank/import/import-items.ts';
import {
  type IdentityCheck,
  identityCheck,
  type ToldIdentities,
} from '../../../item-bank/import/logs/model-identity.ts';
import { Rejection } from '../../../item-bank/import/records/records.ts';
import { type Source, sourceName } from '../../../item-bank/import/records/source.ts';
import {
  type ScoreCollection,
  type ScoredBy,
  scoredBy,
} from '../../../item-bank/import/scored-by.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { unusedTaxonomy } from '../../../item-bank/taxonomies/used-levels.ts';
import { fail } from '../../errors.ts';
import { plural } from '../../numbers.ts';
import { unscorable } from '../../scoring/metrics/unscorable.ts';
import { singleChoiceOf } from '../../scoring/patterns/answer-pattern.ts';
import { readLetters } from '../../scoring/read-letters.ts';
import { shellWord } from '../../shell-word.ts';
import { STAND_IN_ORIGIN } from '../../store/responses/stand-ins-among.ts';
import type { BankSummary, Store } from '../../store/store.ts';
import { span } from '../../tracing/span.ts';
import { addAnswers, type ReplacedAnswers } from './add-answers.ts';
import { AnswerKindCounts, type AnswerKinds } from './answer-kinds.ts';
import { type ImportFormat, isReadInPlace, type ReadFormat } from './import-formats.ts';
import { LoggedLetters } from './logged-letters.ts';
import { type ModelPatterns, ReadAnswers } from './read-answers.ts';
import { refuseAbsent } from './refuse-absent.ts';
import { chosenTaxonomy, type StatedTaxonomy, withCheckedTags } from './tag-check.ts';

/** The statuses that an import can give. */
export const IMPORT_STATUSES = ['active', 'pretest'] as const;
type ItemStatus = (typeof IMPORT_STATUSES)[number];

/** The files and the bank of an import. */
export interface ImportRequest {
  readonly files: readonly string[];
  /** An own bank; created if it does not exist. */
  readonly name: string;
  readonly title?: string | undefined;
  readonly format: ImportFormat;
  readonly taxonomy: StatedTaxonomy;
  /** The status of the items; by default that of the file, `active` where it says none. */
  readonly status?: ItemStatus | undefined;
  /** Keeps nothing if any record is not a valid item. */
  readonly isStrict: boolean;
  /** Reads a file that ends within a record as far as it goes. */
  readonly mayBeCut: boolean;
  /** Keeps logs also where half or more of a model's answers are not there. */
  readonly mayLack: boolean;
}

/** Callbacks while files are read. */
export interface ImportWatch {
  /** Opens a file with progress reports. */
  open(file: string): Source;
  /** Called with each record that was left out. */
  rejected(reject: { file: string; where: string; reason: string; record?: unknown }): void;
}

/** Records of logs that have an item and no answer. */
export interface UnscoredRecords {
  count: number;
  readonly first: { readonly item: string; readonly reason: string }[];
}

/** The result for the records of each file. */
export interface ImportOutcome {
  readonly bank: BankSummary | null;
  readonly name: string;
  readonly format: ImportFormat;
  /** Name of the taxonomy that tags were checked against; null for none. */
  readonly taxonomy: string | null;
  readonly added: number;
  readonly reports: readonly ImportReport[];
  /** Fields that were not used as tags, with their number of records. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** For logs: their answers. */
  readonly recorded: {
    answers: AnswerCollection;
    scored: ScoredBy;
    /** Models whose answers are simulated, as the logs say. */
    standIns: readonly string[];
    unscored: UnscoredRecords;
    /** Answers that the bank had with another score; null if none were added. */
    replaced: ReplacedAnswers | null;
    /** Of each model, its answers by kind. */
    kinds: readonly AnswerKinds[];
    /** What the logged letters show of prompts and extraction, of the models that they show anything of. */
    patterns: readonly ModelPatterns[];
  } | null;
}

/** Most records without an answer that are listed; all are counted. */
const UNSCORED_LISTED = 1000;

/**
 * Adds the items of files to a bank, and the answers that logs have. Items that it has already, by content, are duplicates.
 * @param reader of the format that the request names
 * @throws FILE_INVALID if no record is a valid item, a tag value is not in the taxonomy, or one is none and the import is strict; ANSWERS_ABSENT; and what is wrong with files
 */
export async function importFiles(
  store: Store,
  { files, name, title = name, format, taxonomy, status, ...rules }: ImportRequest,
  reader: ReadFormat,
  watch: ImportWatch,
): Promise<ImportOutcome> {
  const chosen = chosenTaxonomy(taxonomy, format, await store.taxonomy(name), name);
  const known = await store.knownItems(name);
  const reports: ImportReport[] = [];
  const answers = collectAnswers();
  const unscored: UnscoredRecords = { count: 0, first: [] };
  const read = new ReadAnswers();
  const kinds = new AnswerKindCounts();
  const letters = new LoggedLetters();
  const told = await recordedIdentities(store, name, reader);
  const check = identityCheck(
    '--model',
    (file, model) =>
      `thetarank bank import ${shellWord(file)} --name ${shellWord(name)} --model ${shellWord(model)}`,
    told,
  );
  const scored = scoredBy();
  const seen = new Set<string>();
  async function* items(): AsyncGenerator<Item> {
    for (const file of files) {
      const source = isReadInPlace(format) ? file : watch.open(file);
      const run = importItems(scorable(reader), source, known, {
        mayBeCut: rules.mayBeCut,
        checked: (read, where) => {
          const item = status === undefined ? read : { ...read, status };
          for (const tag of Object.keys(item.tags)) seen.add(tag);
          return chosen === null ? item : withCheckedTags(chosen.own, item, file, where);
        },
        rejected: (where, reason, record) => watch.rejected({ file, where, reason, record }),
        record: (value, id, item) =>
          collect(
            reader,
            { value, id, item, source },
            { answers, scored, unscored, read, letters, kinds, check },
          ),
      });
      reports.push(run.report);
      yield* run;
      if (rules.isStrict) refuseRejected(run.report);
    }
    if (reports.every(({ accepted, duplicates }) => accepted + duplicates === 0))
      refuseEmpty(reports);
    if (!rules.mayLack && kinds.absent().size > 0)
      refuseAbsent(name, { matrix: answers.matrix(), absent: kinds.absent() });
    // A taxonomy that was asked for must not pass because it says nothing of these items.
    const unused =
      taxonomy.taxonomy === undefined || chosen === null
        ? null
        : unusedTaxonomy(chosen.own, seen, Object.keys(taxonomy.levels ?? {}));
    if (unused !== null)
      fail('FILE_INVALID', {
        file: files.join(', '),
        found: unused.found,
        accepted: `${unused.accepted}. Nothing was imported`,
      });
  }
  const at = new Date().toISOString();
  const added = await span('read and keep', {}, () =>
    store.addItems({ name, title, builtin: null }, items(), at),
  );
  if (chosen?.isNew) await store.putTaxonomy(name, chosen.own);
  let replaced: ReplacedAnswers | null = null;
  if (answers.count > 0) {
    const reviewed = await store.reviewed(name);
    replaced = await addAnswers(
      store,
      name,
      {
        ...letters.answers(answers.matrix(), reviewed),
        absent: kinds.absent(),
        originOf: (model) =>
          scored.standIns().has(model) ? STAND_IN_ORIGIN : told.get(model)?.identity,
      },
      at,
    );
  }
  return {
    bank: (await store.bank(name)) ?? null,
    name,
    format,
    taxonomy: chosen?.own.taxonomy.name ?? null,
    added,
    reports,
    leftOut: reader.leftOut ?? new Map(),
    recorded:
      reader.answer === undefined
        ? null
        : {
            answers,
            replaced,
            scored: scored.found(),
            standIns: [...scored.standIns()],
            unscored,
            kinds: kinds.kinds(),
            patterns: read.patterns(),
          },
  };
}

/** What earlier logs said of the models with recorded answers: a log of another model with the same name must not be added to them. */
async function recordedIdentities(
  store: Store,
  bank: string,
  reader: ReadFormat,
): Promise<ToldIdentities> {
  const kept = reader.identity === undefined ? null : await store.keptResponses(bank);
  return new Map(
    kept?.matrix.examinees.flatMap((model, m) => {
      const identity = kept.origins[m];
      return identity === null
        ? []
        : [[model, { identity, file: `the recorded answers of ${bank}` }]];
    }),
  );
}

/**
 * A reader that leaves out open questions and cases that no answer could get right. Of logs it leaves out none: their answers have
 * scores of their own.
 */
function scorable(reader: ReadFormat): ReadFormat {
  if (reader.answer !== undefined) return reader;
  return {
    records: reader.records,
    item(value, source) {
      const item = reader.item(value, source);
      const reason = unscorable(item);
      if (reason !== null) throw new Rejection(reason);
      return item;
    },
  };
}

/** Keeps the answer of a record with the item it is an answer to, or why there is none. */
function collect(
  format: ReadFormat,
  { value, id, item, source }: { value: unknown; id: string; item: Item; source: Source },
  {
    answers,
    scored,
    unscored,
    read,
    letters,
    kinds,
    check,
  }: {
    answers: AnswerCollection;
    scored: ScoreCollection;
    unscored: UnscoredRecords;
    read: ReadAnswers;
    letters: LoggedLetters;
    kinds: AnswerKindCounts;
    check: IdentityCheck;
  },
): void {
  if (format.answer === undefined) return;
  const model = format.examinee?.(value, source) ?? null;
  const identity = format.identity?.(value, source);
  if (model !== null && identity !== undefined) check(model, identity, sourceName(source));
  let reason = 'no score';
  try {
    const answer = format.answer(value, source);
    if (answer !== null) {
      const isFirst = answers.add(answer.examinee, id, answer.score);
      const { extracted, isCut, score } = answer;
      scored.add(answer);
      const isLost =
        isCut === true && (extracted === null || (extracted === undefined && score === 0));
      const reason = isLost ? ('truncated' as const) : null;
      kinds.add(answer.examinee, { item: id, isFirst }, { ...answer, reason });
      if (extracted !== undefined || isLost) {
        const found = { extracted: extracted ?? null, reason, refused: answer.refused === true };
        read.add(answer.examinee, id, found, singleChoiceOf(item));
      }
      const own = answer.extracted === undefined ? undefined : readLetters(answer.extracted);
      letters.add(answer.examinee, id, item, own);
      return;
    }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    reason = error.message;
  }
  if (model !== null) kinds.addMissing(model);
  unscored.count++;
  if (unscored.first.length < UNSCORED_LISTED) unscored.first.push({ item: id, reason });
}

/** @throws FILE_INVALID if a record was left out and nothing is to be kept then */
function refuseRejected({ file, rejected, rejectedCount }: ImportReport): void {
  if (rejectedCount === 0) return;
  const { where, reason } = rejected[0];
  fail('FILE_INVALID', {
    file,
    where,
    found: `${reason} (one of ${rejectedCount} invalid records; nothing was kept)`,
    accepted: 'valid items only; without --all-or-nothing invalid records are left out',
  });
}

function refuseEmpty(reports: readonly ImportReport[]): void {
  const report = reports.find(({ rejectedCount }) => rejectedCount > 0);
  const first = report?.rejected[0];
  const read = reports.reduce((sum, one) => sum + one.read, 0);
  fail('FILE_INVALID', {
    file: (report ?? reports[0]).file,
    ...(first !== undefined && { where: first.where }),
    found:
      first === undefined
        ? 'no records'
        : `${first.reason}; none of ${plural(read, 'record')} is a valid item`,
    accepted: 'records that are items of this format',
  });
}
