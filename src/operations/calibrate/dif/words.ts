import type { Excess } from '../../../../calibration/diagnose/dif/contamination.ts';
import { effectFound, powerOf } from '../../../../calibration/diagnose/dif/effect-power.ts';
import type { Correction, DifMethod } from '../../../../calibration/diagnose/dif/find-dif.ts';
import {
  ENGLISH,
  listed,
  type ReportText,
  sentences,
  type Words,
} from '../../../languages/words.ts';
import { correlation, count, decimal, percent, withoutZero } from '../../../numbers.ts';
import { plainText } from '../../../plain-text.ts';
import { NORMAL_95 } from '../../../statistics/normal-points.ts';
import type {
  DifAnalysis,
  DifItem,
  DifRequest,
} from '../../../workflow/calibration/analyse-dif.ts';
import type { ReadGroups } from './groups.ts';

/** An analysis with what it was made of. */
export interface DifReport {
  readonly analysis: DifAnalysis;
  readonly groups: Pick<ReadGroups, 'reference' | 'focal'>;
  readonly request: DifRequest;
  readonly examinees: number;
  /** Examinees of the file that belong to no group. */
  readonly leftOut: number;
}

export const METHOD_NAMES: Readonly<Record<DifMethod, ReportText>> = {
  'mantel-haenszel': /*T*/ 'Mantel-Haenszel',
  logistic: /*T*/ 'logistic regression',
  irt: /*T*/ 'IRT likelihood ratio',
};
const SHORT: Readonly<Record<DifMethod, ReportText>> = {
  'mantel-haenszel': /*T*/ 'MH',
  logistic: /*T*/ 'logistic',
  irt: /*T*/ 'IRT',
};

/** How p is corrected for many items, by the name that readers know. */
export const CORRECTION_NAMES: Readonly<Record<Exclude<Correction, 'none'>, string>> = {
  holm: 'Holm',
  'benjamini-hochberg': 'Benjamini-Hochberg',
};

/** Effects that the power is told for, in logits: small and large. */
const EFFECTS = [0.4, 0.8] as const;
/** Power below this for the large effect: no flag means nothing. */
const ENOUGH_POWER = 0.8;
const FEW_FAMILIES = 10;
const MUCH_FLAGGED = 0.2;

/** Flagged items, those that most methods flag first, then by probability. */
export function flaggedItems({ items }: DifAnalysis): DifItem[] {
  return items
    .filter(({ flaggedBy }) => flaggedBy.length > 0)
    .sort(
      (x, y) => y.flaggedBy.length - x.flaggedBy.length || (x.adjusted ?? 1) - (y.adjusted ?? 1),
    );
}

/** `−0.63 (−1.08 – −0.18)` */
export function effectText(
  { effect, se }: Pick<DifItem, 'effect' | 'se'>,
  t: Words = ENGLISH,
): string {
  if (effect === null || se === null) return '–';
  return t('{value} ({low} – {high})', {
    value: decimal(effect, 2),
    low: decimal(effect - NORMAL_95 * se, 2),
    high: decimal(effect + NORMAL_95 * se, 2),
  });
}

/** The group, where the effect tells one; `non-uniform` where the difference depends on ability. */
export function harderFor(
  { effect, se, nonUniform }: DifItem,
  { groups }: DifReport,
  t: Words = ENGLISH,
): string {
  const mark = t('non-uniform');
  const isOpen = effect === null || se === null || Math.abs(effect) <= NORMAL_95 * se;
  if (nonUniform && isOpen) return mark;
  if (effect === null) return '–';
  const name = plainText(effect < 0 ? groups.focal.name : groups.reference.name);
  return nonUniform ? t('{name} ({size})', { name, size: mark }) : name;
}

/** `4e−8 (IRT)`: the least corrected p and its method. */
export function leastText({ adjusted, adjustedBy }: DifItem, t: Words = ENGLISH): string {
  return adjustedBy === null
    ? '–'
    : t('{p} ({method})', { p: pText(adjusted), method: t(SHORT[adjustedBy]) });
}

