import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileWhole } from 'thetarank';

/** What is known of a step's results by one code. */
interface StepState {
  /** Digest of what it was given. */
  readonly input: string;
  /** Digest of the program that made the page; null until it has ended well. */
  readonly program: string | null;
  readonly seconds: number;
}

/** What a step would be made of. */
export interface StepDigests {
  readonly input: string;
  readonly program: string;
}

/** Which steps are complete, kept in a folder for one code. */
export class StepStates {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #file(name: string): string {
    return join(this.#folder, 'steps', `${name}.json`);
  }

  of(name: string): StepState | null {
    return (read(this.#file(name)) as StepState | undefined) ?? null;
  }

  /** Complete: it ended well with the same input and program, its page is as it was left, and what it keeps is there. */
  isComplete(name: string, digests: StepDigests, page: string, kept: string | null): boolean {
    const state = this.of(name);
    return (
      state?.input === digests.input &&
      state.program === digests.program &&
      (kept === null || existsSync(kept)) &&
      existsSync(page) &&
      this.#pages()[page] === digestOf([page])
    );
  }

  begin(name: string, { input }: StepDigests): void {
    this.#write(name, { input, program: null, seconds: 0 });
  }

  /** @param page that it has written; later steps may add to it */
  end(name: string, { input, program }: StepDigests, page: string, seconds: number): void {
    this.#write(name, { input, program, seconds });
    const pages = { ...this.#pages(), [page]: digestOf([page]) };
    writeFileWhole(join(this.#folder, 'pages.json'), `${JSON.stringify(pages)}\n`);
  }

  #write(name: string, state: StepState): void {
    writeFileWhole(this.#file(name), `${JSON.stringify(state)}\n`);
  }

  #pages(): Readonly<Record<string, string>> {
    return (read(join(this.#folder, 'pages.json')) as Record<string, string> | undefined) ?? {};
  }
}

/** Of the contents of files, in order; a file that is not there counts as empty. */
export function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    hash.update(`${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
