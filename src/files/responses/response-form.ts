import type { ResponseMatrix } from '../../irt/responses.ts';

/** Recorded answers as a file has them. */
export interface Responses {
  readonly matrix: ResponseMatrix;
  /** One entry per examinee; null if the file has no families. */
  readonly families: string[] | null;
  /** The examinees whose answers come from the stand-in; absent if there are none. */
  readonly standIns?: readonly string[];
  /** Columns that were asked for as facts about examinees, by name; those that the file has. Undefined if none were asked for. */
  readonly facts?: ReadonlyMap<string, readonly string[]>;
}

/** A reader of one of the forms: fed row by row, then finished. */
export interface ResponseForm {
  row(cells: readonly string[], line: number): void;
  finish(): Responses;
}