/** What p and the mark `non-uniform` say. */
export function legendText(items: readonly DifItem[], t: Words = ENGLISH): string {
  const least = t(
    'The corrected p is the least of all methods; its method stands beside it and need not be the one of the effect.',
  );
  return items.some(({ nonUniform }) => nonUniform)
    ? sentences(
        [
          least,
          t(
            'Non-uniform: the difference depends on ability, and can favour one group at low and the other at high ability. The p of logistic and IRT counts that; the effect is one number for all abilities and can be near 0.',
          ),
        ],
        t,
      )
    : least;
}

/** Models whose rank changes most without the items concerned, at most so many. */
export function mostMoved({ ranking }: DifAnalysis, most: number) {
  return [...ranking.examinees]
    .sort((x, y) => Math.abs(y.rank - y.rankWithout) - Math.abs(x.rank - x.rankWithout))
    .slice(0, most);
}

/** p to three places; a small one as a power of ten. */
export function pText(p: number | null): string {
  if (p === null || Number.isNaN(p)) return '–';
  if (p >= 0.001) return p.toFixed(3);
  return p > 0 ? p.toExponential(0).replace('-', '−') : '< 1e−300';
}

/** ETS class by Mantel-Haenszel, where it was used. */
export function classText(report: DifReport, item: DifItem): string {
  const { dif, items } = report.analysis;
  const j = items.indexOf(item);
  return dif['mantel-haenszel']?.items[j]?.plain.etsClass ?? '–';
}

export function methodsText(methods: readonly DifMethod[], t: Words = ENGLISH): string {
  return listed(
    methods.map((method) => t(SHORT[method])),
    t,
  );
}

/** `human (200) and synthetic (200)` */
export function groupsText({ groups }: DifReport, t: Words = ENGLISH): string {
  const text = ({ name, size }: ReadGroups['focal']) =>
    size === null
      ? plainText(name)
      : t('{name} ({size})', { name: plainText(name), size: count(size) });
  return t('{focal} compared with {reference}', {
    focal: text(groups.focal),
    reference: text(groups.reference),
  });
}

export function powerText({ analysis, groups }: DifReport, t: Words = ENGLISH): string {
  const { usualError } = analysis;
  if (usualError === null) return t('The power is not known: no effect has a finite estimate.');
  const { reference, focal } = groups;
  const sizes =
    reference.size === null || focal.size === null
      ? t('With these models')
      : reference.size === focal.size
        ? t('With {n} models per group', { n: count(focal.size) })
        : t('With {n} and {m} models', { n: count(reference.size), m: count(focal.size) });
  const powers = EFFECTS.map((effect) =>
    t('{effect} logits is {power}', {
      effect: withoutZero(decimal(effect, 1), t),
      power: withoutZero(powerOf(effect, usualError).toFixed(2), t),
    }),
  );
  return t(
    '{sizes} the power to find {powers} (one item, p < .05; less after the correction for many items). An effect of {effect} logits is found in 80% of the cases.',
    { sizes, powers: powers.join(t(', and ')), effect: decimal(effectFound(usualError), 2) },
  );
}

/** Units that have too many right answers on hard items. */
export function suspectedUnits({ contamination }: DifAnalysis): Excess[] {
  return (contamination?.families ?? contamination?.models ?? []).filter(({ flagged }) => flagged);
}

