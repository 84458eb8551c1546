import { NAME } from '../../plain-text.ts';

/** A checkpoint to be tested. */
export interface Checkpoint {
  /** The name of its folder, or of the model in the list of an endpoint. */
  readonly name: string;
  /** The folder, absolute; null for a model of an endpoint. */
  readonly path: string | null;
}

/** What a look at a folder or an endpoint has shown. */
export interface Look {
  /** Complete, in the order in which they are to be tested. */
  readonly ready: readonly Checkpoint[];
  /** Names of those that are still being written. */
  readonly waiting: readonly string[];
}

/** The longest name that is taken. */
const LONGEST_NAME = 200;
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** `checkpoint-200` comes before `checkpoint-1000`. */
export function byStep(x: string, y: string): number {
  return BY_NUMBER.compare(x, y) || (x < y ? -1 : 1);
}

/**
 * Whether a name is taken: names come from folders and endpoints. By the rule of all names; not starting with a hyphen, because a
 * server that is started with it would read it as an option; not a hidden file.
 */
export function isPlainName(name: string): boolean {
  return NAME.test(name) && !/^[.-]/.test(name) && name.length <= LONGEST_NAME;
}

/**
 * What the names of the checkpoints of one training have in common: all but their last number, as of `checkpoint-200` and
 * `checkpoint-1000`. The number of a size, such as `7b` or `350M`, is no step.
 */
export function trainingStem(name: string): string {
  return name.replace(/\d+(?=\D*$)(?!\d*[bm](?![\p{L}\d]))/iu, '#');
}

/** Whether names fit a pattern in which `*` stands for any characters. */
export function namePattern(pattern: string): (name: string) => boolean {
  const expression = new RegExp(`^${pattern.split('*').map(literally).join('.*')}$`, 'su');
  return (name) => expression.test(name);
}

/** Reads back what was put into the places of a name: `out/checkpoint-9` of `out/` and '' around one place is `checkpoint-9`. */
export function placeReader(parts: readonly string[]): (text: string) => string | null {
  const [first, second, ...others] = parts.map(literally);
  const rest = others.map((part) => `\\1${part}`).join('');
  const expression = new RegExp(`^${first}(.+)${second}${rest}$`, 'su');
  return (text) => expression.exec(text)?.[1] ?? null;
}

function literally(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
