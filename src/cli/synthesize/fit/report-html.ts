import type {
  GeneratorMean,
  ModeEffect,
} from '../../../../calibration/synthesize/fit/mode-effect.ts';
import type { Persuasion } from '../../../../calibration/synthesize/report/persuasion.ts';
import { lineChartSvg } from '../../../charts/line-panels.ts';
import { htmlPage, htmlSection, htmlTable, htmlText } from '../../../html/html.ts';
import { count, decimal, orDash, percent } from '../../../numbers.ts';
import { NORMAL_95 } from '../../../statistics/normal-points.ts';
import type { CalibratedSynthesis } from '../../../workflow/synthesis/fit/calibrate-source.ts';
import type { RealModelsReport } from '../../../workflow/synthesis/fit/predict-real-models.ts';
import type { SynthesisResult } from '../../../workflow/synthesis/synthesis-result.ts';
import { gradedText, itemsToCheckNote, kindsText, spreadText } from './fit-text.ts';
import { betterText, predictionRows } from './real-models-text.ts';

/** The report of a synthesis as one file that needs no other. */
export async function reportHtml(
  result: SynthesisResult,
  { number, fingerprint, isPartial, kinds, report, realModels }: CalibratedSynthesis,
): Promise<string> {
  const { itemsToCheck, spreadRatio, modeEffect, warnings } = report;
  return htmlPage(`Calibration ${number} of ${result.bank}, synthesized`, [
    htmlText(
      `This calibration of ${count(report.items)} items was made from the answers of synthesized participants${isPartial ? ', with the answers so far' : ''}.${report.converged ? '' : ' It has NOT converged.'}`,
    ),
    ...(kinds === null ? [] : [htmlText(`${kindsText(kinds)}. ${gradedText(report)}`.trim())]),
    htmlTable(
      ['setting', 'value'],
      [
        ['run', String(result.run)],
        ['rung', String(report.rung)],
        ['estimated by', report.by],
        ['fingerprint', fingerprint],
      ],
    ),
    ...(warnings.length === 0
      ? []
      : [
          htmlSection(
            'WARNING: do not rank with this calibration',
            ...warnings.map((warning) => htmlText(`${warning}.`)),
          ),
        ]),
    htmlSection(
      'How much information participants give',
      htmlTable(
        ['figure', 'value'],
        [
          ['participants per item', decimal(report.participantsPerItem, 1)],
          ...(report.dependence.isKnown
            ? [
                [
                  'independent participants with the same information',
                  decimal(report.effectiveParticipants, 1),
                ],
                ['design effect', decimal(report.designEffect, 2)],
              ]
            : [['how dependent participants are', 'not known']]),
          ['reliability of the scale', orDash(report.reliability, 2)],
          ['items answered right by all', count(report.alike.right)],
          ['items answered right by none', count(report.alike.wrong)],
        ],
      ),
      ...(spreadRatio === null ? [] : [htmlText(`${spreadText(spreadRatio)}.`)]),
    ),
    ...(report.persuasion.length === 0 ? [] : [persuasionSection(report.persuasion)]),
    ...(modeEffect === null ? [] : [await modeSection(modeEffect)]),
    htmlSection(
      'Items to look at first',
      htmlText(itemsToCheckNote(report)),
      htmlTable(
        ['item', 'correlation with ability', 'infit', 'outfit'],
        itemsToCheck.first.map(({ item, correlation, infit, outfit }) => [
          item,
          ...[correlation, infit, outfit].map((value) => decimal(value, 2)),
        ]),
      ),
    ),
    realModelsSection(realModels),
    participantsSection(result),
  ]);
}

