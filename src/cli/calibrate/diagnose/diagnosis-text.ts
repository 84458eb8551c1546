import type { ItemDiagnosis } from '../../../../calibration/diagnose/diagnose-items.ts';
import { findingWords } from '../../../../calibration/diagnose/item-findings.ts';
import { correlation, count, decimal, orDash, percent, plural } from '../../../numbers.ts';
import { textTable } from '../../../report/text-table.ts';
import { shellWord } from '../../../shell-word.ts';
import { bankWords } from './bank-words.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { DiagnosisFiles } from './diagnosis-input.ts';
import { probabilityText } from './probability-text.ts';

/** Items and examinees that are printed without --all. */
const MOST_ITEMS = 20;
const MOST_EXAMINEES = 5;

export interface TextOptions extends DiagnosisFiles {
  readonly all?: boolean;
  /** Where the page was written; null if none was. */
  readonly page: string | null;
}

const right = (head: string) => ({ head, align: 'right' as const });

/** A diagnosis as tables: the bank, the worst items, their options, examinees. */
export function diagnosisText(diagnosis: Diagnosis, options: TextOptions): string {
  const { settings, items, examinees } = diagnosis;
  const { model, prior } = settings;
  return [
    `${count(examinees.length)} examinees × ${plural(items.length, 'item')}; ${model}, ability N(${shortest(prior.mean)}, ${shortest(prior.sd)}²).`,
    '',
    ...bankLines(diagnosis),
    ...itemLines(diagnosis, options.all === true),
    ...optionLines(diagnosis),
    '',
    ...examineeLines(diagnosis, options.all === true),
    ...(options.page === null ? [] : ['', `Page written to ${options.page}.`]),
    `Next: ${nextStep(diagnosis, options)}`,
  ].join('\n');
}

const shortest = (value: number) => `${Number(value.toFixed(3))}`;

function bankLines({ bank, items }: Diagnosis): string[] {
  if (bank === null) return [];
  const words = bankWords(bank, (j) => items[j].item);
  return [
    'Bank',
    textTable(
      [{ head: 'measure' }, { head: 'value' }],
      words.map(({ name, value }) => [name, value]),
    ),
    ...words.map(({ name, meaning }) => `  ${name}: ${meaning}`),
    '',
  ];
}

function itemLines({ items, worstFirst }: Diagnosis, isAll: boolean): string[] {
  const found = items.filter(isFound).length;
  const shown = isAll ? worstFirst.length : Math.min(MOST_ITEMS, worstFirst.length);
  const listed = worstFirst.slice(0, shown).map((j) => items[j]);
  const rest = worstFirst.slice(shown).map((j) => items[j]);
  const left = rest.filter(isFound).length;
  const hasOptions = items.some(({ options }) => options !== null);
  const names = [...new Set(listed.flatMap((item) => [...item.flags, ...item.findings]))];
  const why = [...new Set(items.flatMap(({ noSX2 }) => (noSX2 === null ? [] : [noSX2])))];
  return [
    `Items, worst first: ${count(found)} of ${count(items.length)} with flags or findings`,
    textTable(
      [
        { head: 'item' },
        right('answered'),
        right('right'),
        right('r rest'),
        right('infit'),
        right('outfit'),
        right('S-X²'),
        right('df'),
        right('p'),
        { head: 'flags and findings' },
      ],
      listed.map((item) => [
        item.item,
        count(item.answered),
        item.proportion === null ? '–' : percent(item.proportion),
        correlation(item.itemRest),
        orDash(item.infit, 2),
        orDash(item.outfit, 2),
        orDash(item.sX2?.statistic ?? null, 1),
        item.sX2 === null ? '–' : `${item.sX2.df}`,
        fitText(item),
        [...item.flags, ...item.findings].join(' '),
      ]),
    ),
    ...(rest.length === 0
      ? []
      : [
          `and ${count(rest.length)} more, ${left === 0 ? 'without flags or findings' : `${count(left)} of them with flags or findings`} (--all prints all)`,
        ]),
    ...(items.some(({ predictiveP }) => predictiveP !== null)
      ? [`* posterior-predictive check in place of S-X²: ${why.join('; ')}.`]
      : why.map((reason) => `No S-X²: ${reason}.`)),
    ...names.map((finding) => `  ${finding}: ${findingWords(finding)}.`),
    ...(hasOptions
      ? []
      : ['Options were not analysed: add --choices FILE to see who chooses which.']),
  ];
}

