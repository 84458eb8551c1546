import { quoted } from './quoted.ts';

/** Names of models are the same in any letter case, Unicode form and width of spaces, and with characters that are not shown, such as a zero-width space. */
export function sameName(name: string): string {
  const shown = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return shown.toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}

/** Finds the place of a name in a list: of the same text first, else of the same name. */
export function placeOfName(names: readonly string[]): (name: string) => number | undefined {
  const exact = new Map(names.map((name, i) => [name, i]));
  const same = new Map(names.map((name, i) => [sameName(name), i]));
  return (name) => exact.get(name) ?? same.get(sameName(name));
}

/**
 * Names that may be those of one model: the same names, also without any spaces, and `model` beside `org/model`. Models of several
 * organisations are not alike.
 * @param own only groups with one of these are told; by default all
 */
export function alikeNames(names: readonly string[], own = names): string[][] {
  const isOwn = new Set(own);
  const byModel = Map.groupBy(new Set(names), (name) => withoutSpaces(name).replace(/^.*\//, ''));
  return [...byModel.values()]
    .flatMap((all) =>
      all.some((name) => !name.includes('/'))
        ? [all]
        : [...Map.groupBy(all, withoutSpaces).values()],
    )
    .filter((all) => all.length > 1 && all.some((name) => isOwn.has(name)));
}

function withoutSpaces(name: string): string {
  return sameName(name).replaceAll(' ', '');
}

/** Most groups of names that are told. */
const SHOWN = 5;

/** That names alike count as different models; null where none are alike. */
export function alikeText(names: readonly string[], own = names): string | null {
  const groups = alikeNames(names, own);
  if (groups.length === 0) return null;
  const told = groups.slice(0, SHOWN).map((all) => all.map(quoted).join(' and '));
  const more = groups.length - told.length;
  return `Warning: names of models that are alike count as different models: ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}. If they are one model, record its answers under one name.`;
}
