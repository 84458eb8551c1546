/** Between a panel's frame and the edge of a chart, in pixels: the axis with its labels. */
const AXIS = 30;
/** Width of a character that Vega takes for granted, as a share of the size of its font. */
const CHARACTER = 0.8;

/** Characters of a line of text across a panel and its axis. @param width of the panel, and `fontSize`, in pixels */
export function lineLength(width: number, fontSize: number): number {
  return Math.floor((width + AXIS) / (CHARACTER * fontSize));
}

/** Wraps a text to lines of at most `most` characters; longer words stay whole. */
export function wrappedLines(text: string, most: number): string[] {
  const all: string[] = [];
  for (const word of text.split(' ')) {
    const last = all[all.length - 1];
    if (last !== undefined && last.length + 1 + word.length <= most)
      all[all.length - 1] = `${last} ${word}`;
    else all.push(word);
  }
  return all;
}
