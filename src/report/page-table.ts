import { escapeHtml } from '../html/html.ts';
import { count } from '../numbers.ts';
import type { Column, Table } from './document.ts';

/** More columns than this are set smaller in print. */
const MANY = 9;
/** From this number of text columns on, a table is stacked on a phone: row by row, each cell below its name. */
const TEXTS = 3;
/** Digits of a number that comes as a number. */
const DIGITS = 4;

/** @throws RangeError where a row has another length than the columns */
export function tableHtml({ caption, columns, rows }: Table, id: string): string {
  const odd = rows.findIndex((row) => row.length !== columns.length);
  if (odd !== -1)
    throw new RangeError(
      `table "${caption}", row ${odd + 1}: ${rows[odd].length} cells for ${columns.length} columns`,
    );
  const isStacked = columns.filter(({ numeric = false }) => !numeric).length >= TEXTS;
  // Cells that are set below each other are no table to a screen reader, unless it is said.
  const role = (name: string) => (isStacked ? ` role="${name}"` : '');
  const side = (k: number) => (columns[k].numeric === true ? '' : ' class="text"');
  const label = ({ name, unit }: Column) =>
    isStacked ? ` data-name="${escapeHtml(unit === undefined ? name : `${name} (${unit})`)}"` : '';
  const head = columns.map(
    ({ name, unit }, k) =>
      `<th scope="col"${role('columnheader')}${side(k)}>${escapeHtml(name)}${unit === undefined ? '' : ` <span class="unit">${escapeHtml(unit)}</span>`}</th>`,
  );
  const body = rows.map(
    (row) =>
      `<tr${role('row')}>${row
        .map((cell, k) =>
          k === 0
            ? `<th scope="row"${role('rowheader')}>${cellHtml(cell)}</th>`
            : `<td${role('cell')}${label(columns[k])}${side(k)}>${cellHtml(cell)}</td>`,
        )
        .join('')}</tr>`,
  );
  const help = columns.filter((column) => column.help !== undefined);
  return [
    // With a stop for the keyboard, which scrolls it then.
    `<div class="wide study${columns.length > MANY ? ' many' : ''}${isStacked ? ' stacked' : ''}" role="region" aria-labelledby="${id}" tabindex="0"><table${role('table')}><caption id="${id}">${escapeHtml(caption)}</caption>`,
    `<thead${role('rowgroup')}><tr${role('row')}>${head.join('')}</tr></thead>`,
    `<tbody${role('rowgroup')}>\n${body.join('\n')}\n</tbody></table></div>`,
    ...(help.length === 0
      ? []
      : [
          `<dl class="help">${help
            .map((own) => `<dt>${escapeHtml(own.name)}</dt><dd>${escapeHtml(own.help!)}</dd>`)
            .join('')}</dl>`,
        ]),
  ].join('\n');
}

function cellHtml(cell: string | number | null): string {
  return cellText(cell).split('\n').map(escapeHtml).join('<br>');
}

/** Whole numbers in full, others to four digits. */
export function cellText(cell: string | number | null): string {
  if (cell === null || Number.isNaN(cell)) return '–';
  if (typeof cell === 'string') return cell;
  if (Math.abs(cell) === Number.POSITIVE_INFINITY) return cell > 0 ? '∞' : '−∞';
  const text = Number.isInteger(cell) ? count(cell) : String(Number(cell.toPrecision(DIGITS)));
  return text.replaceAll('-', '−');
}
