/** Between a panel's frame and the edge of a chart, in pixels: the axis with its labels. */
const AXIS = 30;
/** Width of a character that Vega takes for granted, as a share of the size of its font. */
const CHARACTER = 0.8;
/** Characters of Chinese, and its punctuation: as wide as the size of their font, and a line may end behind each. */
const WIDE = /[\u2e80-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/u;
/** No line begins with these. */
const CLOSING = /[\u3001\u3002\uff0c\uff1b\uff1a\uff1f\uff01\uff09\u300d\u300f\u300b\u3011]/u;

/** Characters of a line of text across a panel and its axis. @param width of the panel, and `fontSize`, in pixels */
export function lineLength(width: number, fontSize: number): number {
  return Math.floor((width + AXIS) / (CHARACTER * fontSize));
}

/** How wide a text is, in characters of Latin: those of Chinese count as more than one. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDE.test(letter) ? 1 / CHARACTER : 1;
  return width;
}

/** Wraps a text to lines of at most `most` characters; longer words stay whole. Chinese may end a line behind any character. */
export function wrappedLines(text: string, most: number): string[] {
  const all: string[] = [];
  for (const { part, gap } of partsOf(text)) {
    const last = all[all.length - 1];
    if (last !== undefined && (CLOSING.test(part) || widthOf(last + gap + part) <= most))
      all[all.length - 1] = `${last}${gap}${part}`;
    else all.push(part);
  }
  return all;
}

/** Words and characters that a line may end behind, with the space before them. */
function partsOf(text: string): { part: string; gap: string }[] {
  return text.split(' ').flatMap((word, w) => {
    const parts = word.split(
      /(?<=[\u2e80-\u303f\u3400-\u9fff\uff00-\uffef])|(?=[\u2e80-\u303f\u3400-\u9fff])/u,
    );
    return parts.map((part, k) => ({ part, gap: k === 0 && w > 0 ? ' ' : '' }));
  });
}
