import type { GeneratorMean } from '../../../../calibration/synthesize/fit/mode-effect.ts';
import type { Persuasion } from '../../../../calibration/synthesize/report/persuasion.ts';
import type { SpreadRatio } from '../../../../calibration/synthesize/report/spread-ratio.ts';
import type { SynthesisReport } from '../../../../calibration/synthesize/report/synthesis-report.ts';
import { ENGLISH, listed, sentences, type Words } from '../../../languages/words.ts';
import { count, decimal, percent, plural } from '../../../numbers.ts';
import { textTable } from '../../../report/text-table.ts';
import type { CalibratedSynthesis } from '../../../workflow/synthesis/fit/calibrate-source.ts';
import type { ItemKinds } from '../../../workflow/synthesis/fit/item-kinds.ts';
import { realModelsText } from './real-models-text.ts';
import { worthText } from './worth-text.ts';

const EXAMINEES = {
  solos: ['model alone', 'models alone'],
  participants: ['participant', 'participants'],
} as const;

/** The printed parts of a calibration on synthesized answers. */
export function calibrationText(
  { number, isPartial, kinds, report, realModels }: CalibratedSynthesis,
  bank: string,
): string[] {
  return [
    `Calibration ${number} of ${bank}: ${plural(report.items, 'item')}, rung ${report.rung}, on ${plural(report.examinees, EXAMINEES[report.by][0], EXAMINEES[report.by][1])}${isPartial ? ', with the answers so far' : ''}. ${participantsText(report)}`,
    ...(report.simulated === undefined ? [] : [`${report.simulated}.`]),
    ...(kinds === null ? [] : [`${kindsText(kinds)}. ${gradedText(report)}`.trim()]),
    ...warningText(report),
    scaleText(report),
    ...(report.persuasion.length === 0 ? [] : [persuasionTable(report.persuasion)]),
    ...modeText(report),
    itemsToCheckText(report),
    realModelsText(realModels),
  ];
}

/** `Items: 9 single, 2 sequencing, 2 open; metrics: rouge-1 1, rouge-l 1; 1 with images`. */
export function kindsText({ types, metrics, withImages }: ItemKinds, t: Words = ENGLISH): string {
  const counted = (of: Readonly<Record<string, number>>, nameFirst: boolean) =>
    listed(
      Object.entries(of)
        .sort(([, a], [, b]) => b - a)
        .map(([name, number]) =>
          nameFirst ? `${name} ${count(number)}` : `${count(number)} ${name}`,
        ),
      t,
    );
  return [
    t('Items: {types}', { types: counted(types, false) }),
    ...(Object.keys(metrics).length === 0
      ? []
      : [t('metrics: {metrics}', { metrics: counted(metrics, true) })]),
    ...(withImages === 0 ? [] : [t('{n} with images', { n: count(withImages) })]),
  ].join(t('; '));
}

/** How scores between 0 and 1 are calibrated; empty if there are none. */
export function gradedText(
  { itemsToCheck: { inPart } }: SynthesisReport,
  t: Words = ENGLISH,
): string {
  if (inPart === 0) return '';
  return t(
    '{n, plural, one {# item} other {# items}} with scores between 0 and 1: these count as shares of a right answer, and the curve of such an item is its mean score by ability.',
    { n: inPart },
  );
}

