const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const NONE = /[\p{M}\p{Cf}]/u;

/** Columns of a terminal that a text without control characters takes: two for a Chinese character, none for an accent apart. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** A text of at most `width` columns: where it has to be cut, it ends in `…`. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let left = width - 1;
  for (const character of text) {
    left -= widthOf(character);
    if (left < 0) break;
    kept += character;
  }
  return width < 1 ? '' : `${kept}…`;
}

function widthOf(character: string): number {
  return NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}
