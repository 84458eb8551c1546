import { fail } from '../../errors.ts';

/** The largest response matrix that is read: 2 GiB of scores. */
export const MOST_CELLS = 2 ** 29;

/** @throws FILE_INVALID: the file is of a matrix larger than `MOST_CELLS` */
export function failTooLarge(file: string, examinees: number, items: number): never {
  return fail('FILE_INVALID', {
    file,
    found: `${examinees} examinees × ${items} items`,
    accepted: `at most ${MOST_CELLS} cells`,
  });
}
