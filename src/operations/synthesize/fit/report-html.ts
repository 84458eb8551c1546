import type {
  GeneratorMean,
  ModeEffect,
} from '../../../../calibration/synthesize/fit/mode-effect.ts';
import { calibrationWarnings } from '../../../../calibration/synthesize/report/calibration-warnings.ts';
import type { Persuasion } from '../../../../calibration/synthesize/report/persuasion.ts';
import { lineChartSvg } from '../../../charts/line-panels.ts';
import { escapeHtml, htmlPage, htmlSection, htmlTable, htmlText } from '../../../html/html.ts';
import { ENGLISH, sentences, type Words } from '../../../languages/words.ts';
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
  t: Words = ENGLISH,
): Promise<string> {
  const { itemsToCheck, spreadRatio, modeEffect } = report;
  const warnings = report.warnings.length === 0 ? [] : calibrationWarnings(report, t);
  return htmlPage(
    t('Calibration {number} of {bank}, synthesized', { number: String(number), bank: result.bank }),
    [
      htmlText(
        sentences(
          [
            isPartial
              ? t(
                  'This calibration of {n} items was made from the answers of synthesized participants, with the answers so far.',
                  { n: count(report.items) },
                )
              : t(
                  'This calibration of {n} items was made from the answers of synthesized participants.',
                  { n: count(report.items) },
                ),
            report.converged ? '' : t('It has NOT converged.'),
            report.simulated === undefined ? '' : `${report.simulated}.`,
          ],
          t,
        ),
      ),
      ...(kinds === null
        ? []
        : [
            htmlText(
              sentences([t('{facts}.', { facts: kindsText(kinds, t) }), gradedText(report, t)], t),
            ),
          ]),
      htmlTable(
        [t('setting'), t('value')],
        [
          [t('run'), String(result.run)],
          [t('rung'), String(report.rung)],
          [t('estimated by'), report.by === 'solos' ? t('solos') : t('participants||examinees')],
          [t('fingerprint'), fingerprint],
        ],
      ),
      ...(warnings.length === 0
        ? []
        : [
            htmlSection(
              t('WARNING: do not rank with this calibration'),
              ...warnings.map((warning) => htmlText(t('{facts}.', { facts: warning }))),
            ),
          ]),
      htmlSection(
        t('How much information participants give'),
        htmlTable(
          [t('figure'), t('value')],
          [
            [t('participants per item'), decimal(report.participantsPerItem, 1)],
            ...(report.dependence.isKnown
              ? [
                  [
                    t('independent participants with the same information'),
                    decimal(report.effectiveParticipants, 1),
                  ],
                  [t('design effect'), decimal(report.designEffect, 2)],
                ]
              : [[t('how dependent participants are'), t('not known')]]),
            [t('reliability of the scale'), orDash(report.reliability, 2)],
            [t('items answered right by all'), count(report.alike.right)],
            [t('items answered right by none'), count(report.alike.wrong)],
          ],
        ),
        ...(spreadRatio === null
          ? []
          : [htmlText(t('{facts}.', { facts: spreadText(spreadRatio, t) }))]),
      ),
      ...(report.persuasion.length === 0 ? [] : [persuasionSection(report.persuasion, t)]),
      ...(modeEffect === null ? [] : [await modeSection(modeEffect, t)]),
      htmlSection(
        t('Items to look at first'),
        htmlText(itemsToCheckNote(report, t)),
        htmlTable(
          [t('item'), t('correlation with ability'), t('infit'), t('outfit')],
          itemsToCheck.first.map(({ item, correlation, infit, outfit }) => [
            item,
            ...[correlation, infit, outfit].map((value) => decimal(value, 2)),
          ]),
        ),
      ),
      realModelsSection(realModels, t),
      participantsSection(result, t),
    ],
    t,
  );
}

