import type { ItemDiagnosis } from '../../../../calibration/diagnose/diagnose-items.ts';
import { findingWords } from '../../../../calibration/diagnose/item-findings.ts';
import { retold } from '../../../languages/retold.ts';
import { listed, sentences, type Words } from '../../../languages/words.ts';
import { chanceText, correlation, count, decimal, orDash, percent } from '../../../numbers.ts';
import { plainText } from '../../../plain-text.ts';
import type { Chart, Document, Section, Table } from '../../../report/document.ts';
import { shellWord } from '../../../shell-word.ts';
import type { Reading } from '../../operation.ts';
import {
  chartRange,
  informativeItemsPlot,
  personFitPlot,
  standardErrorPlot,
  testInformationPlot,
  wrightMap,
} from './bank-plots.ts';
import type { DiagnoseOptions } from './diagnose.ts';
import type { Diagnosis } from './diagnosis.ts';
import {
  type AbilityRange,
  curvePlot,
  itemInformationPlot,
  optionName,
  optionPlot,
} from './item-plots.ts';
import { bankWords } from './words.ts';

/** Items whose curves are shown at once, rows of tables, and items of the list: a page of a few megabytes. */
const MOST_SHOWN = 12;
const MOST_ROWS = 50;
const MOST_LISTED = 1000;
/** Rows that a terminal shows without --all. */
const ITEMS_PRINTED = 20;
const EXAMINEES_PRINTED = 5;
/** Share of the examinees who follow the model that l_z* calls misfits. */
const MISFITS = 0.05;

/** A diagnosis in the order in which it is read: the bank, its worst items, what to do, examinees, and on a page all items. */
export function diagnosisDocument(
  diagnosis: Diagnosis,
  reading: Reading<DiagnoseOptions>,
): Document {
  const { options, reader, t } = reading;
  const { items, examinees, settings, worstFirst } = diagnosis;
  const isPage = reader === 'others';
  const range = chartRange(diagnosis);
  return {
    title: t('Diagnosis of {n, plural, one {# item} other {# items}}', { n: items.length }),
    lead: leadText(diagnosis, t),
    facts: [
      [t('parameters'), options.parameters],
      [t('recorded answers'), options.responses],
      [t('examinees'), count(examinees.length)],
      [t('model'), settings.model],
      [
        t('ability'),
        t('mean {mean}, standard deviation {sd}', {
          mean: shortest(settings.prior.mean),
          sd: shortest(settings.prior.sd),
        }),
      ],
      [
        t('seed'),
        t('{seed}, {n, plural, one {# draw} other {# draws}}', {
          seed: `${settings.seed}`,
          n: settings.draws,
        }),
      ],
    ],
    sections: [
      ...bankSection(diagnosis, isPage, t),
      plotsSection(diagnosis, range, t),
      worstSection(diagnosis, options, isPage, range, t),
      ...optionsSection(diagnosis, t),
      ...adviceSection(diagnosis, t),
      examineeSection(diagnosis, options.all, isPage, t),
      ...(isPage ? [listSection(diagnosis, range, t)] : []),
    ],
    next: nextStep(
      diagnosis,
      worstFirst.some((j) => isFound(items[j])),
      reading,
    ),
  };
}

const shortest = (value: number) => `${Number(value.toFixed(4))}`;
const isFound = ({ flags, findings }: ItemDiagnosis) => flags.length + findings.length > 0;
const namesOf = ({ flags, findings }: ItemDiagnosis) => [...flags, ...findings];
const isDoubted = ({ findings }: ItemDiagnosis) => findings.includes('distractor-beats-key');

function leadText({ items, examinees, worstFirst }: Diagnosis, t: Words): string {
  const n = items.filter(isFound).length;
  const known = examinees.filter(({ lzCorrected }) => lzCorrected !== null);
  return sentences(
    [
      n === 0
        ? t('No item has a flag or a finding.')
        : t(
            '{n, plural, one {# item} other {# items}} of {all} {n, plural, one {has} other {have}} flags or findings; {item} is the first to look at.',
            { n, all: count(items.length), item: plainText(items[worstFirst[0]].item) },
          ),
      t(
        '{n, plural, one {# examinee} other {# examinees}} of {all} {n, plural, one {answers} other {answer}} unlike the model; chance gives about {expected}.',
        {
          n: known.filter(({ isMisfit }) => isMisfit).length,
          all: count(known.length),
          expected: count(Math.round(MISFITS * known.length)),
        },
      ),
    ],
    t,
  );
}

