import { fail } from '../../errors.ts';

/** @throws FILE_INVALID if a record is shorter or longer than the header */
export function checkLength(
  file: string,
  line: number,
  cells: readonly string[],
  width: number,
): void {
  if (cells.length === width) return;
  fail('FILE_INVALID', {
    file,
    where: `line ${line}`,
    found: `${cells.length} cell${cells.length === 1 ? '' : 's'}`,
    accepted: `${width} cell${width === 1 ? '' : 's'}, as in the header`,
  });
}
