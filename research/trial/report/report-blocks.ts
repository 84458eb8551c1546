import { plainText, textTable } from '../../../src/cli/command-kit.ts';

/** A part of a report, for the terminal and for Markdown. */
export type ReportBlock =
  | { readonly heading: string }
  | { readonly text: string }
  | {
      readonly heads: readonly string[];
      /** The first column is aligned left, the others right. */
      readonly rows: readonly (readonly string[])[];
    };

/** A report for the terminal. */
export function blocksText(blocks: readonly ReportBlock[]): string {
  return blocks
    .map((block) => {
      if ('heading' in block) return plainText(block.heading);
      if ('text' in block) return plainText(block.text);
      const columns = block.heads.map((head, k) => ({
        head,
        align: k === 0 ? ('left' as const) : ('right' as const),
      }));
      return textTable(columns, block.rows);
    })
    .join('\n\n');
}

/** A report as Markdown, one heading level below its title. */
export function blocksMarkdown(title: string, blocks: readonly ReportBlock[]): string {
  const parts = blocks.map((block) => {
    if ('heading' in block) return `## ${escaped(block.heading)}`;
    if ('text' in block) return escaped(block.text);
    const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
    const rule = block.heads.map((_, k) => (k === 0 ? '---' : '---:')).join('|');
    return [line(block.heads), `|${rule}|`, ...block.rows.map(line)].join('\n');
  });
  return `${[`# ${escaped(title)}`, ...parts].join('\n\n')}\n`;
}

/** Names come from files: their markup and line ends are escaped. */
function escaped(text: string): string {
  return plainText(text).replace(/[\\`*_[\]<>|#]/g, '\\$&');
}