function persuasionSection(pairs: readonly Persuasion[], t: Words): string {
  const names = [...new Set(pairs.flatMap(({ generator, critic }) => [generator, critic]))];
  const own = (generator: string, critic: string) =>
    pairs.find((pair) => pair.generator === generator && pair.critic === critic);
  return htmlSection(
    t('Who persuades whom'),
    htmlText(
      t(
        'Rows: generators; columns: critics. Share of answers changed, and how many of them became right (+) and wrong (−).',
      ),
    ),
    htmlTable(
      [t('persuaded by'), ...names],
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
async function modeSection({ shift, levels }: ModeEffect, t: Words): Promise<string> {
  const points = (of: (level: (typeof levels)[number]) => GeneratorMean, scale: number) =>
    levels.map((level, l) => {
      const { mean, se } = of(level);
      const known = Number.isFinite(mean);
      const half = se === null || !known ? null : NORMAL_95 * scale * se;
      return {
        line: t('reflected − alone'),
        x: l + 1,
        y: known ? scale * mean : null,
        low: half === null ? null : scale * mean - half,
        high: half === null ? null : scale * mean + half,
      };
    });
  const panels = [
    { title: t('points right'), format: '.0f', points: points(({ share }) => share, 100) },
    { title: t('expected by ability'), format: '.0f', points: points((own) => own.expected, 100) },
  ].map((panel) => ({ ...panel, fromZero: true, reference: 0 }));
  const isDrawn = panels.some((panel) => panel.points.some(({ y }) => y !== null));
  const chart = isDrawn
    ? `<figure><div class="chart" role="img" aria-label="${escapeHtml(t('Reflected answers compared with answers alone, by level of difficulty'))}">${await lineChartSvg(
        {
          title: t('Reflected answers compared with answers alone'),
          caption: [t('Thirds of the items, 1 the easiest. Bands: 95% over generators.')],
          xTitle: t('level of difficulty'),
          styles: [{ name: t('reflected − alone'), colour: '#2a78d6', dash: [], shape: 'circle' }],
          panels,
        },
      )}</div></figure>`
    : '';
  return htmlSection(
    t('Reflected compared with alone'),
    htmlText(
      t('Shift of ability over all items: {shift} (mean of {n} generators).', {
        shift: `${decimal(shift.mean, 2)}${shift.se === null ? '' : ` ± ${decimal(shift.se, 2)}`}`,
        n: count(shift.generators),
      }),
    ),
    chart,
  );
}

function realModelsSection(report: RealModelsReport | null, t: Words): string {
  const heading = t('How well it predicts real models');
  if (report === null)
    return htmlSection(
      heading,
      htmlText(t('Not known: no model outside the pool has recorded answers on this bank.')),
    );
  const { models, logLikelihood, forms, difficulty } = report;
  const row = (name: string, own: typeof logLikelihood) => [
    name,
    ...[own.parameters, own.shares, own.alike, own.recorded].map((value) => orDash(value, 4)),
  ];
  return htmlSection(
    heading,
    htmlText(
      sentences(
        [
          t('Scores are predicted from {n} items.', { n: count(forms.items) }),
          t('Rank correlation of difficulty with that of the recorded models: {correlation}.', {
            correlation: orDash(difficulty, 3),
          }),
          betterText(report, t),
        ],
        t,
      ),
    ),
    htmlTable(
      [t('predicted by'), t('log-likelihood per answer'), t('mean error, points'), 'τ'],
      predictionRows(report, t),
    ),
    htmlText(t('Log-likelihood per answer, each model with one ability; higher is better.')),
    htmlTable(
      [
        t('model'),
        t('synthesized'),
        t('share right in the pool'),
        t('all items treated alike'),
        t('other recorded families'),
      ],
      [row(t('mean||of models'), logLikelihood), ...models.map((model) => row(model.model, model))],
    ),
  );
}

function participantsSection({ participants }: SynthesisResult, t: Words): string {
  const share = (value: number | null | undefined) => (value == null ? '–' : percent(value));
  return htmlSection(
    t('Participants'),
    htmlTable(
      [
        t('participant'),
        t('answers'),
        t('right||share'),
        t('alone'),
        t('critic right'),
        t('changed||share'),
      ],
      participants.map(({ participant, answers, accuracy, debate }) => [
        participant,
        count(answers),
        ...[accuracy, debate?.before, debate?.critic, debate?.changed].map(share),
      ]),
    ),
  );
}
