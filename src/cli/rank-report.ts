import { PUBLISHED_RAPID } from '../../item-bank/builtin/climedbench-published.ts';
import type { Agreement } from '../ranking/agreement.ts';
import { LEAST_FOR_VERIFIED } from '../ranking/conformal.ts';
import type { RankResult } from '../ranking/rank-recorded.ts';
import { correlation, count, decimal, percent } from './numbers.ts';
import { textTable } from './table.ts';

/** The leaderboard of recorded models, how well it agrees with the whole bank, and what that means. */
export function rankReport(result: RankResult): string {
  return [heading(result), leaderboard(result), agreements(result), verdict(result)].join('\n\n');
}

function heading(result: RankResult): string {
  const { models, bankItems, share, strategy, folds, seed, families } = result;
  const left = families.count === models.length ? 'it' : 'it and its family';
  return [
    `${result.bank}: ${count(bankItems)} items, ${models.length} models${result.simulated ? ' — SIMULATED answers, not those of the models named' : ''}`,
    `Each model is asked ${count(result.items)} items (${percent(share)}), chosen by "${strategy}" on a calibration without ${left} (${folds} folds, seed ${seed}).`,
    result.fullScore === 'items'
      ? 'Score: share right over all items, in points.'
      : `Score: unweighted mean over ${result.fullScore.slice('macro:'.length)}, in points.`,
  ].join('\n');
}

function leaderboard({ models }: RankResult): string {
  return textTable(
    [
      { head: '#', align: 'right' },
      { head: 'model' },
      { head: 'ability ± SE', align: 'right' },
      { head: 'score', align: 'right' },
      { head: '90% interval', align: 'right' },
      { head: 'whole bank', align: 'right' },
      { head: 'items', align: 'right' },
      { head: 'stopped' },
    ],
    models.map((m) => [
      String(m.rank),
      m.model,
      `${decimal(m.ability, 2)} ± ${decimal(m.se, 2)}`,
      decimal(m.score, 1),
      `${decimal(m.low, 1)} – ${decimal(m.high, 1)}${m.verified ? '' : ' ?'}`,
      decimal(m.actual, 1),
      count(m.items),
      m.stopped,
    ]),
  );
}

function agreements(result: RankResult): string {
  const { draws, plain, calibrated } = result.random;
  const row = (name: string, a: Agreement) => [
    name,
    correlation(a.kendall),
    correlation(a.spearman),
    decimal(a.mae, 2),
    decimal(a.bias, 2),
  ];
  return textTable(
    [
      { head: 'Agreement with the whole bank' },
      { head: 'Kendall τ-b', align: 'right' },
      { head: 'Spearman ρ', align: 'right' },
      { head: 'mean |error|', align: 'right' },
      { head: 'bias', align: 'right' },
    ],
    [
      row(`${result.strategy}, ${count(result.items)} items`, result.agreement),
      row(`random items, plain mean (${draws} draws)`, plain),
      row(`random items, calibrated (${draws} draws)`, calibrated),
    ],
  );
}

function verdict(result: RankResult): string {
  const { agreement, random, models } = result;
  const lines: string[] = [];
  const best = random.plain.mae < random.calibrated.mae ? random.plain : random.calibrated;
  const against = (ours: string, theirs: string) => `${ours} against ${theirs}`;
  const error = against(decimal(agreement.mae, 2), decimal(best.mae, 2));
  const ranking = against(correlation(agreement.kendall), correlation(best.kendall));
  lines.push(
    `Beside equally many random items: the score is predicted ${agreement.mae <= best.mae ? 'better' : 'WORSE'} (mean |error| ${error} points), the ranking is ${(agreement.kendall ?? 0) >= (best.kendall ?? 0) ? 'better' : 'WORSE'} (τ ${ranking}).`,
  );
  const held = models.filter((m) => m.low <= m.actual && m.actual <= m.high).length;
  lines.push(
    models.every((m) => m.verified)
      ? `90% intervals are as wide as the errors on the other models ask; ${held} of ${models.length} hold the recorded score.`
      : `90% intervals marked ? are unverified: fewer than ${LEAST_FOR_VERIFIED} other models to check them on; ${held} of ${models.length} hold the recorded score.`,
  );
  return lines.join('\n');
}

/** The paper's six models: its published scores beside those of the simulated models of the same names. */
export function publishedComparison(result: RankResult): string {
  const rows = PUBLISHED_RAPID.flatMap(({ model, rapid, regular }) => {
    const ours = result.models.find((m) => m.model === model);
    return ours === undefined
      ? []
      : [
          [
            model,
            decimal(regular, 1),
            decimal(ours.actual, 1),
            decimal(rapid, 1),
            decimal(ours.score, 1),
          ],
        ];
  });
  return textTable(
    [
      { head: 'CliMedBench, Figure 11' },
      { head: 'published: regular', align: 'right' },
      { head: 'here: whole bank', align: 'right' },
      { head: 'published: rapid', align: 'right' },
      { head: `here: ${result.items} items`, align: 'right' },
    ],
    rows,
  );
}
