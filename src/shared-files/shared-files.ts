/** A file as it is listed. */
export interface SharedFileEntry {
  readonly name: string;
  readonly bytes: number;
  /** Time since it was put, in ms by the clock of its place: machines with different clocks agree about it. */
  readonly age: number;
  /** When it was put, ISO 8601, by the clock of its place: the same each time it is listed. */
  readonly changedAt: string;
}

/**
 * Files that all processes of one service see, wherever they run. A file appears whole or not at all, and is replaced whole: a
 * reader that has begun reads the version that it began with. All methods throw SHARED_FILES_UNAVAILABLE if the place cannot be
 * reached.
 */
export interface SharedFiles {
  /** For messages: without keys and passwords. */
  readonly place: string;
  /** Whether all files are of one database and go with it wherever it is moved; by default several databases may share the place. */
  readonly isOfOneDatabase?: true;
  /**
   * Keeps a file, in place of one of that name. If `content` fails, a file of that name stays as it was. Holds a few parts in
   * memory at most.
   * @returns its bytes
   * @throws SHARED_FILE_NAME_INVALID, SHARED_FILE_TOO_LARGE; what `content` throws
   */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * The content, checked against its SHA-256: whoever reads it can trust it only when it has ended.
   * @throws SHARED_FILE_MISSING; SHARED_FILE_DAMAGED while it is read
   */
  get(name: string): Promise<AsyncIterable<Uint8Array>>;
  /** A file that is missing is removed already. */
  remove(name: string): Promise<void>;
  /** Files whose names begin with `prefix`, by name in the order of UTF-8. */
  list(prefix: string): Promise<SharedFileEntry[]>;
}

/** Settings that all places have. */
export interface SharedFileLimits {
  /** In bytes, of one file. */
  readonly largest: number;
}
