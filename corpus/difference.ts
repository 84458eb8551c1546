/** Characters of a line that are shown, around the first one that differs. */
const WIDTH = 200;

/** The lines by which two texts differ, `-` before the kept ones and `+` before the new ones; at most `limit` of them. */
export function difference(kept: string, found: string, limit: number, ending: string): string[] {
  // Pages and JSON have lines that are too long to read.
  const split = (text: string) =>
    (ending === '.html' || ending === '.svg' ? text.replaceAll('><', '>\n<') : text).split('\n');
  const [before, after] = [split(kept), split(found)];
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while ((i < before.length || j < after.length) && lines.length < limit) {
    if (before[i] === after[j]) {
      i++;
      j++;
      continue;
    }
    // The nearest line after which both go on alike.
    const [gone, come] = nextAlike(before, i, after, j);
    for (let k = 0; k < Math.max(gone, come); k++) {
      const [from, to] = [k < gone ? before[i + k] : null, k < come ? after[j + k] : null];
      if (from !== null) lines.push(`- ${cut(from, to)}`);
      if (to !== null) lines.push(`+ ${cut(to, from)}`);
    }
    i += gone;
    j += come;
  }
  return lines.length > limit ? [...lines.slice(0, limit), '…'] : lines;
}

function nextAlike(
  before: readonly string[],
  i: number,
  after: readonly string[],
  j: number,
): [number, number] {
  for (let apart = 1; apart < 60; apart++)
    for (let gone = 0; gone <= apart; gone++) {
      const come = apart - gone;
      if (
        i + gone < before.length &&
        j + come < after.length &&
        before[i + gone] === after[j + come]
      )
        return [gone, come];
    }
  return [before.length - i, after.length - j];
}

function cut(line: string, other: string | null): string {
  if (line.length <= WIDTH) return line;
  let same = 0;
  while (other !== null && same < line.length && line[same] === other[same]) same++;
  const start = Math.max(0, Math.min(same, line.length) - WIDTH / 4);
  return `${start > 0 ? '…' : ''}${line.slice(start, start + WIDTH)}…`;
}
