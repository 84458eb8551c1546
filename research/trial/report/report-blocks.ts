import { plainText } from '../../../src/cli/command-kit.ts';
import { markdownTable } from '../../text.ts';

/** A part of a report. */
export type ReportBlock =
  | { readonly heading: string }
  | { readonly text: string }
  | {
      readonly heads: readonly string[];
      /** The first column is aligned left, the others right. */
      readonly rows: readonly (readonly string[])[];
    };

/** A report as Markdown, one heading level below its title. */
export function blocksMarkdown(title: string, blocks: readonly ReportBlock[]): string {
  const parts = blocks.map((block) => {
    if ('heading' in block) return `## ${escaped(block.heading)}`;
    if ('text' in block) return escaped(block.text);
    const heads = block.heads.map((head, k) => `${escaped(head)}${k === 0 ? '' : ':'}`);
    return markdownTable(
      heads,
      block.rows.map((row) => row.map(escaped)),
    );
  });
  return `${[`# ${escaped(title)}`, ...parts].join('\n\n')}\n`;
}

/** Names come from files: their markup and line ends are escaped. */
function escaped(text: string): string {
  return plainText(text).replace(/[\\`*_[\]<>|#]/g, '\\$&');
}