const isFound = ({ flags, findings }: ItemDiagnosis) => flags.length + findings.length > 0;

/** The probability of the fit; with a star if it is of the posterior-predictive check. */
function fitText({ sX2, predictiveP }: ItemDiagnosis): string {
  if (sX2 !== null) return probabilityText(sX2.p);
  return predictiveP === null ? '–' : `${probabilityText(predictiveP)}*`;
}

/** The options of items whose key is in doubt. */
function optionLines({ items, worstFirst }: Diagnosis): string[] {
  const doubted = worstFirst
    .map((j) => items[j])
    .filter(({ findings }) => findings.includes('distractor-beats-key'))
    .slice(0, MOST_ITEMS);
  if (doubted.length === 0) return [];
  const rows = doubted.flatMap(({ item, options }) =>
    options!.options.map((own, k) => [
      k === 0 ? item : '',
      `${own.option}${own.isKey ? ' (key)' : own.beatsKey ? ' !' : ''}`,
      count(own.count),
      percent(own.share),
      orDash(own.ability, 2),
      correlation(own.correlation),
      own.thirds === null ? '–' : own.thirds.map(percent).join('  '),
    ]),
  );
  return [
    '',
    'Options of items whose key is in doubt (! chosen more often than the key by the strongest third)',
    textTable(
      [
        { head: 'item' },
        { head: 'option' },
        right('chosen'),
        right('share'),
        right('mean ability'),
        right('r rest'),
        right('share by thirds, weak to strong'),
      ],
      rows,
    ),
  ];
}

function examineeLines({ examinees }: Diagnosis, isAll: boolean): string[] {
  const known = examinees.filter(({ lzCorrected }) => lzCorrected !== null);
  const misfits = known.filter(({ isMisfit }) => isMisfit).length;
  const sorted = known.toSorted((one, two) => one.lzCorrected! - two.lzCorrected!);
  const shown = isAll ? sorted : sorted.slice(0, MOST_EXAMINEES);
  return [
    `Examinees, worst fit first: ${count(misfits)} of ${count(known.length)} with l_z* below −1.645 (chance gives about ${count(Math.round(known.length / 20))})`,
    textTable(
      [
        { head: 'examinee' },
        right('answered'),
        right('right'),
        right('ability'),
        right('se'),
        right('l_z'),
        right('l_z*'),
      ],
      shown.map((own) => [
        own.examinee,
        count(own.answered),
        own.answered === 0 ? '–' : percent(own.right / own.answered),
        decimal(own.ability, 2),
        decimal(own.se, 2),
        orDash(own.lz, 2),
        orDash(own.lzCorrected, 2),
      ]),
    ),
    ...(shown.length < sorted.length
      ? [`and ${count(sorted.length - shown.length)} more (--all prints all)`]
      : []),
  ];
}

function nextStep(
  { items, settings: { model } }: Diagnosis,
  { parameters, responses, page }: TextOptions,
): string {
  if (items.some(isFound) && page === null)
    return `look at their curves: thetarank calibrate diagnose --parameters ${shellWord(parameters)} --responses ${shellWord(responses)} --html diagnosis.html`;
  const fit = `thetarank calibrate fit --responses ${shellWord(responses)} --irt-model ${model} --out ${shellWord(parameters)}`;
  if (items.some(isFound))
    return `check keys and texts of the items above, correct or remove them, and fit again: ${fit}`;
  return `thetarank calibrate keep ${shellWord(parameters)} --bank NAME`;
}
