import { plainText } from '../../plain-text.ts';
import { cutToWidth, displayWidth } from './display-width.ts';

/** The part of a terminal's stream that is used. */
export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Lines that are rewritten in place at the bottom of a terminal. */
export interface LiveBlock {
  /** Shows lines in place of those that are shown; what does not fit into the terminal is left out. */
  show(lines: readonly string[]): void;
  clear(): void;
}

const USUAL = { columns: 80, rows: 24 };

/** The size of a terminal; a usual one where it does not say. */
export function terminalSize({ columns, rows }: TerminalStream): { columns: number; rows: number } {
  return { columns: columns || USUAL.columns, rows: rows || USUAL.rows };
}

/** The cursor stays behind the last line, so that nothing scrolls. @param stream a terminal */
export function liveBlock(stream: TerminalStream): LiveBlock {
  let shown: readonly string[] = [];
  const erase = () => {
    // Of a terminal that was made narrower meanwhile, a line takes several rows.
    const { columns } = terminalSize(stream);
    const rowsOf = (line: string) => Math.max(1, Math.ceil(displayWidth(line) / columns));
    const up = shown.reduce((sum, line) => sum + rowsOf(line), 0) - 1;
    return `${up > 0 ? `\x1b[${up}A` : ''}\r\x1b[J`;
  };
  return {
    show(lines) {
      const { columns, rows } = terminalSize(stream);
      // A full last column makes some terminals wrap.
      const next = lines.slice(0, rows - 1).map((line) => cutToWidth(plainText(line), columns - 1));
      stream.write(`${erase()}${next.join('\n')}`);
      shown = next;
    },
    clear() {
      if (shown.length > 0) stream.write(erase());
      shown = [];
    },
  };
}

/** Parts one after another with commas between, in lines of at most `columns` columns where each part has so few. */
export function wrapped(parts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = `${last}, ${part}`;
    if (last !== undefined && displayWidth(longer) < columns) lines[lines.length - 1] = longer;
    else {
      if (last !== undefined) lines[lines.length - 1] = `${last},`;
      lines.push(part);
    }
  }
  return lines;
}
