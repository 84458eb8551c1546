import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { fail } from '../../../errors.ts';
import type { BatchResult } from '../../../examinee/batch/batch-examinee.ts';
import { type BatchResultLine, batchResultLine } from '../../../examinee/batch/batch-outcome.ts';
import { type RequestId, readCustomId } from '../../../examinee/batch/custom-id.ts';
import { customIdOfLine, LINE_BEGIN, MOST_BYTES } from '../../../examinee/batch/request-line.ts';
import { readCompletion } from '../../../examinee/endpoint/reply/read-completion.ts';
import type { Answer } from '../../../examinee/endpoint/reply/request-outcome.ts';
import type { Taken } from '../../../run/run-budgets.ts';
import { parseJson } from '../../../text/parse-json.ts';
import { byteLines } from '../../../text/read-lines.ts';
import { failToRead } from '../../../text/read-text.ts';
import type { BatchFolder, FileOfBatch } from './batch-folder.ts';
import type { BatchProblems } from './batch-problems.ts';

/** The most bytes a line of results may have: an answer of 16 MiB, with its escapes. */
const LONGEST_RESULT = 64 * 2 ** 20;
/** Lines that are read before others get their turn. */
const AT_ONCE = 500;

/** The run of a batch, and its unanswered calls. */
export interface BatchMeaning {
  /** `idTag` of the run. */
  readonly run: string;
  /** Where a call for an item stands; `kept` where it has its answer, null if the synthesis has no such call. */
  stateOf(call: string, place: number): 'missing' | 'kept' | null;
}

/** Callbacks for reading many files. */
export interface Reading {
  /** Called with the number of bytes read. */
  advance(bytes: number): void;
  /** Ends it early. */
  readonly stop: AbortSignal;
}

/** What is told of a request by its call, item and `requestTag`. */
export type RequestOf = Pick<RequestId, 'call' | 'place' | 'request'>;

interface Found {
  readonly file: number;
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
  readonly attempt: number;
  /** Its `custom_id`. */
  readonly id: string;
  /** What it turned out to be; null until it is looked at. */
  state: 'used' | 'failed' | 'duplicate' | null;
}

interface Known {
  /** The last attempt that was written, and the file it stands in; 0 for none. */
  written: number;
  writtenIn: string | null;
  readonly results: Found[];
}

const NOTHING: Known = { written: 0, writtenIn: null, results: [] };

/**
 * An index of a batch folder for the missing calls: written requests, and positions of their results. Results stay in their
 * files until needed; about 200 bytes per missing call are held.
 */
export class BatchIndex {
  readonly #known = new Map<string, Known>();
  /** Requests of kept calls that were written more than once: their further answers were paid too. */
  readonly #rewritten = new Map<string, Known>();
  readonly #failed = new Map<string, number>();
  readonly #files: string[] = [];
  readonly #problems: BatchProblems;
  readonly #meaning: BatchMeaning;
  #reader: { readonly file: number; readonly descriptor: number } | null = null;

  constructor(meaning: BatchMeaning, problems: BatchProblems) {
    this.#meaning = meaning;
    this.#problems = problems;
  }

