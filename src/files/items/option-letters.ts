import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';

/**
 * The letters of a key such as `B`, `ABD`, `A, B, D` or `A、B、D`: ascending and distinct.
 * @throws FILE_INVALID for anything else, an empty text among it
 */
export function parseKey(text: string, { file, where }: { file: string; where: string }): string {
  const letters = text.replace(/[\s,，、;|]/g, '').toUpperCase();
  const distinct = [...new Set(letters)].sort().join('');
  if (!/^[A-Z]+$/.test(letters) || distinct.length < letters.length)
    fail('FILE_INVALID', {
      file,
      where,
      found: quoted(text),
      accepted: 'option letters, each at most once, such as B or ABD',
    });
  return distinct;
}
