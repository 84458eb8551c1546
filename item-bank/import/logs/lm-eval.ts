import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { fail, ThetarankError } from '../../../src/errors.ts';
import { isCutInRecord } from '../../../src/finish-reason.ts';
import { count, plural } from '../../../src/numbers.ts';
import { quoted } from '../../../src/text/quoted.ts';
import type { AnsweredFormat } from '../format.ts';
import type { Provenance } from '../item-draft.ts';
import { languageGuess } from '../recognise/guess-language.ts';
import { provenanceOf } from '../recognise/recognised.ts';
import { jsonRecords } from '../records/json-records.ts';
import { lacking, Rejection, type SourceRecord } from '../records/records.ts';
import { type Source, sourceName } from '../records/source.ts';
import { sealItem } from '../seal-item.ts';
import { type HarnessSample, parseHarnessSample } from './harness-sample.ts';
import { type HarnessScorer, harnessLetter, harnessScorer } from './harness-score.ts';
import { harnessDraft } from './lm-eval-draft.ts';
import { lmEvalModel, loggedIdentity, statedDocuments } from './lm-eval-model.ts';
import type { ModelIdentity } from './model-identity.ts';

export interface LogOptions {
  /** The examinee; by default what the log says. */
  readonly model?: string | undefined;
  /** The option that names the examinee, for errors; by default `--model`. */
  readonly modelOption?: '--name' | undefined;
  /** The metric, or the scorer, that scores; by default the one the log has first. */
  readonly metric?: string | undefined;
  /** Of lm-evaluation-harness: lines of this filter only. */
  readonly filter?: string | undefined;
  readonly provenance?: Partial<Provenance> | undefined;
}

/**
 * Sample logs of lm-evaluation-harness (`samples_<task>_<date>.jsonl`, written by `--log_samples`): items, and the answers
 * of a model to them. Several files are several tasks or several models.
 *
 * The same item has the same id from every log, made of its content (lm-eval-draft.ts).
 */
export function lmEval(options: LogOptions = {}): AnsweredFormat {
  const guess = languageGuess();
  const models = new Map<string, string>();
  const identities = new Map<string, ModelIdentity>();
  const scorers = new Map<string, HarnessScorer>();
  const perFile = <T>(all: Map<string, T>, source: Source, make: (file: string) => T): T => {
    const file = sourceName(source);
    if (!all.has(file)) all.set(file, make(file));
    return all.get(file)!;
  };
  const examineeOf = (source: Source) =>
    options.model ?? perFile(models, source, (file) => lmEvalModel(file));
  return {
    records: (source) => linesOf(source, options.filter),
    item(value, source) {
      const sample = sampleOf(value);
      const task = taskOf(source);
      const draft = harnessDraft(sample, task);
      const provenance = provenanceOf(draft, source, {
        stated: { source: task, ...options.provenance },
        guess,
      });
      return sealItem(draft, provenance, safePrefix(task));
    },
    answer(value, source) {
      const scorer = perFile(scorers, source, () => harnessScorer(options.metric));
      const sample = sampleOf(value);
      const place = { file: sourceName(source), where: '' };
      const { score, compared } = rejecting(() => scorer.score(sample, place));
      return {
        examinee: examineeOf(source),
        score,
        metric: compared ? 'comparison with the target' : scorer.metric(),
        otherMetrics: scorer.others(),
        isFlipped: scorer.isFlipped(),
        extracted: harnessLetter(sample),
        isCut: isCutInRecord(sample),
      };
    },
    examinee: (_, source) => examineeOf(source),
    identity: (_, source) =>
      options.model === undefined ? perFile(identities, source, loggedIdentity) : undefined,
  };
}

/**
 * The lines of one filter: the harness writes a line a document and filter. Earlier versions do not name the filters; then the lines of a
 * document are those of filter 1, 2, ….
 * @throws OPTION_INVALID for lines of several filters of which none is chosen; FILE_INVALID for a document that is there twice
 */