export function contaminationText({ analysis, request }: DifReport, t: Words = ENGLISH): string {
  const { contamination } = analysis;
  if (contamination === null || request.hardBelow === null) return '';
  const units = contamination.families ?? contamination.models;
  const found = suspectedUnits(analysis).length;
  const tested =
    contamination.untested === 0
      ? ''
      : t(
          '{n, number} of {all, plural, one {# model} other {# models}} cannot be tested and {n, plural, one {does} other {do}} not count: their answers are all right or all wrong, or none or all of their items are hard for them.',
          { n: contamination.untested, all: analysis.ranking.examinees.length },
        );
  const facts = {
    n: found,
    all: units.length,
    p: withoutZero(decimal(request.hardBelow, 2), t),
  };
  return sentences(
    [
      contamination.families === null
        ? t(
            'Contamination: {n, plural, =0 {none} other {#}} of {all, plural, one {# model} other {# models}} {n, plural, one {is} other {are}} right on hard items (p below {p} for the model) more often than ability explains.',
            facts,
          )
        : t(
            'Contamination: {n, plural, =0 {none} other {#}} of {all, plural, one {# family} other {# families}} {n, plural, one {is} other {are}} right on hard items (p below {p} for the model) more often than ability explains.',
            facts,
          ),
      tested,
    ],
    t,
  );
}

/** Whether models do better on items older than they are; empty without dates. */
export function datedText({ analysis }: DifReport, t: Words = ENGLISH): string {
  const all = analysis.contamination?.dated?.all;
  if (all == null) return '';
  return t(
    'Items older than the model: {right} of {answers} answers right, {expected} expected (z {z}, p {p}, over all models).',
    {
      right: count(all.right),
      answers: count(all.answers),
      expected: decimal(all.expected, 1),
      z: decimal(all.z, 1),
      p: pText(all.p),
    },
  );
}

export function rankingText({ analysis }: DifReport, t: Words = ENGLISH): string {
  const { ranking } = analysis;
  const out = ranking.items - ranking.left;
  if (out === 0) return '';
  return t(
    "Scores without the {n, plural, one {# item} other {# items}} above: Kendall's τ with the scores on all items is {tau}.",
    { n: out, tau: correlation(ranking.tau, t) },
  );
}

/** What a reader must know, one sentence each. */
export function difWarnings(report: DifReport, t: Words = ENGLISH): string[] {
  const { analysis, request, leftOut } = report;
  const { dif, items, usualError } = analysis;
  const flagged = items.filter(({ flaggedBy }) => flaggedBy.length > 0).length;
  const untested = items.filter(({ adjusted }) => adjusted === null).length;
  const unsettled = request.methods.filter((method) => dif[method]?.settled === false);
  const { families } = dif;
  return [
    ...(usualError !== null && powerOf(EFFECTS[1], usualError) < ENOUGH_POWER
      ? [
          t(
            'the power to find {effect} logits is below {power}: items without a flag may still differ.',
            {
              effect: withoutZero(decimal(EFFECTS[1], 1), t),
              power: withoutZero(decimal(ENOUGH_POWER, 1), t),
            },
          ),
        ]
      : []),
    ...(families === null
      ? [
          t(
            'models are taken as independent. If some share a family, add --families FILE or a column family: otherwise p is too small.',
          ),
        ]
      : families.pure + families.mixed < FEW_FAMILIES
        ? [
            t(
              'only {n, plural, one {# family} other {# families}}: p cannot be below {p}, one of the ways to arrange them.',
              {
                n: families.pure + families.mixed,
                p: pText(Math.exp(-families.logArrangements)),
              },
            ),
          ]
        : []),
    ...(untested > 0
      ? [
          t(
            '{n, plural, one {# item} other {# items}} could not be tested: all answers are equal, or one group is missing.',
            { n: untested },
          ),
        ]
      : []),
    ...(flagged > MUCH_FLAGGED * items.length
      ? [
          t(
            '{share} of the items are flagged. With as many, the items left to match by may favour a group too; compare with anchors that you trust.',
            { share: percent(flagged / items.length) },
          ),
        ]
      : []),
    ...unsettled.map((method) =>
      t('{method}: purification did not settle in {n, plural, one {# round} other {# rounds}}.', {
        method: t(METHOD_NAMES[method]),
        n: dif[method]!.rounds,
      }),
    ),
    ...(dif.irt?.fit.converged === false ? [t('the IRT calibration did not converge.')] : []),
    ...(leftOut > 0
      ? [
          t('{n, plural, one {# examinee} other {# examinees}} of neither group left out.', {
            n: leftOut,
          }),
        ]
      : []),
  ];
}