/** The meanings are too long for a table in a terminal. */
function bankSection({ bank, items }: Diagnosis, isPage: boolean, t: Words): Section[] {
  if (bank === null) return [];
  const words = bankWords(bank, (j) => plainText(items[j].item), t);
  return [
    {
      heading: t('The bank as a whole'),
      ...(isPage ? {} : { paragraphs: words.map(({ name, meaning }) => `${name}: ${meaning}`) }),
      table: {
        caption: t('Statistics of the bank'),
        columns: [
          { name: t('measure') },
          { name: t('value') },
          ...(isPage ? [{ name: t('meaning') }] : []),
        ],
        rows: words.map(({ name, value, meaning }) => [name, value, ...(isPage ? [meaning] : [])]),
      },
    },
  ];
}

function plotsSection(diagnosis: Diagnosis, range: AbilityRange, t: Words): Section {
  return {
    heading: t('Information and difficulty'),
    charts: [
      {
        svg: () => testInformationPlot(diagnosis, range, t),
        title: t('Test information'),
        caption: t('Of all items together: high where abilities are measured precisely.'),
      },
      {
        svg: () => standardErrorPlot(diagnosis, range, t),
        title: t('Standard error'),
        caption: t('Of an ability estimated from all items, 1/√information.'),
      },
      {
        svg: () => wrightMap(diagnosis, range, t),
        title: t('Wright map'),
        caption: t(
          'Abilities of examinees above, difficulties of items below, as shares of each. Abilities without items near them are measured badly.',
        ),
      },
      {
        svg: () => informativeItemsPlot(diagnosis, range, t),
        title: t('Most informative items'),
        caption: t('Information of single items; that of the others is in the list of items.'),
      },
    ],
  };
}

function worstSection(
  { items, worstFirst }: Diagnosis,
  { all }: DiagnoseOptions,
  isPage: boolean,
  range: AbilityRange,
  t: Words,
): Section {
  const worst = worstFirst.map((j) => items[j]);
  const found = worst.filter(isFound);
  const rows = isPage ? worst.slice(0, MOST_ROWS) : worst;
  return {
    heading: found.length > 0 ? t('Items to look at') : t('Items that fit worst'),
    paragraphs: [
      found.length > 0
        ? t(
            '{n, plural, one {# item} other {# items}} of {all} with flags or findings, worst first.',
            { n: found.length, all: count(items.length) },
          )
        : t('No item has a flag or a finding. These fit their curves worst.'),
      ...(isPage ? [t('Points that leave the curve show where it is wrong.')] : []),
      ...meanings(found, t),
      ...missingFit(items, t),
      ...(items.some(({ options }) => options !== null)
        ? []
        : [t('Options were not analysed: add --choices FILE to see who chooses which.')]),
    ],
    charts: (found.length > 0 ? found : worst).slice(0, MOST_SHOWN).flatMap((item) => [
      {
        svg: () => curvePlot(item, range, t),
        title: plainText(item.item),
        caption: listed(namesOf(item), t),
      },
      ...(isDoubted(item) ? optionChart(item, range, t) : []),
    ]),
    table: itemTable(rows, all ? rows.length : ITEMS_PRINTED, t),
  };
}

/** What flags and findings of these items mean. */
function meanings(items: readonly ItemDiagnosis[], t: Words): string[] {
  return [...new Set(items.flatMap(namesOf))].map((name) =>
    t('`{name}`: {meaning}.', { name, meaning: t(findingWords(name)) }),
  );
}

/** Why items have no S-X². */
function missingFit(items: readonly ItemDiagnosis[], t: Words): string[] {
  const why = [...new Set(items.flatMap(({ noSX2 }) => noSX2 ?? []))].map((text) =>
    retold(text, t),
  );
  return items.some(({ predictiveP }) => predictiveP !== null)
    ? [t('* posterior-predictive check in place of S-X²: {why}.', { why: why.join(t('; ')) })]
    : why.map((reason) => t('No S-X²: {reason}.', { reason }));
}

