import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Stage } from '../../../../calibration/synthesize/calls.ts';
import { fail } from '../../../errors.ts';
import { idTag } from '../../../examinee/batch/custom-id.ts';
import { MOST_BYTES, MOST_REQUESTS } from '../../../examinee/batch/request-line.ts';
import { systemReason } from '../../../text/system-reason.ts';

/** A file of requests. */
export interface RequestFile {
  readonly path: string;
  readonly model: string;
  readonly stage: Stage;
  readonly requests: number;
  readonly bytes: number;
}

interface OpenFile {
  readonly path: string;
  readonly temporary: string;
  readonly model: string;
  readonly stage: Stage;
  readonly descriptor: number;
  isOpen: boolean;
  requests: number;
  bytes: number;
  pending: string[];
  pendingBytes: number;
}

/** Written at once. */
const BLOCK = 2 ** 20;
const LONGEST_NAME = 60;

/**
 * Files of requests, one per model and stage, and more of them beyond the limits of one. They get their names when all is
 * written and through to the disk: what is killed before leaves none that is half a file.
 */
export class RequestFiles {
  readonly #folder: string;
  readonly #begin: string;
  readonly #slugs: ReadonlyMap<string, string>;
  readonly #limits: { readonly requests: number; readonly bytes: number };
  readonly #files = new Map<string, OpenFile[]>();

  /**
   * @param number that the names begin with
   * @param models names of all models of the pool
   */
  constructor(
    folder: string,
    number: number,
    models: readonly string[],
    limits = { requests: MOST_REQUESTS, bytes: MOST_BYTES },
  ) {
    this.#folder = folder;
    this.#begin = `${number}`.padStart(3, '0');
    this.#slugs = fileNames(models);
    this.#limits = limits;
  }

  /** @param line with its line end @throws FILE_UNWRITABLE */
  add(model: string, stage: Stage, line: string): void {
    const key = `${stage} ${model}`;
    const own = this.#files.get(key) ?? [];
    this.#files.set(key, own);
    const bytes = Buffer.byteLength(line);
    let last = own.at(-1);
    if (
      last === undefined ||
      last.requests >= this.#limits.requests ||
      last.bytes + bytes > this.#limits.bytes
    ) {
      if (last !== undefined) this.#close(last);
      last = this.#open(model, stage, own.length + 1);
      own.push(last);
    }
    last.requests++;
    last.bytes += bytes;
    last.pending.push(line);
    last.pendingBytes += bytes;
    if (last.pendingBytes >= BLOCK) this.#flush(last);
  }

  /** Gives the files their names. @throws FILE_UNWRITABLE */
  finish(): RequestFile[] {
    for (const own of this.#files.values()) this.#close(own.at(-1)!);
    const all = [...this.#files.values()].flat().sort((x, y) => (x.path < y.path ? -1 : 1));
    for (const { temporary, path } of all) this.#attempt(path, () => renameSync(temporary, path));
    this.#files.clear();
    return all.map(({ path, model, stage, requests, bytes }) => ({
      path,
      model,
      stage,
      requests,
      bytes,
    }));
  }

  /** Leaves nothing behind. */
  discard(): void {
    for (const own of this.#files.values()) {
      for (const { temporary, descriptor, isOpen } of own) {
        if (isOpen) closeSync(descriptor);
        rmSync(temporary, { force: true });
      }
    }
    this.#files.clear();
  }

  #open(model: string, stage: Stage, part: number): OpenFile {
    const name = `${this.#begin}-${stage}.${this.#slugs.get(model)}.${part}.jsonl`;
    const path = join(this.#folder, name);
    const temporary = join(dirname(path), `.${basename(path)}.tmp`);
    const descriptor = this.#attempt(path, () => openSync(temporary, 'w', 0o600));
    return {
      path,
      temporary,
      model,
      stage,
      descriptor,
      isOpen: true,
      requests: 0,
      bytes: 0,
      pending: [],
      pendingBytes: 0,
    };
  }

  #flush(file: OpenFile): void {
    const block = Buffer.from(file.pending.join(''));
    file.pending = [];
    file.pendingBytes = 0;
    this.#attempt(file.path, () => {
      for (let at = 0; at < block.length; ) at += writeSync(file.descriptor, block, at);
    });
  }

  #close(file: OpenFile): void {
    this.#flush(file);
    this.#attempt(file.path, () => {
      fsyncSync(file.descriptor);
      file.isOpen = false;
      closeSync(file.descriptor);
    });
  }

  #attempt<T>(file: string, write: () => T): T {
    try {
      return write();
    } catch (error) {
      return fail('FILE_UNWRITABLE', { file, reason: systemReason(error) });
    }
  }
}

/** Of each model a name that every file system takes, and no other model has, upper and lower case alike. */
export function fileNames(models: readonly string[]): Map<string, string> {
  const plain = models.map((model) =>
    model.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, LONGEST_NAME),
  );
  const folded = plain.map((name) => name.normalize('NFKC').toLowerCase());
  return new Map(
    models.map((model, k) => {
      const isAlone = folded.indexOf(folded[k]) === folded.lastIndexOf(folded[k]);
      return [model, isAlone ? plain[k] : `${plain[k]}-${idTag(model)}`];
    }),
  );
}
