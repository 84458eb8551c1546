import { MEASURES, type Measures, type SeedInterval } from 'thetarank/study';
import { money2, worthText } from '../../../src/cli/command-kit.ts';
import { count, decimal, plural } from '../../text.ts';
import { POOL_CALIBRATIONS } from '../measure/trial-measures.ts';
import type { PoolResult, TrialOutcome, TrialResult } from '../measure/trial-result.ts';
import type { ReportBlock } from './report-blocks.ts';
import { canSay, verdict } from './trial-verdict.ts';

const HEADS: Readonly<Record<keyof Measures, string>> = {
  difficulty: 'correlation of b',
  logLikelihood: 'log-likelihood',
  error: 'error, points',
  tau: 'τ',
};
const PLACES: Readonly<Record<keyof Measures, number>> = {
  difficulty: 3,
  logLikelihood: 4,
  error: 2,
  tau: 3,
};
const HEADS_OF_MEASURES = MEASURES.map((m) => HEADS[m]);

/** The report of a trial, in the same form for every result. */
export function trialBlocks(result: TrialResult, outcome: TrialOutcome): ReportBlock[] {
  const { pools, heldOut, itemsLeftOut, comparisons } = outcome;
  const { bank, items, warnings, protocol } = result;
  const left =
    itemsLeftOut === 0 ? '' : ` ${plural(itemsLeftOut, 'item')} with missing answers are left out.`;
  return [
    {
      text: `${plural(pools.length, 'pool')}, ${plural(heldOut.models.length, 'held-out model')}, ${plural(items, 'item')} of ${bank}.${left} Protocol ${protocol}.`,
    },
    ...warnings.map((text) => ({ text: `Warning: ${text}` })),
    { heading: 'Does synthesis help?' },
    { text: verdict(outcome) },
    { heading: 'Gain of synthesized participants' },
    {
      heads: ['compared with', ...HEADS_OF_MEASURES],
      rows: comparisons.map(({ beside, over }) => [
        beside,
        ...MEASURES.map((m) => intervalText(over[m], PLACES[m])),
      ]),
    },
    {
      text: `Above 0 is better, also for the error. Differences within each pool, then their mean over pools; brackets hold the 95% interval of Student's t with ${plural(pools.length - 1, 'degree')} of freedom.${pools.length < 3 ? ' With fewer than 3 pools there is no interval.' : ''}`,
    },
    {
      heads: ['log-likelihood, gain over', ...pools.map(({ pool }) => `pool ${pool}`)],
      rows: comparisons.map(({ beside, pools: own }) => [
        beside,
        ...own.map(({ logLikelihood }) => figure(logLikelihood, PLACES.logLikelihood)),
      ]),
    },
    ...pools.flatMap((pool) => poolBlocks(pool)),
    { heading: 'Other calibrations, the same for every pool' },
    {
      heads: ['calibration', ...HEADS_OF_MEASURES],
      rows: outcome.common.map(({ calibration, measures }) => [calibration, ...figures(measures)]),
    },
    {
      text: `recorded-n: n recorded models of the bank, outside the held-out families, drawn by the seed. random: the plain mean of random items. The ${plural(heldOut.models.length, 'held-out model')} answered ${count(heldOut.calls)} times, ${count(heldOut.tokens)} tokens, ${money2(heldOut.cost)}.`,
    },
    { heading: 'Meaning of the figures' },
    {
      text: "correlation of b: Spearman's, with the difficulties of a calibration on all held-out models, because true ones are unknown. log-likelihood: per answer of a held-out model, its ability integrated over N(0, 1). error and τ: scores of the held-out models on all items, predicted from a fixed form: mean absolute error, and Kendall's τ-b of the ranking.",
    },
    {
      text: `${Object.entries(POOL_CALIBRATIONS)
        .map(([name, what]) => `${name}: ${what}`)
        .join('; ')}.`,
    },
    { heading: 'Scope and limits of this trial' },
    ...canSay(outcome).map((text) => ({ text })),
  ];
}

function poolBlocks(pool: PoolResult): ReportBlock[] {
  const { calibrations, modeEffect, participants, scale } = pool;
  const cached = calibrations.some((calibration) => calibration.cached > 0)
    ? ' Kept replies cost nothing, and their tokens count.'
    : '';
  const open = calibrations.filter(({ converged }) => !converged);
  const slow =
    open.length === 0
      ? ''
      : ` Not converged: ${open.map(({ calibration }) => calibration).join(', ')}.`;
  return [
    { heading: `Pool ${pool.pool}: ${pool.models.join(', ')}` },
    {
      heads: ['calibration', ...HEADS_OF_MEASURES, 'calls', 'tokens', 'cost'],
      rows: calibrations.map(({ calibration, measures, calls, tokens, cost }) => [
        ...[calibration, ...figures(measures)],
        ...[count(calls), count(tokens), cost === 0 ? '–' : money2(cost)],
      ]),
    },
    {
      text: `${plural(pool.samples, 'sample')} of each model alone.${cached}${slow}`,
    },
    {
      text: `Synthesized answers: ${worthText(`${decimal(participants, 1)} participants per item`, pool)}.`,
    },
    ...(scale.isFloor
      ? [
          {
            text: `Warning: the models of this pool differ by ${decimal(scale.spread, 2)} logits in ability (standard deviation), too little for a scale. It hardly shows how items distinguish models, so such a pool says little about synthesis.`,
          },
        ]
      : []),
    ...(modeEffect === null
      ? []
      : [
          {
            heads: [
              'reflected − alone, items from easy to hard',
              ...modeEffect.levels.map((_, l) => `${l + 1}`),
              'shift of ability',
            ],
            rows: [
              [
                'points right',
                ...modeEffect.levels.map(({ share }) => withError(share, 1, 100)),
                withError(modeEffect.shift, 2),
              ],
              [
                'expected by ability alone',
                ...modeEffect.levels.map(({ expected }) => withError(expected, 1, 100)),
                '–',
              ],
            ],
          },
        ]),
  ];
}

function figures(measures: Measures): string[] {
  return MEASURES.map((m) => figure(measures[m], PLACES[m]));
}

function figure(value: number | null, places: number): string {
  return value === null ? '–' : decimal(value, places);
}

function intervalText({ mean, low, high, count: n }: SeedInterval, places: number): string {
  if (n === 0) return '–';
  const value = decimal(mean, places);
  if (low === null || high === null) return value;
  return `${value} (${decimal(low, places)} to ${decimal(high, places)})`;
}

function withError(
  { mean, se }: { readonly mean: number; readonly se: number | null },
  places: number,
  scale = 1,
): string {
  if (!Number.isFinite(mean)) return '–';
  return `${decimal(scale * mean, places)}${se === null ? '' : ` ± ${decimal(scale * se, places)}`}`;
}