function itemTable(rows: readonly ItemDiagnosis[], limit: number, t: Words): Table {
  return {
    caption: t('Statistics of items, worst first'),
    limit,
    columns: [
      { name: t('item') },
      { name: t('answered'), numeric: true },
      { name: t('right||share'), numeric: true },
      {
        name: t('r rest'),
        numeric: true,
        help: t('correlation with the mean of all other answers'),
      },
      {
        name: 'infit',
        numeric: true,
        help: t('mean square weighted by information; 1 is expected'),
      },
      { name: 'outfit', numeric: true, help: t('mean square; 1 is expected') },
      { name: 'S-X²', numeric: true },
      { name: t('df'), numeric: true },
      { name: 'p', numeric: true },
      { name: t('flags and findings') },
    ],
    rows: rows.map((item) => [
      plainText(item.item),
      item.answered,
      shareText(item.proportion),
      correlation(item.itemRest, t),
      orDash(item.infit, 2),
      orDash(item.outfit, 2),
      orDash(item.sX2?.statistic ?? null, 1),
      item.sX2?.df ?? null,
      fitText(item, t),
      namesOf(item).join(' '),
    ]),
  };
}

const shareText = (share: number | null) => (share === null ? '–' : percent(share));

/** The probability of the fit; with a star if it is of the posterior-predictive check. */
function fitText({ sX2, predictiveP }: ItemDiagnosis, t: Words): string {
  if (sX2 !== null) return pText(sX2.p, t);
  return predictiveP === null ? '–' : `${pText(predictiveP, t)}*`;
}

const pText = (p: number, t: Words) => chanceText(p, t).replace('= ', '');

/** Who chooses which option of the items whose key is in doubt. */
function optionsSection({ items, worstFirst }: Diagnosis, t: Words): Section[] {
  const doubted = worstFirst.map((j) => items[j]).filter(isDoubted);
  if (doubted.length === 0) return [];
  return [
    {
      heading: t('Options of items whose key is in doubt'),
      paragraphs: [t('An option with ! is chosen more often than the key by the strongest third.')],
      table: optionTable(doubted.slice(0, MOST_SHOWN), t),
    },
  ];
}

function optionTable(items: readonly ItemDiagnosis[], t: Words): Table {
  return {
    caption: t('Who chooses which option'),
    limit: Number.POSITIVE_INFINITY,
    columns: [
      { name: t('item') },
      { name: t('option') },
      ...[
        ...[t('chosen'), t('share'), t('mean ability'), t('r with rest score')],
        ...[t('weakest third'), t('middle third'), t('strongest third')],
      ].map((name) => ({ name, numeric: true })),
    ],
    rows: items.flatMap(({ item, options }) =>
      options!.options.map((own) => [
        plainText(item),
        plainText(optionName(own, t)),
        own.count,
        percent(own.share),
        orDash(own.ability, 2),
        correlation(own.correlation, t),
        ...(own.thirds === null ? ['–', '–', '–'] : own.thirds.map(percent)),
      ]),
    ),
  };
}

function optionChart({ item, options }: ItemDiagnosis, range: AbilityRange, t: Words): Chart[] {
  if (options === null) return [];
  return [
    {
      svg: () => optionPlot(options, range, t),
      title: t('{item}: options by ability', { item: plainText(item) }),
      caption: t('Of {n} examinees whose choice is known.', { n: count(options.answered) }),
    },
  ];
}

/** What to do about findings. */
const ADVICE = [
  [
    ['negative-slope', 'distractor-beats-key'],
    'Works backwards, or a wrong option beats the key: check the key and the text of the item. Correct the key and score again, or remove the item.',
  ],
  [
    ['key-disagrees'],
    'Answers disagree with the key: the scores and the key come from different versions of the item. Score again.',
  ],
  [
    ['curve-misfit', 'noisy'],
    'The curve misfits or is noisy: look where the points leave it. If they level off above 0 or below 1, fit a model with guessing or an upper asymptote.',
  ],
  [
    ['weak'],
    'Weak: the item costs answers and tells little. Remove it, unless its content is needed.',
  ],
  [
    ['too-steep'],
    'Too steep: harmless for most tests. If several are in one dependent pair or share a text, keep one.',
  ],
] as const;

function adviceSection({ items, examinees }: Diagnosis, t: Words): Section[] {
  const names = new Set<string>(items.flatMap(namesOf));
  const misfits = examinees.filter(({ isMisfit }) => isMisfit).length;
  const paragraphs = [
    ...ADVICE.filter(([findings]) => findings.some((name) => names.has(name))).map(([, text]) =>
      t(text),
    ),
    ...(misfits > MISFITS * examinees.length
      ? [
          t(
            'Many examinees misfit: look for one cause, such as a parser that fails for some models, before you remove any.',
          ),
        ]
      : []),
  ];
  return paragraphs.length === 0 ? [] : [{ heading: t('What to do'), paragraphs }];
}

