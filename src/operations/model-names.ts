import { fail } from '../errors.ts';

/** Names of models separated by commas, where a name of the bank may itself hold some: `gpt-4o(2024-05,API)`. */
export function modelNames(text: string, known: readonly string[]): string[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.includes(''))
    fail('OPTION_INVALID', {
      option: '--models',
      found: `"${text}"`,
      accepted: `names of models separated by commas, none of them empty${known.length > 0 ? `, such as ${known[0]}` : ''}`,
    });
  const found: string[] = [];
  for (let from = 0; from < parts.length; ) {
    let to = parts.length;
    while (to > from + 1 && !known.includes(text.split(',').slice(from, to).join(',').trim())) to--;
    found.push(text.split(',').slice(from, to).join(',').trim());
    from = to;
  }
  return found;
}
