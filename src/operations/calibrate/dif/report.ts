import { volcanoSvg } from '../../../charts/volcano.ts';
import { listed, sentences, type Words } from '../../../languages/words.ts';
import { count, decimal } from '../../../numbers.ts';
import { plainText } from '../../../plain-text.ts';
import type { Document, Section, Table } from '../../../report/document.ts';
import { doubtTexts } from '../../../scoring/doubts/examinee-doubts.ts';
import { shellWord } from '../../../shell-word.ts';
import { NORMAL_95 } from '../../../statistics/normal-points.ts';
import type { DifItem } from '../../../workflow/calibration/analyse-dif.ts';
import type { Reading } from '../../operation.ts';
import type { DifOptions } from './dif.ts';
import {
  CORRECTION_NAMES,
  classText,
  contaminationText,
  type DifReport,
  datedText,
  difWarnings,
  effectText,
  flaggedItems,
  groupsText,
  harderFor,
  leastText,
  legendText,
  METHOD_NAMES,
  methodsText,
  mostMoved,
  powerText,
  pText,
  rankingText,
  suspectedUnits,
} from './words.ts';

/** Rows of the forest plot; the volcano plot shows all items. */
const MOST_ROWS = 40;
/** Rows of the ranking without the items, and those of them that a terminal shows. */
const MOST_MODELS = 30;
const MODELS_SHOWN = 10;
const NO_LIMITS = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** What an analysis says. On a page, notes stand below the numbers; a terminal has them beside its output. */
export function difDocument(report: DifReport, reading: Reading<DifOptions>): Document {
  const { t, reader } = reading;
  const isPage = reader === 'others';
  const { analysis, request, groups } = report;
  const flagged = flaggedItems(analysis);
  const sections: Section[] = [
    {
      heading: t('Flagged items'),
      ...(flagged.length === 0
        ? { paragraphs: [t('No item is flagged.')] }
        : { table: itemsTable(report, flagged, t) }),
    },
    effectsSection(report, t),
    ...contaminationSection(report, isPage ? MOST_SUSPECTS : SUSPECTS_SHOWN, t),
    ...rankingSection(report, t),
    {
      heading: t('What the numbers mean'),
      paragraphs: [
        ...(isPage ? doubtTexts(analysis.doubts, 'grouped', t) : []),
        ...(isPage ? difWarnings(report, t) : []).map((text) => t('Note: {text}', { text })),
        t(
          'The effect is the log odds of a right answer at equal ability, {focal} minus {reference}: below 0 if the item is harder for {focal}. The methods estimate the same number.',
          { focal: plainText(groups.focal.name), reference: plainText(groups.reference.name) },
        ),
        t(
          'A flag says that an item behaves differently in the two groups, not why: read it before you drop it. ETS classes: A negligible, B moderate, C large.',
        ),
      ],
    },
  ];
  return {
    title: t('Differential item functioning: {focal} and {reference}', {
      focal: plainText(groups.focal.name),
      reference: plainText(groups.reference.name),
    }),
    lead: sentences(
      [
        t(
          '{n, plural, one {# item} other {# items}} of {all} {n, plural, one {is} other {are}} flagged.',
          { n: flagged.length, all: count(analysis.items.length) },
        ),
        powerText(report, t),
      ],
      t,
    ),
    facts: [
      [t('groups'), groupsText(report, t)],
      [
        t('methods'),
        listed(
          request.methods.map((method) => t(METHOD_NAMES[method])),
          t,
        ),
      ],
      [
        t('flagged if'),
        request.correction === 'none'
          ? t('p < {alpha}, not corrected for the number of items', { alpha: `${request.alpha}` })
          : t('p < {alpha}, corrected by {correction} for the number of items', {
              alpha: `${request.alpha}`,
              correction: CORRECTION_NAMES[request.correction],
            }),
      ],
      [
        t('families'),
        request.families === null
          ? t('models taken as independent')
          : t('{n}, allowed for by {arrangements} arrangements', {
              n: count(new Set(request.families).size),
              arrangements: count(request.arrangements),
            }),
      ],
    ],
    sections,
    next: nextStep(report, reading),
  };
}

function nextStep(
  { analysis }: DifReport,
  { options: { out, responses }, hasPage, t }: Reading<DifOptions>,
): string {
  const isConcerned = analysis.ranking.left < analysis.ranking.items;
  const steps = [
    ...(isConcerned
      ? [
          t(
            'read the flagged items and look for a reason (wording, key, leaked text) before you drop any',
          ),
        ]
      : []),
    ...(out === undefined
      ? [
          t('the same with {option} keeps the statistics of all items', {
            option: '--out items.csv',
          }),
        ]
      : []),
    ...(hasPage ? [] : ['--report dif.html writes a page with charts']),
  ];
  return steps.length > 0
    ? steps.join(t('; '))
    : `thetarank calibrate fit --responses ${shellWord(responses)} --out parameters.csv`;
}

function itemsTable(report: DifReport, items: readonly DifItem[], t: Words): Table {
  return {
    caption: t('Items that behave differently in the two groups'),
    columns: [
      { name: t('item') },
      { name: t('harder for') },
      { name: t('flagged by'), help: t('Items that several methods flag are the surest.') },
      { name: t('effect (95%)'), unit: t('logits'), numeric: true },
      {
        name: t('least corrected p'),
        numeric: true,
        help: legendText(items, t),
      },
      { name: t('ETS class'), numeric: true, help: t('By Mantel-Haenszel.') },
    ],
    rows: items.map((item) => [
      plainText(item.item),
      harderFor(item, report, t),
      methodsText(item.flaggedBy, t),
      effectText(item, t),
      leastText(item, t),
      classText(report, item),
    ]),
  };
}