/** What the answers are worth, and what that means for the parameters. */
function participantsText(report: SynthesisReport): string {
  const { by, participants, participantsPerItem: perItem, dependence } = report;
  const who = `${decimal(perItem, 1)} of the ${plural(participants, 'participant')} per item`;
  const worth = worthText(who, { ...report, participants: perItem });
  if (by === 'participants')
    return dependence.isKnown ? `${worth}, and are weighted accordingly.` : `${capital(worth)}.`;
  return `${capital(worth)}. Examinees are ${by}, as requested; the default is participants. In simulations its parameters are about as good as those of models alone, not better.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why not to rank with it. */
function warningText({ warnings, converged }: SynthesisReport): string[] {
  if (warnings.length === 0) return [];
  return [
    [
      `WARNING: do not rank with this calibration.${converged ? '' : ' (Exit code 3.)'}`,
      ...warnings.map((warning) => `- ${warning}.`),
    ].join('\n'),
  ];
}

/** Advice against ranking with this calibration; empty if nothing speaks against it. */
export function insteadOfRanking({ warnings, converged }: SynthesisReport): string | null {
  if (warnings.length === 0) return null;
  const fit = converged ? '' : ', or a simpler fit: --rung 1pl';
  return `do not rank with it yet. Synthesize with models that differ more in strength (from weak to strong), or with more items (--items)${fit}.`;
}

function scaleText({ spreadRatio, reliability, alike }: SynthesisReport): string {
  const lines = [
    ...(spreadRatio === null ? [] : [`${spreadText(spreadRatio)}`]),
    ...(reliability === null ? [] : [`Reliability of the scale ${decimal(reliability, 2)}`]),
    `${plural(alike.right, 'item')} answered right by all, ${count(alike.wrong)} by none: little more is known of these than that they are easy or hard. A wrong key can make an easy item look too hard for all`,
  ];
  return lines.map((line) => `${line}.`).join('\n');
}

/** About what a ratio can differ from 1 by chance, in standard errors. */
const BY_CHANCE = 2;

export function spreadText({ ratio, se, generators }: SpreadRatio, t: Words = ENGLISH): string {
  const spread = t(
    'The spread of reflected abilities is {ratio} times that of the same models alone ({n, plural, one {# generator} other {# generators}})',
    { ratio: `${decimal(ratio, 2)}${se === null ? '' : ` ± ${decimal(se, 2)}`}`, n: generators },
  );
  if (se === null) return spread;
  const isTold = Math.abs(ratio - 1) > BY_CHANCE * se;
  if (!isTold)
    return t('{spread}; whether debates make participants more or less alike is not known', {
      spread,
    });
  return ratio < 1
    ? t('{spread}: debates make participants more alike', { spread })
    : t('{spread}: debates make participants less alike', { spread });
}

/** Generators down, critics across: how many answers each debate made right and wrong. */
function persuasionTable(pairs: readonly Persuasion[]): string {
  const names = [...new Set(pairs.flatMap(({ generator, critic }) => [generator, critic]))];
  const cell = (generator: string, critic: string) => {
    const own = pairs.find((pair) => pair.generator === generator && pair.critic === critic);
    return own === undefined
      ? '–'
      : `${percent(own.changed)} +${count(own.rightly)} −${count(own.wrongly)}`;
  };
  return `${textTable(
    [{ head: 'persuaded by' }, ...names.map((head) => ({ head, align: 'right' as const }))],
    names.map((generator) => [generator, ...names.map((critic) => cell(generator, critic))]),
  )}\nShare of answers changed, and how many of them became right (+) and wrong (−). Each row is a generator, each column its critic.`;
}

function modeText({ modeEffect }: SynthesisReport): string[] {
  if (modeEffect === null) return [];
  const value = ({ mean, se }: GeneratorMean, places: number, scale = 1) =>
    Number.isFinite(mean)
      ? `${decimal(scale * mean, places)}${se === null ? '' : ` ± ${decimal(scale * se, places)}`}`
      : '–';
  const { shift, levels } = modeEffect;
  const all = `Reflected compared with alone: ability ${value(shift, 2)} (mean of ${plural(shift.generators, 'generator')}).`;
  if (levels.length === 0)
    return [
      `${all} Levels of difficulty are not known, because there are no models other than generator and critic.`,
    ];
  return [
    `${all}\n${textTable(
      [
        { head: 'items, from easy to hard' },
        ...levels.map((_, l) => ({ head: `${l + 1}`, align: 'right' as const })),
      ],
      [
        ['points right, reflected − alone', ...levels.map(({ share }) => value(share, 1, 100))],
        ['expected by ability alone', ...levels.map((level) => value(level.expected, 1, 100))],
      ],
    )}`,
  ];
}

/** What the list of items is, and what not. */
export function itemsToCheckNote(
  { itemsToCheck: { items, inPart } }: SynthesisReport,
  t: Words = ENGLISH,
): string {
  const left =
    inPart === 0
      ? ''
      : t(
          '{n, plural, one {# item} other {# items}} with partly right answers are not among them.',
          { n: inPart },
        );
  return sentences(
    [
      t(
        'Of {n, plural, one {# item} other {# items}}, those whose answers depend least on ability: correlation of right answers with ability, infit and outfit.',
        { n: items },
      ),
      t(
        'This is not a statistical test, because few models with correlated errors cannot test single items. But wrong keys tend to be among them (with 5% of simulated keys flipped, about four of the first ten).',
      ),
      left,
    ],
    t,
  );
}

/** Where to look first. */
function itemsToCheckText(report: SynthesisReport): string {
  const { first } = report.itemsToCheck;
  if (first.length === 0) return itemsToCheckNote(report);
  const table = textTable(
    [
      { head: 'look first at' },
      ...['correlation', 'infit', 'outfit'].map((head) => ({ head, align: 'right' as const })),
    ],
    first
      .slice(0, FIRST_SHOWN)
      .map(({ item, correlation, infit, outfit }) => [
        item,
        ...[correlation, infit, outfit].map((x) => decimal(x, 2)),
      ]),
  );
  return `${itemsToCheckNote(report)}\n${table}`;
}

const FIRST_SHOWN = 10;
