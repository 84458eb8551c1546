import type { GeneratorMean } from '../../../../calibration/synthesize/fit/mode-effect.ts';
import type { AbilitySpread } from '../../../../calibration/synthesize/report/ability-spread.ts';
import type { Persuasion } from '../../../../calibration/synthesize/report/persuasion.ts';
import type { SynthesisReport } from '../../../../calibration/synthesize/report/synthesis-report.ts';
import type { FormAgreement } from '../../../ranking/predict-recorded.ts';
import { count, decimal, percent, plural } from '../../numbers.ts';
import { textTable } from '../../table.ts';
import type { CalibratedSynthesis } from './calibrate-source.ts';
import type { RealModelsReport } from './predict-real-models.ts';

const EXAMINEES = {
  solos: ['model alone', 'models alone'],
  participants: ['participant', 'participants'],
} as const;

/** What is printed of a calibration on synthesized answers, in parts. */
export function calibrationText(
  { number, isPartial, report, realModels }: CalibratedSynthesis,
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
    itemFitText(report),
    realModelsText(realModels),
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

/** Items that misfit, and how much of that can be told from chance. */
function itemFitText({ itemFit: fit, effectiveParticipants }: SynthesisReport): string {
  const lines = [
    `Item fit: ${count(fit.beyond)} of ${plural(fit.items, 'item')} have an infit beyond ±1.96 standard errors, ${decimal(fit.byChance, 0)} would by chance; ${fit.misfits === 0 ? 'no misfit can be told from chance' : `${count(fit.misfits)} misfit more than chance explains`}.`,
    `An infit of one item has a standard error of ${fit.medianSe === null ? '–' : decimal(fit.medianSe, 2)} about 1 (answers of ${decimal(effectiveParticipants, 1)} independent participants): read single items only where they stand out.`,
  ];
  if (fit.worst.length === 0) return lines.join('\n');
  const table = textTable(
    [
      { head: 'worst items' },
      ...['infit', 'outfit', 't'].map((head) => ({ head, align: 'right' as const })),
    ],
    fit.worst
      .slice(0, WORST_SHOWN)
      .map(({ item, infit, outfit, t }) => [item, ...[infit, outfit, t].map((x) => decimal(x, 2))]),
  );
  return [...lines, table].join('\n');
}

const WORST_SHOWN = 5;

/** How the parameters predict real models, beside what else could. */
function realModelsText(report: RealModelsReport | null): string {
  if (report === null)
    return 'No model outside the pool is recorded on this bank: how these parameters predict real models is not known.';
  const { models, logLikelihood, difficulty, forms, ofPool } = report;
  const value = (x: number | null, places: number) => (x === null ? '–' : decimal(x, places));
  const row = (name: string, likelihood: number | null, form: FormAgreement | null) => [
    name,
    value(likelihood, 4),
    form === null ? '–' : value(form.error, 2),
    form === null ? '–' : value(form.tau, 3),
  ];
  const best = [logLikelihood.shares, logLikelihood.recorded].filter((x) => x !== null);
  const isBehind = best.some((x) => x > logLikelihood.parameters);
  return [
    `${plural(models.length, 'recorded model')} outside the pool${ofPool.length === 0 ? '' : ` (without ${ofPool.join(', ')})`}, predicted; ${plural(forms.items, 'item')} a short form:`,
    textTable(
      [
        { head: 'by' },
        ...['log-likelihood an answer', 'error, points', 'τ'].map((head) => ({
          ...{ head, align: 'right' as const },
        })),
      ],
      [
        row('synthesized parameters', logLikelihood.parameters, forms.parameters),
        row('share right in the pool', logLikelihood.shares, null),
        row('recorded models of other families', logLikelihood.recorded, forms.recorded),
        row('random items', null, forms.random),
      ],
    ),
    `Rank correlation of difficulty with that of the recorded models: ${value(difficulty, 3)}.${isBehind ? ' Something beside them predicts better: prefer that where it is to be had.' : ''}`,
  ].join('\n');
}
