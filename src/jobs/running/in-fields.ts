import { type Field, flagOf } from '../../operations/options.ts';

/** How requests spell options: by flag. */
export type Spelling = ReadonlyMap<string, string>;

export function spellingOf(fields: readonly Field[]): Spelling {
  return new Map(
    fields.map(({ name, kind }) => [
      flagOf(name),
      kind === 'boolean' ? `${name}=true` : `"${name}"`,
    ]),
  );
}

/** A message in the words of the request that began a job. A command that is to be typed stays as it is. */
export function inFields(spelling: Spelling, text: string): string {
  return text.replaceAll(
    /\bthetarank [a-z][^;]*|(?<![\w-])--[a-z]+(?:-[a-z]+)*/g,
    (found) => spelling.get(found) ?? found,
  );
}
