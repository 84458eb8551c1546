/** A study answers one question: by tables of cells, each repeated with seeds of its own, and a page that shows what they came to. */
export interface Study {
  /** For `--help`: the question, and how long the answer takes. */
  readonly question: string;
  /** The file in docs/evidence. */
  readonly page: string;
  /** Numbers that options of the same names replace. */
  readonly settings: Settings;
  /** Its repetitions wait for other processes: they are not handed to threads. */
  readonly waits: boolean;
  tables(given: Given<Settings>): Tables;
  write(results: never, given: Given<Settings>, code: string): Page | Promise<Page>;
}

export type Settings = Readonly<Record<string, number>>;
/** What a study is given: its settings, and the folder of recorded data. */
export type Given<S> = S & { readonly data: string };

/** Cells of one kind. `run` makes one repetition, from 1, of which nothing but cell and repetition are the seed; the result is kept as JSON. */
export interface Table<Cell, Result> {
  readonly cells: readonly Cell[];
  runs(cell: Cell): number;
  run(cell: Cell, run: number): Result | Promise<Result>;
}
type Tables = Readonly<Record<string, Table<unknown, unknown>>>;

/** A cell and what its repetitions came to, in order. */
export interface Replicated<Cell, Result> {
  readonly cell: Cell;
  readonly results: readonly Result[];
}
export type Results<T extends Tables> = {
  readonly [Name in keyof T]: T[Name] extends Table<infer Cell, infer Result>
    ? readonly Replicated<Cell, Result>[]
    : never;
};

/**
 * Markdown that begins with its title; other files beside it; and files of assets/, which are written only with the page of the
 * whole study. By name.
 */
export type Page =
  | string
  | {
      readonly text: string;
      readonly files: Readonly<Record<string, string>>;
      readonly assets?: Readonly<Record<string, string>>;
    };

export function table<Cell, Result>(
  cells: readonly Cell[],
  runs: number | ((cell: Cell) => number),
  run: (cell: Cell, run: number) => Result | Promise<Result>,
): Table<Cell, Result> {
  return { cells, runs: typeof runs === 'number' ? () => runs : runs, run };
}

/** A study, with the types of its tables checked against its page. */
export function study<T extends Tables, S extends Settings = Record<never, number>>(of: {
  readonly question: string;
  readonly page: string;
  readonly settings?: S;
  readonly waits?: boolean;
  tables(given: Given<S>): T;
  write(results: Results<T>, given: Given<S>, code: string): Page | Promise<Page>;
}): Study {
  return { settings: {}, waits: false, ...of } as unknown as Study;
}
