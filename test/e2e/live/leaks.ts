import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files below a path, or itself. */
export function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)));
}

/** Which of the texts stand in which of the places, by the raw bytes. */
export function leaks(
  texts: readonly string[],
  places: Readonly<Record<string, string | Buffer>>,
): string[] {
  return Object.entries(places).flatMap(([place, found]) => {
    const bytes = Buffer.from(found);
    return texts
      .filter((text) => bytes.includes(text))
      .map((text) => {
        const at = bytes.indexOf(text);
        return `${place}: …${bytes.subarray(Math.max(0, at - 80), at + 80).toString()}…`;
      });
  });
}

/** The bytes of files by path. */
export function bytesOf(files: readonly string[]): Record<string, Buffer> {
  return Object.fromEntries(files.map((file) => [file, readFileSync(file)]));
}
