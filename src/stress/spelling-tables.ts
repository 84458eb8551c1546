import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What misspellings are made with. */
export interface SpellingTables {
  /** Characters of similar shape, the most similar first. */
  readonly shape: ReadonlyMap<string, string>;
  /** Characters of the same sound apart from the tone, the character itself included. */
  readonly sound: ReadonlyMap<string, string>;
  /** Simplified Chinese in traditional characters. */
  traditional(text: string): string;
}

let loaded: Promise<SpellingTables> | undefined;

/** Reads the tables when they are first needed: 50 kB, and OpenCC's dictionary of 1 MB. */
export function loadSpellingTables(): Promise<SpellingTables> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<SpellingTables> {
  const file = fileURLToPath(import.meta.resolve('#assets/similar-characters.json'));
  const { shape, sound } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly shape: Readonly<Record<string, string>>;
    readonly sound: readonly string[];
  };
  const { Converter } = await import('opencc-js/cn2t');
  return {
    shape: new Map(Object.entries(shape)),
    sound: new Map(sound.flatMap((group) => [...group].map((one) => [one, group] as const))),
    traditional: Converter({ from: 'cn', to: 't' }),
  };
}