function examineeSection(diagnosis: Diagnosis, isAll: boolean, isPage: boolean, t: Words): Section {
  const sorted = diagnosis.examinees
    .filter(({ lzCorrected }) => lzCorrected !== null)
    .toSorted((one, two) => one.lzCorrected! - two.lzCorrected!);
  const heading = t('Examinees');
  if (sorted.length === 0)
    return { heading, paragraphs: [t('No examinee has a value of person fit.')] };
  const rows = isPage ? sorted.slice(0, MOST_ROWS) : sorted;
  return {
    heading,
    charts: [
      {
        svg: () => personFitPlot(diagnosis, t),
        title: t('Person fit of the examinees'),
        caption: t(
          'l_z*, corrected for the estimated ability: values below −1.645 come from 5% of examinees who follow the model.',
        ),
      },
    ],
    table: {
      caption: t('Worst fit first, {n} of {all}', {
        n: count(rows.length),
        all: count(sorted.length),
      }),
      limit: isAll ? rows.length : EXAMINEES_PRINTED,
      columns: [
        { name: t('examinee') },
        ...[t('answered'), t('right||share'), t('ability'), t('se'), 'l_z', 'l_z*'].map((name) => ({
          name,
          numeric: true,
        })),
      ],
      rows: rows.map((own) => [
        plainText(own.examinee),
        own.answered,
        shareText(own.answered === 0 ? null : own.right / own.answered),
        decimal(own.ability, 2),
        decimal(own.se, 2),
        orDash(own.lz, 2),
        orDash(own.lzCorrected, 2),
      ]),
    },
  };
}

function listSection({ items, worstFirst }: Diagnosis, range: AbilityRange, t: Words): Section {
  const shown = worstFirst.slice(0, MOST_LISTED);
  return {
    heading: t('All items'),
    paragraphs: [
      t(
        'The {n} worst of {all} items, worst first. Choose an item to see its curve, its information, and its options if choices are known.',
        { n: count(shown.length), all: count(items.length) },
      ),
    ],
    folded: shown.map((j) => foldedItem(items[j], range, t)),
  };
}

function foldedItem(item: ItemDiagnosis, range: AbilityRange, t: Words) {
  const { a, b, c, d } = item;
  const heading = plainText(item.item);
  return {
    heading,
    note: listed(
      [
        ...namesOf(item),
        t('{share} right', { share: shareText(item.proportion) }),
        `infit ${orDash(item.infit, 2)}`,
      ],
      t,
    ),
    paragraphs: meanings([item], t),
    charts: [
      {
        svg: () => curvePlot(item, range, t),
        title: t('{item}: response curve', { item: heading }),
        caption: t(
          '{n, plural, one {# answer} other {# answers}}; r rest {r}, outfit {outfit}, p of the fit {p}; a {a}, b {b}, c {c}, d {d}.',
          {
            n: item.answered,
            r: correlation(item.itemRest, t),
            outfit: orDash(item.outfit, 2),
            p: fitText(item, t),
            ...{ a: decimal(a, 2), b: decimal(b, 2), c: decimal(c, 2), d: decimal(d, 2) },
          },
        ),
      },
      ...optionChart(item, range, t),
      {
        svg: () => itemInformationPlot(item, range, t),
        title: t('{item}: information', { item: heading }),
      },
    ],
    ...(item.options === null ? {} : { table: optionTable([item], t) }),
  };
}

function nextStep(
  { settings: { model } }: Diagnosis,
  hasFindings: boolean,
  { options: { parameters, responses }, hasPage, t }: Reading<DiagnoseOptions>,
): string {
  if (!hasFindings) return `thetarank calibrate keep ${shellWord(parameters)} --bank NAME`;
  if (!hasPage)
    return `look at their curves: thetarank calibrate diagnose --parameters ${shellWord(parameters)} --responses ${shellWord(responses)} --report diagnosis.html`;
  return t(
    'check keys and texts of the items above, correct or remove them, and fit again: `{command}`',
    {
      command: `thetarank calibrate fit --responses ${shellWord(responses)} --irt-model ${model} --out ${shellWord(parameters)}`,
    },
  );
}
