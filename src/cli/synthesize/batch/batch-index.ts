import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { fail } from '../../../errors.ts';
import type { BatchResult } from '../../../examinee/batch/batch-examinee.ts';
import { type BatchResultLine, batchResultLine } from '../../../examinee/batch/batch-outcome.ts';
import { type RequestId, readCustomId } from '../../../examinee/batch/custom-id.ts';
import { customIdOfLine, LINE_BEGIN, MOST_BYTES } from '../../../examinee/batch/request-line.ts';
import { parseJson } from '../../../files/parse-json.ts';
import { byteLines } from '../../../files/read-lines.ts';
import { failToRead } from '../../../files/read-text.ts';
import type { Taken } from '../../../run/run-budgets.ts';
import type { BatchFolder, FileOfBatch } from './batch-folder.ts';
import type { BatchProblems } from './batch-problems.ts';

/** The most bytes a line of results may have: an answer of 16 MiB, with its escapes. */
const LONGEST_RESULT = 64 * 2 ** 20;
/** Lines that are read before others get their turn. */
const AT_ONCE = 500;

/** What a batch is about: whose requests these are, and which calls are still to be answered. */
export interface BatchMeaning {
  /** `idTag` of the run. */
  readonly run: string;
  /** Where a call for an item stands; `kept` where it has its answer, null where the synthesis has no such call. */
  stateOf(call: string, place: number): 'missing' | 'kept' | null;
}

/** What reading many files needs of the world. */
export interface Reading {
  /** Is told of bytes that were read. */
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
 * What the folder of a batch says of the calls that are missing: which requests were written, and where their results
 * stand. Results stay in their files until they are asked for: some 200 bytes a missing call are held.
 */
export class BatchIndex {
  readonly #known = new Map<string, Known>();
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
   * @throws OPTIONS_CONFLICT where they are of another run; FILE_INVALID where a file was changed
   */
  async readRequests({ requests }: BatchFolder, reading: Reading): Promise<void> {
    for (const { path } of requests)
      await this.#each(path, MOST_BYTES, reading, (bytes, _, line) => {
        const text = customIdOfLine(bytes?.toString('utf8', 0, LINE_BEGIN) ?? '');
        const id = text === null ? null : readCustomId(text);
        if (id === null)
          return fail('FILE_INVALID', {
            ...{ file: path, where: `line ${line}`, found: 'no request that thetarank wrote' },
            accepted: `files of requests as they were written; results belong into the folder results`,
          });
        if (id.run !== this.#meaning.run)
          fail('OPTIONS_CONFLICT', {
            options: '--batch',
            reason: `${path}, line ${line}, is a request of another run. Name another folder, or go on with that run.`,
          });
        if (this.#meaning.stateOf(id.call, id.place) !== 'missing') return;
        const known = this.#of(id);
        if (id.attempt < known.written) return;
        known.written = id.attempt;
        known.writtenIn = path;
      });
  }

  /** Reads where results stand. What is none of this run is a problem, and left out. */
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
        if (state === 'kept') return;
        const { attempt } = id;
        const found = { file, line, offset, bytes: bytes.length, attempt, state: null };
        this.#of(id).results.push(found);
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
        fail: (reason) => {
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
   * The attempt that a request would be written as next, and whether an earlier one may still be answered: it was written,
   * and has no result; the file in which it was written last.
   */
  next(request: RequestOf): {
    readonly attempt: number;
    readonly isAwaited: boolean;
    readonly writtenIn: string | null;
  } {
    const { written, writtenIn, results } = this.#known.get(keyOf(request)) ?? NOTHING;
    const last = results.reduce((most, { attempt }) => Math.max(most, attempt), written);
    const isAnswered = results.some(({ attempt }) => attempt === last);
    return { attempt: last + 1, isAwaited: last > 0 && !isAnswered, writtenIn };
  }

  /**
   * Notes the results that no question has asked for: of another prompt or model, or for calls whose turn has not come.
   * @param isAsked whether the questions of a call, by its `idTag`, were asked
   */
  noteLeft(isAsked: (call: string) => boolean): void {
    for (const [key, { results }] of this.#known)
      for (const found of results)
        if (found.state === null && isAsked(key.slice(0, key.indexOf('-'))))
          this.#problems.note('other', this.#where(found));
  }

  close(): void {
    if (this.#reader !== null) closeSync(this.#reader.descriptor);
    this.#reader = null;
  }

  #of(id: RequestOf): Known {
    const key = keyOf(id);
    const known = this.#known.get(key) ?? { ...NOTHING, results: [] };
    this.#known.set(key, known);
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
