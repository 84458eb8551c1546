import {
  barredItems,
  ITEM_FLAGS,
  type ItemFlag,
  isBarring,
} from '../../calibration/diagnose/item-flags.ts';
import { ENGLISH, type Words } from '../languages/words.ts';
import { count, plural } from '../numbers.ts';
import type { LeftOut } from '../ranking/flagged-items.ts';
import type { TypedHint } from './asking/typed-hint.ts';

/** Items of a flag that are named. */
const NAMED = 10;

/**
 * Lines on the flagged items of a calibration: how many, by flag with the first ones named, and what to do. None without flags.
 * @param advice what to do about items that work backwards, besides checking their keys
 */
export function flagLines(
  items: readonly string[],
  flags: readonly (readonly ItemFlag[])[],
  advice: string,
): string[] {
  const flagged = flags.filter((own) => own.length > 0).length;
  if (flagged === 0) return [];
  const lines = [`${plural(flagged, 'flagged item')} (column flag):`];
  for (const flag of Object.keys(ITEM_FLAGS) as ItemFlag[]) {
    const own = items.filter((_, j) => flags[j].includes(flag));
    if (own.length === 0) continue;
    const more = own.length > NAMED ? ', …' : '';
    lines.push(
      `  ${flag}: ${own.length} (${own.slice(0, NAMED).join(', ')}${more}): ${ITEM_FLAGS[flag]}.`,
    );
  }
  const backwards = flags.some((own) => own.includes('negative-slope'));
  if (backwards)
    lines.push(
      `  Check the keys of the items that work backwards${advice === '' ? '' : `, or ${advice}`}.`,
    );
  const barred = barredItems(flags).length;
  const kinds = (Object.keys(ITEM_FLAGS) as ItemFlag[]).filter(
    (flag) => isBarring([flag]) && flags.some((own) => own.includes(flag)),
  );
  if (barred > 0)
    lines.push(
      `  Adaptive selection will leave out ${plural(barred, 'item')}: ${kinds.join(', ')}.`,
    );
  return lines;
}

/** How many flagged items the adaptive choice of a ranking leaves out; no line where it leaves out none. */
export function leftOutLines(
  { least, most }: LeftOut,
  typed: TypedHint,
  t: Words = ENGLISH,
): string[] {
  if (most === 0) return [];
  const items =
    least === most
      ? t('{n, plural, one {# flagged item} other {# flagged items}}', { n: most })
      : t('{least} to {most} flagged items', { least: count(least), most: count(most) });
  return [
    `${t('Adaptive selection leaves out {items} (working backwards, or without a usable slope). They still count in the score.', { items })}${typed('--include-flagged allows them.')}`,
  ];
}
