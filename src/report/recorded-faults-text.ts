import { ENGLISH, type Words } from '../languages/words.ts';
import { count, decimal } from '../numbers.ts';
import { plainText } from '../plain-text.ts';
import type { RecordedFault } from '../scoring/patterns/recorded-faults.ts';
import { absentText } from './absent-text.ts';

/** Most models that are named. */
const SHOWN = 5;

/** That recorded answers say little about their models, and why; empty if there are none. */
export function recordedFaultsText(
  faults: readonly RecordedFault[] = [],
  t: Words = ENGLISH,
): string {
  if (faults.length === 0) return '';
  const names = faults
    .slice(0, SHOWN)
    .map((fault) =>
      t('{model}: {text}', { model: plainText(fault.model), text: wrongIn(fault, t) }),
    )
    .join(t('; '));
  const more = faults.length - SHOWN;
  return t(
    'WARNING: recorded answers that say little about their models: {models}.{absent, select, true { Unreadable, truncated and refused answers count as wrong.} other {}} Record these models again, or leave them out.',
    {
      models: more > 0 ? t('{names} and {n} more', { names, n: count(more) }) : names,
      absent: String(faults.some(({ absent }) => absent !== undefined)),
    },
  );
}

function wrongIn({ answers, absent, belowChance }: RecordedFault, t: Words): string {
  const texts = [
    ...(absent === undefined
      ? []
      : [t('{found} out of {n}', { found: absentText(absent, t), n: count(answers) })]),
    ...(belowChance === undefined
      ? []
      : [
          t('{found} of {n} right, clearly below chance: guessing gives about {expected}', {
            found: count(belowChance.count),
            n: count(belowChance.of),
            expected: decimal(belowChance.expected, belowChance.expected < 10 ? 1 : 0),
          }),
        ]),
  ];
  return texts.join(t('; '));
}