  /**
   * Reads which requests have been written.
   * @throws OPTIONS_CONFLICT if they are of another run; FILE_INVALID where a file was changed
   */
  async readRequests({ requests }: BatchFolder, reading: Reading): Promise<void> {
    for (const { path } of requests)
      await this.#each(path, MOST_BYTES, reading, (bytes, _, line) => {
        const text = customIdOfLine(bytes?.toString('utf8', 0, LINE_BEGIN) ?? '');
        const id = text === null ? null : readCustomId(text);
        if (id === null)
          return fail('FILE_INVALID', {
            file: path,
            where: `line ${line}`,
            found: 'content that is not a request written by thetarank',
            accepted: `request files as they were written; put results into the folder results`,
          });
        if (id.run !== this.#meaning.run)
          fail('OPTIONS_CONFLICT', {
            options: '--batch',
            reason: `${path}, line ${line}, is a request of another run. Use another folder, or continue that run.`,
          });
        const state = this.#meaning.stateOf(id.call, id.place);
        if (state === null || (state === 'kept' && id.attempt === 1)) return;
        const known = this.#of(id, state);
        if (id.attempt < known.written) return;
        known.written = id.attempt;
        known.writtenIn = path;
      });
  }

  /** Reads the positions of results. Results of other runs are reported as problems and ignored. */
  async readResults({ results }: BatchFolder, reading: Reading): Promise<void> {
    for (const { path } of results) {
      const file = this.#files.push(path) - 1;
      await this.#each(path, LONGEST_RESULT, reading, (bytes, offset, line) => {
        const where = `${path}:${line}`;
        const result = bytes === null ? null : resultOf(bytes);
        if (bytes === null || result === null) return this.#problems.note('malformed', where);
        const id = readCustomId(result.custom_id);
        if (id === null) return this.#problems.note('unknown', where);
        if (id.run !== this.#meaning.run) return this.#problems.note('foreign', where);
        const state = this.#meaning.stateOf(id.call, id.place);
        if (state === null) return this.#problems.note('unexpected', where);
        const { attempt } = id;
        if (state === 'kept' && attempt === 1 && !this.#rewritten.has(keyOf(id))) return;
        const place = { file, line, offset, bytes: bytes.length };
        this.#of(id, state).results.push({ ...place, attempt, id: result.custom_id, state: null });
      });
    }
  }

  /** The results of a request, earliest attempt first. @param onUse is told what one that counts has taken */
  resultsOf(request: RequestOf, onUse: (taken: Taken) => void): BatchResult[] {
    const { results, written } = this.#known.get(keyOf(request)) ?? NOTHING;
    return [...results]
      .sort((x, y) => x.attempt - y.attempt)
      .map((found) => ({
        attempt: found.attempt,
        read: () => this.#read(found),
        fail: (reason, dollars) => {
          if (dollars > 0) this.#failed.set(found.id, dollars);
          // One that was written again since was told of then.
          if (found.state === null && found.attempt >= written)
            this.#problems.note('failed', `${this.#where(found)}: ${reason}`);
          found.state = 'failed';
        },
        use: (taken) => {
          if (found.state === 'used') return;
          found.state = 'used';
          onUse(taken);
          for (const other of results) {
            if (other === found || other.state !== null) continue;
            other.state = 'duplicate';
            if (other.attempt === found.attempt)
              this.#problems.note('duplicate', this.#where(other));
          }
        },
      }));
  }

  /**
   * The attempt that a request would be written as next, how many earlier ones may still be answered (they were written, and
   * have no result), whether the last of them is one of these, and the file in
   * which it was written last.
   */
  next(request: RequestOf): {
    readonly attempt: number;
    readonly outstanding: number;
    readonly isAwaited: boolean;
    readonly writtenIn: string | null;
  } {
    const known = this.#known.get(keyOf(request)) ?? NOTHING;
    const last = known.results.reduce(
      (most, { attempt }) => Math.max(most, attempt),
      known.written,
    );
    const isAnswered = known.results.some(({ attempt }) => attempt === last);
    return {
      attempt: last + 1,
      outstanding: outstandingOf(known),
      isAwaited: last > 0 && !isAnswered,
      writtenIn: known.writtenIn,
    };
  }

  /** Requests of kept calls, by `idTag` of the call, that may still be answered: they were written more than once. */
  get outstanding(): ReadonlyMap<string, number> {
    const sums = new Map<string, number>();
    for (const [key, known] of this.#rewritten) {
      const call = callOf(key);
      sums.set(call, (sums.get(call) ?? 0) + outstandingOf(known));
    }
    return sums;
  }

  /** What failed and may be charged all the same, in dollars by `custom_id`. */
  get failed(): ReadonlyMap<string, number> {
    return this.#failed;
  }

  /**
   * Answers to requests that were answered before by another attempt, or whose call is kept: they were paid, and are noted as
   * not used. Of a kept call the earliest attempt counts as the one that is kept.
   */
  *answeredTwice(): Generator<{
    readonly id: string;
    readonly call: string;
    readonly answer: Answer;
  }> {
    for (const known of [this.#known, this.#rewritten])
      for (const [key, { results }] of known) {
        const isUsed = results.some(({ state }) => state === 'used');
        if (results.length < 2 || (known === this.#known && !isUsed)) continue;
        const rank = ({ state, attempt }: Found) => (state === 'used' ? 0 : attempt);
        const seen = new Set<number>();
        for (const found of [...results].sort((x, y) => rank(x) - rank(y))) {
          if (seen.has(found.attempt) || found.state === 'failed') continue;
          const answer = answerOf(this.#read(found));
          if (answer === null && found.state !== 'used') continue;
          seen.add(found.attempt);
          if (seen.size === 1 || answer === null) continue;
          this.#problems.note('paid', this.#where(found));
          yield { id: found.id, call: callOf(key), answer };
        }
      }
  }

  /**
   * Notes the results that no question has asked for: of another prompt or model, or for calls whose turn has not come.
   * @param isAsked whether the questions of a call, by its `idTag`, were asked
   */
  noteLeft(isAsked: (call: string) => boolean): void {
    for (const [key, { results }] of this.#known)
      for (const found of results)
        if (found.state === null && isAsked(callOf(key)))
          this.#problems.note('other', this.#where(found));
  }

  close(): void {
    if (this.#reader !== null) closeSync(this.#reader.descriptor);
    this.#reader = null;
  }

  #of(id: RequestOf, state: 'missing' | 'kept'): Known {
    const key = keyOf(id);
    const all = state === 'kept' ? this.#rewritten : this.#known;
    const known = all.get(key) ?? { ...NOTHING, results: [] };
    all.set(key, known);
    return known;
  }

  #where({ file, line }: Found): string {
    return `${this.#files[file]}:${line}`;
  }

  #read({ file, offset, bytes }: Found): BatchResultLine | null {
    const line = Buffer.allocUnsafe(bytes);
    try {
      if (this.#reader?.file !== file) {
        this.close();
        this.#reader = { file, descriptor: openSync(this.#files[file], 'r') };
      }
      if (readSync(this.#reader.descriptor, line, 0, bytes, offset) < bytes) return null;
    } catch (error) {
      return failToRead(this.#files[file], error);
    }
    return resultOf(line);
  }

  async #each(
    path: FileOfBatch['path'],
    longest: number,
    { advance, stop }: Reading,
    use: (bytes: Buffer | null, offset: number, line: number) => void,
  ): Promise<void> {
    let line = 0;
    let read = 0;
    for (const { bytes, offset } of byteLines(path, longest)) {
      line++;
      if (bytes === null || !isBlank(bytes)) use(bytes, offset, line);
      if (line % AT_ONCE !== 0) continue;
      advance(offset - read);
      read = offset;
      await setImmediate();
      if (stop.aborted) return;
    }
  }
}

/** Attempts that were written and have no result. */
function outstandingOf({ written, results }: Known): number {
  const answered = new Set(results.map(({ attempt }) => attempt));
  let sum = 0;
  for (let attempt = 1; attempt <= written; attempt++) if (!answered.has(attempt)) sum++;
  return sum;
}

/** The answer of a line of results; null if it has none. */
function answerOf(line: BatchResultLine | null): Answer | null {
  if (line?.response?.status_code !== 200) return null;
  const outcome = readCompletion(line.response.body);
  return outcome.kind === 'answer' ? outcome.answer : null;
}

function callOf(key: string): string {
  return key.slice(0, key.indexOf('-'));
}

function keyOf({ call, place, request }: RequestOf): string {
  return `${call}-${place}-${request}`;
}

function resultOf(bytes: Buffer): BatchResultLine | null {
  return isUtf8(bytes)
    ? batchResultLine(parseJson(bytes.toString('utf8').replace(/^\uFEFF/, '')))
    : null;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.length < 3 && bytes.toString('latin1').trim() === '';
}