function persuasionSection(pairs: readonly Persuasion[]): string {
  const names = [...new Set(pairs.flatMap(({ generator, critic }) => [generator, critic]))];
  const own = (generator: string, critic: string) =>
    pairs.find((pair) => pair.generator === generator && pair.critic === critic);
  return htmlSection(
    'Who persuades whom',
    htmlText(
      'Rows: generators; columns: critics. Share of answers changed, and how many of them became right (+) and wrong (−).',
    ),
    htmlTable(
      ['persuaded by', ...names],
      names.map((generator) => [
        generator,
        ...names.map((critic) => {
          const pair = own(generator, critic);
          return pair === undefined
            ? '–'
            : `${percent(pair.changed)} +${count(pair.rightly)} −${count(pair.wrongly)}`;
        }),
      ]),
      names.map((generator) => [0, ...names.map((critic) => own(generator, critic)?.changed ?? 0)]),
    ),
  );
}

/** Bands are 95% intervals by the standard errors over generators. */
async function modeSection({ shift, levels }: ModeEffect): Promise<string> {
  const points = (of: (level: (typeof levels)[number]) => GeneratorMean, scale: number) =>
    levels.map((level, l) => {
      const { mean, se } = of(level);
      const known = Number.isFinite(mean);
      const half = se === null || !known ? null : NORMAL_95 * scale * se;
      return {
        line: 'reflected − alone',
        x: l + 1,
        y: known ? scale * mean : null,
        low: half === null ? null : scale * mean - half,
        high: half === null ? null : scale * mean + half,
      };
    });
  const panels = [
    { title: 'points right', format: '.0f', points: points(({ share }) => share, 100) },
    { title: 'expected by ability', format: '.0f', points: points((own) => own.expected, 100) },
  ].map((panel) => ({ ...panel, fromZero: true, reference: 0 }));
  const isDrawn = panels.some((panel) => panel.points.some(({ y }) => y !== null));
  const chart = isDrawn
    ? `<figure><div class="chart" role="img" aria-label="Reflected answers compared with answers alone, by level of difficulty">${await lineChartSvg(
        {
          title: 'Reflected answers compared with answers alone',
          caption: ['Thirds of the items, 1 the easiest. Bands: 95% over generators.'],
          xTitle: 'level of difficulty',
          styles: [{ name: 'reflected − alone', colour: '#2a78d6', dash: [], shape: 'circle' }],
          panels,
        },
      )}</div></figure>`
    : '';
  return htmlSection(
    'Reflected compared with alone',
    htmlText(
      `Shift of ability over all items: ${decimal(shift.mean, 2)}${shift.se === null ? '' : ` ± ${decimal(shift.se, 2)}`} (mean of ${count(shift.generators)} generators).`,
    ),
    chart,
  );
}

function realModelsSection(report: RealModelsReport | null): string {
  const heading = 'How well it predicts real models';
  if (report === null)
    return htmlSection(
      heading,
      htmlText('Not known: no model outside the pool has recorded answers on this bank.'),
    );
  const { models, logLikelihood, forms, difficulty } = report;
  const row = (name: string, own: typeof logLikelihood) => [
    name,
    ...[own.parameters, own.shares, own.alike, own.recorded].map((value) => orDash(value, 4)),
  ];
  return htmlSection(
    heading,
    htmlText(
      `Scores are predicted from ${count(forms.items)} items. Rank correlation of difficulty with that of the recorded models: ${orDash(difficulty, 3)}. ${betterText(report)}`,
    ),
    htmlTable(
      ['predicted by', 'log-likelihood per answer', 'mean error, points', 'τ'],
      predictionRows(report),
    ),
    htmlText('Log-likelihood per answer, each model with one ability; higher is better.'),
    htmlTable(
      [
        'model',
        'synthesized',
        'share right in the pool',
        'all items treated alike',
        'other recorded families',
      ],
      [row('mean', logLikelihood), ...models.map((model) => row(model.model, model))],
    ),
  );
}

function participantsSection({ participants }: SynthesisResult): string {
  const share = (value: number | null | undefined) => (value == null ? '–' : percent(value));
  return htmlSection(
    'Participants',
    htmlTable(
      ['participant', 'answers', 'right', 'alone', 'critic right', 'changed'],
      participants.map(({ participant, answers, accuracy, debate }) => [
        participant,
        count(answers),
        ...[accuracy, debate?.before, debate?.critic, debate?.changed].map(share),
      ]),
    ),
  );
}
