/**
 * What spellings of one value share: compatible characters (NFKC), small letters, `&` as "and", nothing but letters and
 * digits. `OB-GYN`, `obgyn` and `ＯＢＧＹＮ` are one; so are `PH&PM` and `PH and PM`.
 */
export function spelling(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
