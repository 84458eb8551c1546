import type { ResponseMatrix } from '../../irt/responses.ts';

/** Recorded answers as a file has them. */
export interface Responses {
  readonly matrix: ResponseMatrix;
  /** One entry per examinee; null if the file has no families. */
  readonly families: string[] | null;
}

/** A reader of one of the forms: fed row by row, then finished. */
export interface ResponseForm {
  row(cells: readonly string[], line: number): void;
  finish(): Responses;
}
