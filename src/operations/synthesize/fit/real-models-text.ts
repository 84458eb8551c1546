import { ENGLISH, listed, sentences, type Words } from '../../../languages/words.ts';
import { decimal, orDash, plural } from '../../../numbers.ts';
import { BASELINES, type BetterPrediction } from '../../../ranking/better-predictions.ts';
import type { FormAgreement } from '../../../ranking/predict-recorded.ts';
import { textTable } from '../../../report/text-table.ts';
import type { RealModelsReport } from '../../../workflow/synthesis/fit/predict-real-models.ts';

const HEADS = ['log-likelihood per answer', 'error, points', 'τ'] as const;

/** How well the parameters predict real models, compared with other predictions. */
export function realModelsText(report: RealModelsReport | null): string {
  if (report === null)
    return 'No model outside the pool has recorded answers on this bank, so it is not known how well these parameters predict real models.';
  const { models, forms, ofPool, difficulty } = report;
  return [
    `${plural(models.length, 'recorded model')} outside the pool${ofPool.length === 0 ? '' : ` (without ${ofPool.join(', ')})`}, each with one ability, are predicted; short forms of ${plural(forms.items, 'item')}:`,
    textTable(
      [{ head: 'by' }, ...HEADS.map((head) => ({ head, align: 'right' as const }))],
      predictionRows(report),
    ),
    `Rank correlation of difficulty with that of the recorded models: ${orDash(difficulty, 3)}. ${betterText(report)}`,
  ].join('\n');
}

/** One row for the parameters, and one for each baseline: log-likelihood, error and τ. */
export function predictionRows(
  { logLikelihood, forms }: RealModelsReport,
  t: Words = ENGLISH,
): string[][] {
  const row = (name: string, likelihood: number | null, form: FormAgreement | null) => [
    name,
    orDash(likelihood, 4),
    form === null ? '–' : decimal(form.error, 2),
    orDash(form === null ? null : form.tau, 3),
  ];
  return [
    row(t('synthesized parameters'), logLikelihood.parameters, forms.parameters),
    row(t(BASELINES.shares), logLikelihood.shares, forms.shares),
    row(t(BASELINES.alike), logLikelihood.alike, null),
    row(t(BASELINES.recorded), logLikelihood.recorded, forms.recorded),
    row(t(BASELINES.random), null, forms.random),
  ];
}

const MEASURES = [
  ['logLikelihood', 'log-likelihood'],
  ['error', 'error||of predictions'],
  ['tau', 'τ'],
] as const satisfies readonly (readonly [BetterPrediction['measure'], string])[];

/** By which measures something else predicts better. */
export function betterText({ better, models }: RealModelsReport, t: Words = ENGLISH): string {
  const parts = MEASURES.flatMap(([measure, name]) => {
    const by = better.filter((own) => own.measure === measure).map((own) => t(BASELINES[own.by]));
    return by.length === 0
      ? []
      : [t('by {name} ({baselines})', { name: t(name), baselines: listed(by, t) })];
  });
  return parts.length === 0
    ? t('Nothing else predicts better than these parameters.')
    : sentences(
        [
          t('Better than these parameters predict: {parts}.', { parts: parts.join(t('; ')) }),
          t('With {n, plural, one {# model} other {# models}} a small lead may be chance.', {
            n: models.length,
          }),
          t('Prefer what leads in all three, if it is available.'),
        ],
        t,
      );
}