function effectsSection(report: DifReport, t: Words): Section {
  const { items } = report.analysis;
  const sized = items.filter(({ effect, se }) => effect !== null && se !== null);
  if (sized.length === 0)
    return { heading: t('Effects'), paragraphs: [t('No effect has a finite estimate.')] };
  const surest = [...sized]
    .sort(
      (x, y) =>
        y.flaggedBy.length - x.flaggedBy.length ||
        Math.abs(y.effect! / y.se!) - Math.abs(x.effect! / x.se!),
    )
    .slice(0, MOST_ROWS);
  const rest = sized.length - surest.length;
  return {
    heading: t('Effects'),
    forest: {
      title: t('Effects with 95% intervals'),
      caption: sentences(
        [
          t('Left of the dashed line: harder for {focal}. Filled marks are flagged items.', {
            focal: plainText(report.groups.focal.name),
          }),
          rest > 0
            ? t('The {n} surest; {rest} more are in the chart below.', {
                n: `${surest.length}`,
                rest: `${rest}`,
              })
            : '',
        ],
        t,
      ),
      xTitle: t('logits (95%)'),
      limits: NO_LIMITS,
      reference: 0,
      rows: surest
        .sort((x, y) => x.effect! - y.effect!)
        .map((item) => ({
          name: plainText(item.item),
          value: item.effect!,
          low: item.effect! - NORMAL_95 * item.se!,
          high: item.effect! + NORMAL_95 * item.se!,
          label: effectText(item, t),
          quiet: item.flaggedBy.length === 0,
        })),
    },
    charts: [
      {
        title: t('All items: effect and probability'),
        svg: () =>
          volcanoSvg({
            title: t('All items: effect and probability'),
            caption: t('Filled marks are flagged items; the surest are named.'),
            yTitle: t('corrected p (higher: less by chance)'),
            xTitle: t('effect, logits (left: harder for the focal group)'),
            points: sized.map(({ item, effect, adjusted, flaggedBy }) => ({
              name: plainText(item),
              effect: effect!,
              p: adjusted ?? 1,
              flagged: flaggedBy.length > 0,
            })),
          }),
      },
    ],
  };
}

/** Suspected items that are named of each model, on a page and in a terminal. */
const MOST_SUSPECTS = 12;
const SUSPECTS_SHOWN = 3;

function contaminationSection(report: DifReport, most: number, t: Words): Section[] {
  const { contamination, items } = report.analysis;
  if (contamination === null) return [];
  const units = suspectedUnits(report.analysis);
  return [
    {
      heading: t('Contamination'),
      paragraphs: [contaminationText(report, t), datedText(report, t)].filter(
        (text) => text !== '',
      ),
      ...(units.length === 0
        ? {}
        : {
            table: {
              caption: t('Right answers on hard items beyond ability'),
              columns: [
                { name: contamination.families === null ? t('model') : t('family') },
                { name: t('right'), numeric: true },
                { name: t('expected'), numeric: true },
                { name: t('p (Holm)'), numeric: true },
                { name: t('suspected items') },
              ],
              rows: units.map((unit) => [
                plainText(unit.name),
                t('{n} of {all}', { n: count(unit.right), all: count(unit.answers) }),
                decimal(unit.expected, 1),
                pText(unit.adjusted),
                suspectsText(
                  unit.suspects.map((j) => plainText(items[j].item)),
                  most,
                  t,
                ),
              ]),
            },
          }),
    },
  ];
}

function suspectsText(names: readonly string[], most: number, t: Words): string {
  const rest = names.length - most;
  const first = listed(names.slice(0, most), t);
  return rest > 0 ? t('{names} and {n} more||items', { names: first, n: `${rest}` }) : first;
}

function rankingSection(report: DifReport, t: Words): Section[] {
  const { ranking } = report.analysis;
  if (ranking.left === ranking.items) return [];
  const all = ranking.examinees;
  const isLong = all.length > MOST_MODELS;
  const shown = isLong ? mostMoved(report.analysis, MOST_MODELS) : all;
  return [
    {
      heading: t('The ranking without these items'),
      paragraphs: [
        rankingText(report, t),
        ...(isLong
          ? [
              t('The {n} of {all} models whose rank changes most; `--json` prints all.', {
                n: `${MOST_MODELS}`,
                all: count(all.length),
              }),
            ]
          : []),
      ],
      table: {
        caption: t('Scores on all items, and without flagged and suspected ones'),
        limit: MODELS_SHOWN,
        columns: [
          { name: t('model') },
          { name: t('rank'), numeric: true },
          { name: t('rank without'), numeric: true },
          { name: t('score'), unit: t('points'), numeric: true },
          { name: t('score without'), unit: t('points'), numeric: true },
        ],
        rows: shown.map(({ name, rank, rankWithout, score, without }) => [
          plainText(name),
          rank,
          rankWithout,
          decimal(100 * score, 1),
          decimal(100 * without, 1),
        ]),
      },
    },
  ];
}
