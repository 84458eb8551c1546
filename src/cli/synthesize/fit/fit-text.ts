import type { GeneratorMean } from '../../../../calibration/synthesize/fit/mode-effect.ts';
import type { AbilitySpread } from '../../../../calibration/synthesize/report/ability-spread.ts';
import type { Persuasion } from '../../../../calibration/synthesize/report/persuasion.ts';
import type { SynthesisReport } from '../../../../calibration/synthesize/report/synthesis-report.ts';
import { count, decimal, percent, plural } from '../../numbers.ts';
import { textTable } from '../../table.ts';
import type { CalibratedSynthesis } from './calibrate-source.ts';

const EXAMINEES = {
  generators: ['generator', 'generators'],
  solos: ['model alone', 'models alone'],
  participants: ['participant', 'participants'],
} as const;

/** What is printed of a calibration on synthesized answers, in parts. */
export function calibrationText(
  { number, isPartial, report }: CalibratedSynthesis,
  bank: string,
): string[] {
  return [
    `Calibration ${number} of ${bank}: ${plural(report.items, 'item')}, rung ${report.rung}, on ${plural(report.examinees, EXAMINEES[report.by][0], EXAMINEES[report.by][1])}${isPartial ? ', with the answers there are' : ''}. ${worthText(report)}`,
    ...(report.converged
      ? []
      : [
          `warning: not converged after ${report.iterations} rounds; do not rank with it yet. (Exit code 3.)`,
        ]),
    scaleText(report),
    ...(report.persuasion.length === 0 ? [] : [persuasionTable(report.persuasion)]),
    ...modeText(report),
  ];
}

/** What the answers are worth, and what that means for the parameters. */
function worthText({
  by,
  participants,
  participantsPerItem,
  effectiveParticipants,
  designEffect,
}: SynthesisReport): string {
  const worth = `${decimal(participantsPerItem, 1)} of the ${plural(participants, 'participant')} an item tell as much as ${decimal(effectiveParticipants, 1)} independent ones (design effect ${decimal(designEffect, 2)})`;
  return by === 'participants'
    ? `${worth}, and count as so many.`
    : `${worth}. Examinees are ${by} as asked for; by participants, the default, parameters are known to be as good or better.`;
}

function scaleText({ spread, reliability, alike }: SynthesisReport): string {
  const of = (name: string, own: AbilitySpread | null) =>
    own === null
      ? []
      : [`${name} ${decimal(own.sd, 2)}${own.se === null ? '' : ` ± ${decimal(own.se, 2)}`}`];
  const lines = [
    [
      `Standard deviation of abilities: ${[...of('alone', spread.solo), ...of('reflected', spread.reflected)].join(', ') || 'not known'}`,
      ...(reliability === null ? [] : [`reliability of the scale ${decimal(reliability, 2)}`]),
    ].join('; '),
    `${count(alike.right)} items were answered right by everyone, ${count(alike.wrong)} by no one: of these little more is known than that they are easy, or hard`,
  ];
  return lines.map((line) => `${line}.`).join('\n');
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
  )}\nShare of answers changed, how many of them rightly (+) and wrongly (−): each row a generator, each column its critic.`;
}

function modeText({ modeEffect }: SynthesisReport): string[] {
  if (modeEffect === null) return [];
  const value = ({ mean, se }: GeneratorMean, places: number, scale = 1) =>
    Number.isFinite(mean)
      ? `${decimal(scale * mean, places)}${se === null ? '' : ` ± ${decimal(scale * se, places)}`}`
      : '–';
  const { shift, levels } = modeEffect;
  return [
    `Reflected beside alone: ability ${value(shift, 2)} (mean of ${plural(shift.generators, 'generator')}).\n${textTable(
      [
        { head: 'items, from easy to hard' },
        ...levels.map((_, l) => ({ head: `${l + 1}`, align: 'right' as const })),
      ],
      [
        ['points right, reflected − alone', ...levels.map(({ share }) => value(share, 1, 100))],
        ['as a shift of ability', ...levels.map((level) => value(level.shift, 2))],
      ],
    )}`,
  ];
}