async function* linesOf(
  source: Source,
  filter: string | undefined,
): AsyncGenerator<SourceRecord[]> {
  const times = new Map<unknown, number>();
  const seen = new Map<string, string>();
  const documents = new Set<string>();
  const numbers = new Set<number>();
  let first: string | undefined;
  for await (const records of jsonRecords(source))
    yield records.filter((record) => {
      if (record.reason !== undefined) return true;
      const { filter: named, doc_id, ...sample } = (record.value ?? {}) as Record<string, unknown>;
      if (typeof named === 'string' && doc_id !== undefined) {
        // Tasks in one file number their documents alike.
        const document = hashOf([named, doc_id, sample.doc_hash ?? sample.doc]);
        const line = hashOf(sample);
        if ((seen.get(document) ?? line) !== line)
          fail('FILE_INVALID', {
            file: sourceName(source),
            where: record.where,
            found: `document ${String(doc_id)} with the filter ${quoted(named)} again`,
            accepted: 'each document once: the samples of one run',
          });
        seen.set(document, line);
      }
      const time = (times.get(doc_id) ?? 0) + 1;
      if (typeof named !== 'string' && doc_id !== undefined) times.set(doc_id, time);
      const found = typeof named === 'string' ? named : String(doc_id === undefined ? 1 : time);
      first ??= found;
      if (filter === undefined && found !== first)
        fail('OPTION_INVALID', {
          option: '--filter',
          found: `nothing, but ${sourceName(source)} has lines of two filters, ${quoted(first)} and ${quoted(found)}${typeof named === 'string' ? '' : `: it names none, and has document ${String(doc_id)} twice (${record.where})`}`,
          accepted: 'one of them',
        });
      const isWanted = filter === undefined || found === filter;
      if (isWanted && Number.isSafeInteger(doc_id)) {
        numbers.add(doc_id as number);
        documents.add(hashOf([doc_id, sample.doc_hash ?? sample.doc]));
      }
      return isWanted;
    });
  const lack = lackOf(sourceName(source), documents.size, numbers);
  if (lack !== null) yield [lack];
}

/** The documents that a log lacks: by the results beside it, else by gaps in the numbers, which are no proof, as of chosen samples. */
function lackOf(file: string, found: number, numbers: ReadonlySet<number>): SourceRecord | null {
  if (numbers.size === 0) return null;
  const last = [...numbers].reduce((most, one) => Math.max(most, one));
  const hasGaps = numbers.size < last + 1;
  const stated = statedDocuments(file);
  if (stated !== null && found < stated.count)
    return lacking(
      `${count(found)} of ${plural(stated.count, 'document')} that the results beside it tell`,
      stated.isCertain || !hasGaps,
    );
  if (!hasGaps || stated?.isCertain === true) return null;
  return lacking(
    `${plural(numbers.size, 'document')}, and their numbers go to ${last}: a log that is not whole, or of chosen samples`,
    false,
  );
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}

function sampleOf(value: unknown): HarnessSample {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Rejection('not an object');
  // Checked by the reader of logs, which takes a line of text.
  const { doc_id, filter, metrics } = value as Record<string, unknown>;
  rejecting(() =>
    parseHarnessSample('', { text: JSON.stringify({ doc_id, filter, metrics }), line: 1 }),
  );
  return value as HarnessSample;
}

/** What a file as a whole would be refused for leaves out one record. */
function rejecting<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ThetarankError) || error.code === 'OPTION_INVALID') throw error;
    const { found, accepted } = error.details as { found?: string; accepted?: string };
    throw new Rejection(
      found === undefined ? error.message : `${found}; accepted: ${accepted ?? ''}`,
    );
  }
}

/** The task in the name of a file, else the name. */
function taskOf(source: Source): string {
  const name = basename(sourceName(source)).replace(/\.jsonl?$/i, '');
  const task = /^samples_(.+?)(?:_\d{4}-\d\d-\d\dT[\d.:-]+)?$/u.exec(name)?.[1] ?? name;
  return task.slice(0, 100);
}

/** As ids allow it. */
export function safePrefix(text: string): string {
  const safe = text.normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '_');
  return safe.replace(/^[^\p{L}\p{N}]+/u, '').slice(0, 80) || 'item';
}
