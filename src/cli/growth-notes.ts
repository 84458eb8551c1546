import { count, plural } from '../numbers.ts';
import { plainText } from '../plain-text.ts';
import type { Growth } from '../ranking/live/test-growth.ts';

/** Most models that are named. */
const NAMED = 5;

interface Grown {
  readonly model: string;
  readonly items: number;
  readonly growth?: Growth | null;
}

/** Which tests went on beyond their length, and why; no line without a bound. */
export function growthNotes(
  models: readonly Grown[],
  items: number,
  growTo: number | null | undefined,
): string[] {
  if (growTo == null) return [];
  const grown = models.flatMap(({ model, items: asked, growth = null }) =>
    growth === null ? [] : [{ model, asked, growth }],
  );
  if (grown.length === 0)
    return [
      `No test needed more than ${plural(items, 'item')}; up to ${count(growTo)} were allowed.`,
    ];
  const named = grown
    .slice(0, NAMED)
    .map(
      ({ model, asked, growth: { why, atBound } }) =>
        `${plainText(model)} to ${count(asked)} (${why === 'wide' ? 'wide interval' : `alarm ${why}`}${atBound ? ', still wide at the bound' : ''})`,
    );
  const more = grown.length > NAMED ? `, … and ${grown.length - NAMED} more` : '';
  return [
    `${count(grown.length)} of ${plural(models.length, 'test')} went on beyond ${plural(items, 'item')}: ${named.join(', ')}${more}. Their intervals are unverified, because widths are learned at that length.`,
  ];
}
