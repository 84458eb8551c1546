import { join } from 'node:path';
import { toCsv, writeFileWhole } from '../../files/write/write.ts';
import { ABSENT_KINDS, shownKinds } from '../../scoring/absent.ts';
import type { StressResult } from '../../workflow/stress/stress-result.ts';
import { sidesOf } from './words.ts';

/** What `--out` writes into its folder. */
export const STRESS_FILES = ['stress.json', 'effects.csv'] as const;

/** @param kinds of answers that are not there: `tooLong` only where there is one */
const columns = (kinds: readonly string[]) => [
  ...['model', 'variant', 'length', 'items', 'applies_to', 'original', 'changed', 'change'],
  ...['low', 'high', 'p', 'p_adjusted', 'shown', 'fell', 'rose', 'end', 'missing'],
  'ungraded',
  ...kinds.flatMap((kind) => [`${kind}_original`, `${kind}_changed`]),
  ...['change_if_missing', 'low_if_missing', 'high_if_missing'],
];

/** Writes the result, and a table of the effects: of all items, then of each third by length. Scores are shares of 1. @returns their paths */
export function writeStress(folder: string, result: StressResult): string[] {
  writeFileWhole(join(folder, STRESS_FILES[0]), `${JSON.stringify(result, null, 2)}\n`);
  const kinds = shownKinds(ABSENT_KINDS, sidesOf(result.effects));
  const rows = result.effects.flatMap(
    ({ model, variant, appliesTo, effect, verdict, end, missing, ungraded, absent, byLength }) => [
      [
        ...[model, variant, 'all', effect?.items ?? 0, appliesTo],
        ...[effect?.original, effect?.changed, effect?.change, effect?.low, effect?.high],
        ...[effect?.p, verdict?.p, verdict?.is, effect?.fell, effect?.rose, end, missing],
        ungraded,
        ...kinds.flatMap((kind) => [absent?.original[kind] ?? 0, absent?.changed[kind] ?? 0]),
        ...[absent?.effect?.change, absent?.effect?.low, absent?.effect?.high],
      ],
      ...byLength.map(({ from, to, effect: own }) => [
        ...[model, variant, `${from}-${to}`, own?.items ?? 0, null],
        ...[own?.original, own?.changed, own?.change, own?.low, own?.high],
        ...[own?.p, null, null, own?.fell, own?.rose, null, null],
        ...Array<null>(4 + 2 * kinds.length).fill(null),
      ]),
    ],
  );
  writeFileWhole(join(folder, STRESS_FILES[1]), toCsv(columns(kinds), rows));
  return STRESS_FILES.map((file) => join(folder, file));
}
