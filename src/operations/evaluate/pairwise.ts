import { listed, sentences, type Words } from '../../languages/words.ts';
import { count, decimal, intervalText, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Section, Table } from '../../report/document.ts';
import { captionedTable } from '../../report/plain-table.ts';
import type { EvaluationJob } from '../../workflow/evaluation/evaluation-job.ts';
import type { EvaluationResult } from '../../workflow/evaluation/evaluation-result.ts';
import type { PairwiseResult } from '../../workflow/evaluation/pairwise-result.ts';

/** From this number of pairs on, one model to compare with is advised. */
const MANY_PAIRS = 10;
/** Pairs that both rankings order differently, named at most. */
const MOST_NAMED = 12;

/** How many verdicts an evaluation needs; null if judges compare no answers. */
export function verdictNote({ plan, judges, bank, models }: EvaluationJob): string | null {
  const { compared } = plan;
  if (compared === null) return null;
  const { pairs, conditions } = compared;
  const questions = bank.comparable.reduce((sum, own) => sum + own, 0);
  const all = 2 * pairs.length * conditions.length * judges.length * questions;
  const under = conditions.length === 1 ? '' : ` × ${plural(conditions.length, 'condition')}`;
  const fewer = models.length - 1;
  const advice =
    pairs.length < MANY_PAIRS || pairs.length === fewer
      ? ''
      : ` With --baseline MODEL: ${plural(fewer, 'pair')}.`;
  return `Comparisons: ${plural(pairs.length, 'pair')} of models × ${plural(questions, 'question')} × ${plural(judges.length, 'judge')}${under} × 2 orders = ${plural(all, 'verdict')} of judges.${advice}`;
}

const points = (value: number) => decimal(value, 1);

/** What judges said of two answers each; nothing if they were not asked. */
export function pairwiseSections({ pairwise }: EvaluationResult, t: Words): Section[] {
  if (pairwise === null) return [];
  return [
    {
      heading: t('Answers compared'),
      ...strengthsOf(pairwise, t),
      paragraphs: [
        t(
          'Judges compared answers, each pair in both orders; orders that disagree count as a tie.',
        ),
        ...pairwiseLines(pairwise, t),
      ],
    },
    { heading: t('Pairs of models'), table: pairTable(pairwise, t) },
    {
      heading: t('Places that judges prefer'),
      table: biasTable(pairwise, t),
      paragraphs: [
        t(
          'Same place: both orders name the same place, first or second. Without a position bias half of these name the first.',
        ),
      ],
    },
  ];
}

/** Strengths, places first; nothing if there are none. */
function strengthsOf({ strengths }: PairwiseResult, t: Words): Pick<Section, 'forest' | 'table'> {
  if (strengths === null || strengths.length === 0) return {};
  const interval = t('90% interval');
  const figures = [t('points'), interval, t('log strength'), interval, t('score')];
  return {
    forest: {
      title: t('Points against a model of mean strength'),
      caption: t('with 90% intervals'),
      xTitle: t('points'),
      rows: strengths.map(({ model, pointsLow, pointsHigh, ...own }) => ({
        ...{ name: model, value: own.points, low: pointsLow, high: pointsHigh, quiet: false },
        label: `${points(own.points)} · ${points(pointsLow)} – ${points(pointsHigh)}`,
      })),
    },
    table: captionedTable(
      t('Strengths'),
      [t('model'), ...figures],
      strengths.map(({ model, strength, low, high, score, ...own }) => [
        model,
        points(own.points),
        intervalText({ low: own.pointsLow, high: own.pointsHigh }, true, t),
        decimal(strength, 2),
        low === null || high === null ? '–' : `${decimal(low, 2)} – ${decimal(high, 2)}`,
        score === null ? '–' : points(score),
      ]),
      figures,
    ),
  };
}

function pairTable({ pairs }: PairwiseResult, t: Words): Table {
  return captionedTable(
    t('Pairs of models'),
    [t('model'), t('with'), t('won'), t('tied'), t('lost'), t('missing')],
    pairs.map(({ first, second, wins, ties, losses, missing }) => [
      ...[first, second, wins, ties, losses, missing],
    ]),
  );
}

function biasTable({ judges }: PairwiseResult, t: Words): Table {
  const shares = [t('orders disagree'), t('of these first'), t('90% interval')];
  const [disagree, first, interval] = shares;
  return captionedTable(
    t('Places that judges prefer'),
    [t('judge'), t('pairs'), disagree, t('same place'), first, interval, t('unread')],
    judges.map(({ judge, pairs, consistent, share, interval: { low, high }, unread, ...own }) => [
      ...[judge, pairs, pairs === 0 ? '–' : `${points(100 * (1 - consistent / pairs))}%`],
      own.first + own.second,
      share === null ? '–' : `${points(100 * share)}%`,
      low === null || high === null ? '–' : `${points(100 * low)} – ${points(100 * high)}%`,
      unread,
    ]),
    shares,
  );
}

/** What the tables mean, and how the ranking agrees with that by scores. */
function pairwiseLines(result: PairwiseResult, t: Words): string[] {
  return [...fitLines(result, t), ...agreementLines(result, t)];
}

function fitLines({ strengths, unfitted }: PairwiseResult, t: Words): string[] {
  if (unfitted === null)
    return strengths === null
      ? []
      : [
          t(
            'Points are what a model can expect against one of mean strength: 100 for a win, 50 for a tie. Intervals are over items like these.',
          ),
        ];
  const groups = unfitted.groups.map((group) => listed(group.map(plainText), t)).join(' | ');
  return [
    unfitted.reason === 'unconnected'
      ? t('No strengths: these groups of models have no verdict that links them: {groups}.', {
          groups,
        })
      : unfitted.groups.length === 1
        ? t('No strengths: all comparisons are ties.')
        : t(
            'No finite strengths: the models of a group lost no comparison with later groups, and did not tie: {groups}.',
            { groups },
          ),
  ];
}

function agreementLines({ agreement }: PairwiseResult, t: Words): string[] {
  if (agreement === null) return [];
  const { kendall, spearman, differently } = agreement;
  const value = (one: typeof kendall) =>
    one.value === null
      ? '–'
      : one.low === null || one.high === null
        ? decimal(one.value, 2)
        : `${decimal(one.value, 2)} (${t('{low} to {high}', { low: decimal(one.low, 2), high: decimal(one.high, 2) })})`;
  const named = differently
    .slice(0, MOST_NAMED)
    .map(([one, other]) =>
      t('{one} and {other}', { one: plainText(one), other: plainText(other) }),
    );
  const more = differently.length - named.length;
  return [
    sentences(
      [
        t(
          'With the ranking by scores on the same items: Kendall τ-b {kendall}, Spearman ρ {spearman}.',
          { kendall: value(kendall), spearman: value(spearman) },
        ),
        named.length === 0
          ? ''
          : t('Ordered differently: {pairs}.', {
              pairs: [
                ...named,
                ...(more > 0 ? [t('… and {n} more', { n: count(more) })] : []),
              ].join(t('; ')),
            }),
      ],
      t,
    ),
  ];
}
