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

/** With a fixed number of decimals and a proper minus sign. */
export function decimal(value: number, places: number): string {
  return value
    .toFixed(places)
    .replace(/^-(0\.?0*)$/, '$1')
    .replace('-', '−');
}

/** 1.20 ± 0.05 */
export function figureText(
  { value, se }: { readonly value: number | null; readonly se: number | null },
  places: number,
  scale = 1,
): string {
  if (value === null) return '–';
  const own = decimal(scale * value, places);
  // The 0 before the point of what cannot pass 1 is left out.
  return se === null ? own : `${own} ± ${decimal(scale * se, places).replace(/^(−?)0\./, '$1.')}`;
}

/** 2.0% */
export function percent(share: number): string {
  return `${decimal(100 * share, share < 0.1 ? 1 : 0)}%`;
}

export function count(n: number): string {
  return n.toLocaleString('en-US');
}

export function plural(n: number, one: string, many: string = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
