import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

/** Results in a file of JSON lines, from which a study continues after it was ended at any moment. */
export class Keeper {
  readonly #file: string;
  readonly #known = new Map<string, unknown>();

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // The process ended while it wrote the last line.
    if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
    for (const line of whole.split('\n')) {
      if (line === '') continue;
      const { key, result } = JSON.parse(line) as { key: string; result: unknown };
      this.#known.set(key, result);
    }
  }

  has(key: string): boolean {
    return this.#known.has(key);
  }

  get(key: string): unknown {
    return this.#known.get(key);
  }

  /** Keeps a result as JSON has it: so it is the same whether it was made now or read. */
  keep(key: string, result: unknown): void {
    const line = JSON.stringify({ key, result: result ?? null });
    appendFileSync(this.#file, `${line}\n`);
    this.#known.set(key, (JSON.parse(line) as { result: unknown }).result);
  }
}
