import { fail } from '../../errors.ts';

/** The position at which a page of a list begins, from its cursor. @throws OPTION_INVALID for an invalid cursor */
export function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  return fail('OPTION_INVALID', {
    option: 'cursor',
    found: `"${cursor.slice(0, 20)}"`,
    accepted: 'the value of "next" from the previous page',
  });
}
