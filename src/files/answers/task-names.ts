import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { readText } from '../../text/read-text.ts';

/**
 * The ids of tasks in a file, one per line, as `thetarank form --format ids` writes them. Blank lines and spaces around an id do not count.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE; FILE_INVALID for an id that is there twice, and for none
 */
export function taskNames(file: string): string[] {
  const lineOf = new Map<string, number>();
  for (const [k, line] of readText(file).toString('utf8').split('\n').entries()) {
    const name = line.trim();
    if (name === '') continue;
    const first = lineOf.get(name);
    if (first !== undefined)
      fail('FILE_INVALID', {
        file,
        where: `line ${k + 1}`,
        found: `task ${quoted(name)} again (first: line ${first})`,
        accepted: 'each task once, one id per line',
      });
    lineOf.set(name, k + 1);
  }
  if (lineOf.size === 0)
    fail('FILE_INVALID', { file, found: 'no ids', accepted: 'the id of every task, one per line' });
  return [...lineOf.keys()];
}
