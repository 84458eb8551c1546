/** A table in Markdown; columns whose head ends in a colon are aligned to the right. */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(heads.map((head) => head.replace(/:$/, ''))),
    `|${heads.map((head) => (head.endsWith(':') ? '---:' : '---')).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

/** A figure with fixed places, or a dash where it is not defined. */
export function figure(value: number | null, places: number): string {
  return value === null ? '–' : value.toFixed(places).replace(/^-/, '−');
}

/** 92% */
export function percentOf(share: number | null): string {
  return share === null ? '–' : `${Math.round(100 * share)}%`;
}

/** 92% (88–96) */
export function percentWithEnds(
  share: number | null,
  low: number | null,
  high: number | null,
): string {
  const ends =
    low === null || high === null ? '' : ` (${Math.round(100 * low)}–${Math.round(100 * high)})`;
  return `${percentOf(share)}${ends}`;
}

export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
