/** Begins the arguments of a study. */
export const RESEARCH = 'npm run research -- ';

/** One command of the corpus. */
export interface Case {
  /** Folder of what it gives, within that of its chapter. */
  readonly name: string;
  /**
   * As typed behind `thetarank`, `npm run research -- …`, or `GET /v1/…` for a request to the service of the chapter. `{panel}`, `{session}` and `{key}` stand
   * for the id or API key that the chapter made last.
   */
  readonly args: string;
  /** Body of a request: an object as JSON, a text as CSV. */
  readonly body?: object | string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Written into the workspace before it runs. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** It goes on until the chapter ends, while others run. */
  readonly isServer?: boolean;
  /** What it says goes to the end of the page `NAME.txt`, with the code of its error. Cases of one name share a page. */
  readonly isRow?: boolean;
  /** It prepares the next cases, and what it gives is kept by another chapter. */
  readonly isQuiet?: boolean;
  /** Beginnings of paths that it writes and that are not kept, because another case shows the same. */
  readonly drops?: readonly string[];
}

/** Cases that run one after another in a workspace of their own, which begins with the files of `small-bank.ts`. */
export interface Chapter {
  readonly name: string;
  readonly cases: readonly Case[];
}

const quiet = (name: string, args: string): Case => ({ name, args, isQuiet: true });

/** The bank `mine`, with recorded answers. */
export const BANK: readonly Case[] = [
  quiet('import', 'bank import questions.csv --name mine'),
  quiet('record', 'bank record answers.csv --to mine --families families.csv'),
];

/** The same, the bank `cases`, and the questions of both in one file for the stand-in. */
export const SERVED: readonly Case[] = [
  ...BANK,
  quiet('import-cases', 'bank import cases.jsonl --name cases --format jsonl'),
  quiet('import-all', 'bank import questions.csv --name all'),
  quiet('import-all-cases', 'bank import cases.jsonl --name all'),
  quiet('export', 'bank export all --out all-items.jsonl'),
];
