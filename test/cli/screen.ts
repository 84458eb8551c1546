const ESCAPE = '\x1b';
const TOKEN = new RegExp(`${ESCAPE}\\[(\\d*)[A-Z]|[\\s\\S]`, 'gu');

/** A terminal of some size that understands what live lines are written with, to see what stands on it in the end. */
export class Screen {
  readonly isTTY = true;
  readonly columns: number;
  readonly rows: number;
  #lines: string[] = [''];
  #row = 0;
  #column = 0;
  /** Everything that was shown between two erasures. */
  readonly frames: string[] = [];

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
  }

  /** What stands there, without blanks at the ends. */
  get text(): string {
    return this.#lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd();
  }

  write(text: string): void {
    for (const [token] of text.matchAll(TOKEN)) this.#take(token);
    this.frames.push(this.text);
  }

  #take(token: string): void {
    if (token.startsWith('\x1b')) {
      const n = Number(token.slice(2, -1) || 1);
      if (token.endsWith('A')) this.#row = Math.max(0, this.#row - n);
      else if (token.endsWith('J')) {
        this.#lines = this.#lines.slice(0, this.#row + 1);
        this.#lines[this.#row] = this.#lines[this.#row].slice(0, this.#column);
      } else throw new Error(`the screen does not know ${JSON.stringify(token)}`);
    } else if (token === '\r') this.#column = 0;
    else if (token === '\n') {
      this.#row++;
      this.#column = 0;
      this.#lines[this.#row] ??= '';
      if (this.#lines.length > this.rows) throw new Error('the screen scrolls');
    } else {
      if (this.#column === this.columns) this.#take('\n');
      const line = this.#lines[this.#row].padEnd(this.#column);
      this.#lines[this.#row] = line.slice(0, this.#column) + token + line.slice(this.#column + 1);
      this.#column++;
    }
  }
}
