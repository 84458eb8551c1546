import { compatibleForm } from '../../../src/text/compatible-form.ts';

const LIST_MARK = /^\s*(?:\d{1,3}[.)、:]|[-*•])\s*(?=\S)/;
const BETWEEN = /[,;、\n|]/;
const ORDERED = /->|[,;、\n|>→]/;

/**
 * The labels of a text such as `fever, cough`: what stands between commas, semicolons, 、, bars and line ends, each once, without
 * list marks. Letter case, width and punctuation at the ends are for the caller.
 */
export function readLabels(text: string): string[] {
  return [
    ...new Set(
      compatibleForm(text)
        .split(BETWEEN)
        .map(bare)
        .filter((label) => label !== ''),
    ),
  ];
}

/**
 * The places of a sequence such as `C > A = B`: elements between the same marks, `>`, `->` or →; elements joined by `=` share a
 * place. A sequence without such marks whose elements are single letters (`BDAC`) is read letter by letter. Of an element
 * that comes again only the first place counts.
 */
export function readPlaces(text: string): string[][] {
  const plain = compatibleForm(text).trim();
  if (/^[A-Z]{2,26}$/.test(plain)) return once([...plain].map((letter) => [letter]));
  return once(plain.split(ORDERED).map((place) => place.split('=').map(bare)));
}

function bare(part: string): string {
  return part.replace(LIST_MARK, '').trim();
}

function once(places: readonly (readonly string[])[]): string[][] {
  const seen = new Set<string>();
  return places
    .map((place) =>
      place.filter((element) => {
        if (element === '' || seen.has(element)) return false;
        seen.add(element);
        return true;
      }),
    )
    .filter((place) => place.length > 0);
}
