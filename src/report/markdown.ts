import { plainText } from '../plain-text.ts';
import type { Table, Told } from './document.ts';
import { cellText } from './page-table.ts';

/** A document as Markdown, for the comment on a pull request: without charts. */
export function documentMarkdown({ title, lead, facts = [], sections = [] }: Told): string {
  const blocks = [
    ...(title === undefined ? [] : [`### ${escaped(title)}`]),
    ...(lead === undefined ? [] : [escaped(lead)]),
    ...sections.flatMap(({ table, paragraphs = [] }) => [
      ...(table === undefined ? [] : [tableLines(table)]),
      paragraphs.map((text) => `- ${escaped(text)}`).join('\n'),
    ]),
    facts.map(([name, value]) => `- ${escaped(name)}: ${escaped(value)}`).join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function tableLines({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ name, unit }) => escaped(unit === undefined ? name : `${name}, ${unit}`))),
    `|${columns.map(({ numeric }) => (numeric === true ? '---:' : '---')).join('|')}|`,
    ...rows.map((row) => line(row.map((cell) => escaped(cellText(cell))))),
  ].join('\n');
}

/** No name can end a cell, or begin a link or a tag. */
function escaped(text: string): string {
  return plainText(text).replace(/[\\*_{}[\]<>|#~@]/g, (mark) => `\\${mark}`);
}
