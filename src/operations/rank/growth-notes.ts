import type { Alarm } from '../../cat/robust/alarm.ts';
import { ENGLISH, listed, type ReportText, type Words } from '../../languages/words.ts';
import { count } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Growth } from '../../ranking/live/test-growth.ts';

/** Most models that are named. */
const NAMED = 5;

interface Grown {
  readonly model: string;
  readonly items: number;
  readonly growth: Growth | null;
}

/** Which tests went on beyond their length, and why; no line without a bound. */
export function growthNotes(
  models: readonly Grown[],
  items: number,
  growTo: number | null,
  t: Words = ENGLISH,
): string[] {
  if (growTo === null) return [];
  const grown = models.flatMap(({ model, items: asked, growth }) =>
    growth === null ? [] : [{ model, asked, growth }],
  );
  if (grown.length === 0)
    return [
      t(
        'No test needed more than {n, plural, one {# item} other {# items}}; up to {most} were allowed.',
        { n: items, most: count(growTo) },
      ),
    ];
  const named = grown.slice(0, NAMED).map(({ model, asked, growth: { why, atBound } }) =>
    t('{model} to {n} ({why})', {
      model: plainText(model),
      n: count(asked),
      why: whyText(why, atBound, t),
    }),
  );
  const more =
    grown.length > NAMED ? [t('… and {n} more', { n: String(grown.length - NAMED) })] : [];
  return [
    t(
      '{grown} of {models, plural, one {# test} other {# tests}} went on beyond {n, plural, one {# item} other {# items}}: {named}. Their intervals are unverified, because widths are learned at that length.',
      {
        grown: count(grown.length),
        models: models.length,
        n: items,
        named: listed([...named, ...more], t),
      },
    ),
  ];
}

const ALARMS = {
  change: /*T*/ 'alarm change',
  contradicted: /*T*/ 'alarm contradicted',
  fit: /*T*/ 'alarm fit',
  beyond: /*T*/ 'alarm beyond',
} as const satisfies Record<Alarm, ReportText>;

function whyText(why: Growth['why'], atBound: boolean, t: Words): string {
  const own = why === 'wide' ? t('wide interval') : t(ALARMS[why]);
  return atBound ? listed([own, t('still wide at the bound')], t) : own;
}
