/**
 * A text of at most `longest` UTF-16 code units: of a longer one begin and end, with a mark on a line of its own
 * between. The middle goes, since an answer says at its end what it comes to. No character is cut in half.
 * @param mark the text in place of this number of code units
 */
export function shorten(text: string, longest: number, mark: (leftOut: number) => string): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  const begin = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${begin}\n${mark(text.length - begin.length - end.length)}\n${end}`;
}
