/** A change of any of these characters could turn the meaning round. */
const TURNING =
  '不没沒无無非未否勿莫除左右上下高低大小多少增减增減升降前后前後内外男女早晚阴阳陰陽正负正負反有对错對錯真假';
const NUMERALS = '零〇一二三四五六七八九十百千万萬亿億半两兩双雙几幾第';
const TURNING_WORDS =
  'not|no|nor|non|none|never|neither|without|except|least|most|more|less|false|true|incorrect|wrong|cannot|left|right|high|low|higher|lower|increase[sd]?|decrease[sd]?|before|after|male|female|man|woman|positive|negative';

const PATTERNS: readonly RegExp[] = [
  // Numbers with their signs and units: `≥ 37.5 ℃`, `10 mg/kg`, `3×10⁹/L`, `5岁`, `2小时`.
  /[+\-−±<>≤≥≈~]?\s?[\p{Nd}\p{No}][\p{Nd}\p{No}.,:/^×*+\-−–~%‰°℃]*\s?(?:[A-Za-zµμΩ°℃%‰][A-Za-z0-9µμΩ°℃%‰/·^⁰¹²³⁴-⁹⁻-]*|(?:小时|分钟|毫克|微克|毫升|毫米|厘米|千克|公斤|个月|国际单位|[\u3400-\u9fff]))?/gu,
  new RegExp(`[${NUMERALS}]+[\\u3400-\\u9fff]?`, 'gu'),
  new RegExp(`[${TURNING}]`, 'gu'),
  new RegExp(`\\b(?:${TURNING_WORDS}|\\p{L}+n['’]t)\\b`, 'giu'),
  // Placeholders, blanks to be filled in, formulas, code, addresses.
  /\{[^{}\n]*\}|<[^<>\n]*>|\[[^[\]\n]*\]|_{2,}|\$[^$\n]+\$|`[^`\n]*`|\\[A-Za-z]+|https?:\S+|[（(]\s*[)）]/gu,
  // Abbreviations and codes: HbA1c, BRCA1, pH. One letter alone is an option, a variable or a vitamin.
  /(?<![\p{L}\p{N}])(?:\p{L}*\p{Nd}[\p{L}\p{N}]*|\p{L}*\p{Lu}\p{L}*\p{Lu}\p{L}*|\p{Ll}+\p{Lu}\p{L}*|[A-Za-z])(?![A-Za-z0-9])/gu,
  // Greek letters, Roman numerals, and characters of more than one UTF-16 unit or with marks.
  /[Α-ω\u2160-\u217f]|[\ud800-\udfff]/g,
  /.\p{M}+/gu,
];

/**
 * The UTF-16 units of a text that no misspelling touches, because another character could make another answer right: 1 at numbers and what
 * follows them as a unit, numerals, words of negation, direction, order and sex, placeholders, abbreviations, single letters, and
 * wherever an option or a reference answer is quoted.
 */
export function protectedUnits(text: string, quoted: readonly string[]): Uint8Array {
  const mask = new Uint8Array(text.length);
  for (const pattern of PATTERNS)
    for (const { index, 0: found } of text.matchAll(pattern))
      mask.fill(1, index, index + found.length);
  for (const quote of quoted)
    if (quote.length > 1)
      for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1))
        mask.fill(1, at, at + quote.length);
  return mask;
}

/** Whether a character could turn the meaning round: no misspelling puts it in either. */
export function isTurning(character: string): boolean {
  return TURNING.includes(character) || NUMERALS.includes(character);
}
