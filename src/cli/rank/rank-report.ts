import {
  PUBLISHED_RAPID,
  PUBLISHED_SHARES_RIGHT,
} from '../../../item-bank/builtin/climedbench-published.ts';
import { FEWEST_ANSWERS } from '../../cat/robust/alarm.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { correlation, count, decimal, isExact, money2, percent } from '../../numbers.ts';
import type { Agreement } from '../../ranking/agreement.ts';
import { LEAST_FOR_VERIFIED } from '../../ranking/conformal.ts';
import { holds } from '../../ranking/intervals.ts';
import { isLearned } from '../../ranking/recorded/rank-request.ts';
import type { RankedModel, RankResult } from '../../ranking/recorded/rank-result.ts';
import type { PeopleOn } from '../../workflow/bank/humans/people-on.ts';
import { alarmMark, answeredMark, markNotes, testedInterval } from '../alarm-notes.ts';
import { familiesText } from '../families-text.ts';
import { gradedLine } from '../graded-notes.ts';
import { growthNotes } from '../growth-notes.ts';
import { RIGHT_COLUMNS, rightCells, rightNotes } from '../items-right.ts';
import { leftOutLines } from '../output/flag-report.ts';
import { textTable } from '../output/table.ts';
import { studiedText } from '../studied-text.ts';
import { trustNotes } from '../trust-notes.ts';
import { ON_PAGE, ON_TERMINAL } from '../typed-hint.ts';
import { peopleLine } from './people-line.ts';
import { rankingPage } from './ranking-page.ts';

/**
 * The leaderboard of recorded models, how well it agrees with the whole bank, and what that means.
 *
 * @param target the score to print with its interval; `expected` only where the strategy is `robust`
 */
export function rankReport(result: RankResult, target: ScoreTarget): string {
  return [
    heading(result, target),
    `${leaderboard(result, target)}\n${rightNotes(result.models).join('\n')}`,
    agreements(result),
    verdict(result, target),
  ].join('\n\n');
}

function heading(result: RankResult, target: ScoreTarget): string {
  const { models, modelCount, bankItems, strategy, folds, seed, families } = result;
  const left = families.source === 'each its own' ? 'it' : 'it and its family';
  return [
    `${result.bank}: ${count(bankItems)} items, ${modelCount} models${models.length < modelCount ? `, showing ${models.length}` : ''}${result.simulated ? ' — SIMULATED answers, not those of the models named' : ''}`,
    `Each model is asked ${askedText(result)}, chosen by "${strategy}" on a calibration without ${left} (${folds} folds, seed ${seed}).`,
    ...costLines(result),
    ...(result.graded === undefined ? [] : [gradedLine(result.graded)]),
    familiesText(families),
    ...leftOutLines(result.leftOut, ON_TERMINAL),
    result.fullScore === 'items'
      ? 'Score: mean score over all items, in points.'
      : `Score: unweighted mean over ${result.fullScore.slice('macro:'.length)}, in points.`,
    target === 'recorded'
      ? `Scores and intervals predict the recorded score on this bank.${strategy === 'robust' ? ' For the score on items like these: --target expected.' : ''}`
      : 'Scores and intervals are of the expected score: the mean score on items like these, answered again. Ranks and agreement are of the recorded score on this bank.',
  ].join('\n');
}

/** The same as a page that can be sent to others. */
export function rankPage(
  result: RankResult,
  target: ScoreTarget,
  people: PeopleOn | null = null,
): Promise<string> {
  const { bank, models, bankItems, strategy, folds, seed, families, fullScore } = result;
  return rankingPage({
    isRecorded: true,
    asked: 'chosen',
    title: `Ranking on ${bank}`,
    facts: [
      [
        'bank',
        `${bank}, ${count(bankItems)} items${result.simulated ? ', SIMULATED answers' : ''}`,
      ],
      ['models', modelsText(result)],
      ['each is asked', askedText(result)],
      ['strategy', strategy],
      ...(result.graded === undefined
        ? []
        : [['graded scores', gradedLine(result.graded)] as const]),
      ['calibration', `without the model and its family, ${folds} folds`],
      ['families', `${count(families.count)} (${families.source})`],
      ['score', fullScore === 'items' ? 'mean score over all items' : fullScore],
      ['seed', String(seed)],
    ],
    target,
    ...(people === null ? {} : { reference: people.accuracy }),
    tested: models.filter(({ rank }) => rank !== null),
    tagWords: result.tagWords,
    recorded: [],
    notes: [
      ...(people === null ? [] : [`The marked line: ${peopleLine(people, bank)}`]),
      ...leftOutLines(result.leftOut, ON_PAGE),
      ...verdict(result, target, ON_PAGE).split('\n'),
    ],
    caution: result.simulated ? 'SIMULATED: the answers are not those of the models named.' : '',
  });
}

function modelsText({ models, modelCount }: RankResult): string {
  const hidden = models.filter(({ rank }) => rank === null).length;
  const all = `${count(models.length)} of ${count(modelCount)} recorded ones`;
  return hidden === 0
    ? all
    : `${all}; ${count(hidden)} with answers to less than half of the bank not shown`;
}

/** `243 items (2.0%)`, `100 items (12.5%), and up to 300 if its test needs more`, `items for at most $75.00`. */
function askedText({ models, items, growTo, bankItems, share, costs }: RankResult): string {
  const most = costs?.most ?? null;
  if (most !== null && items === bankItems) return `items for at most ${money2(most)}`;
  const upTo = models.some((m) => m.items < items) ? 'up to ' : '';
  const money = most === null ? '' : `, for at most ${money2(most)}`;
  const growth = growTo === null ? '' : `, and up to ${count(growTo)} if its test needs more`;
  return `${upTo}${count(items)} items (${percent(share)})${money}${growth}`;
}

/** What the tests cost beside the whole bank; nothing without costs. */
function costLines(result: RankResult): string[] {
  const { costs, bankItems } = result;
  if (costs === undefined) return [];
  const { mean, wholeBank } = costs;
  return [
    `Items are chosen by information per dollar; the random share is drawn whatever they cost. A test cost ${money2(mean)} on average, with ${count(meanItems(result))} items; all ${count(bankItems)} items cost ${money2(wholeBank)}, ${decimal(wholeBank / mean, 1)} times as much.`,
  ];
}

function leaderboard({ models, costs }: RankResult, target: ScoreTarget): string {
  const isPriced = costs !== undefined;
  return textTable(
    [
      { head: '#', align: 'right' },
      { head: 'model' },
      { head: 'ability ± SE', align: 'right' },
      { head: target === 'expected' ? 'expected score' : 'score', align: 'right' },
      { head: '90% interval', align: 'right' },
      { head: 'whole bank', align: 'right' },
      { head: 'items', align: 'right' },
      ...(isPriced ? [{ head: 'cost', align: 'right' as const }] : []),
      ...RIGHT_COLUMNS,
      { head: 'stopped' },
    ],
    models.map((m) => {
      const { score, low, high } = (target === 'expected' ? m.expected : null) ?? m;
      return [
        m.rank === null ? '–' : String(m.rank),
        m.model,
        `${decimal(m.ability, 2)} ± ${decimal(m.se, 2)}`,
        `${decimal(score, 1)}${alarmMark(notedOf(m))}${answeredMark(m)}`,
        testedInterval({ low, high }, m),
        `${decimal(m.actual, 1)}${answeredMark(m)}`,
        count(m.items),
        ...(isPriced ? [money2(m.cost ?? 0)] : []),
        ...rightCells(m),
        m.stopped,
      ];
    }),
  );
}

function agreements(result: RankResult): string {
  const { draws, plain, calibrated } = result.random;
  const { costs, items, growTo } = result;
  const grown = growTo === null ? '' : ` to ${count(growTo)}`;
  const own = costs === undefined ? `${count(items)}${grown} items` : money2(costs.mean);
  const drawn = `${draws} draws${costs === undefined ? '' : `, ${money2(costs.random)}`}`;
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
      row(`${result.strategy}, ${own}`, result.agreement),
      row(`random items, plain mean (${drawn})`, plain),
      row(`random items, calibrated (${drawn})`, calibrated),
    ],
  );
}

/** How far the ranking can be trusted, and what its marks mean: a paragraph each line. */
function verdict(result: RankResult, target: ScoreTarget, typed = ON_TERMINAL): string {
  const { agreement, tagAgreement, random, models, strategy } = result;
  const { difference, seDifference } = random;
  const lines: string[] = [];
  if (models.every(isExact))
    lines.push(
      'Every model was asked all items that it has answers to, so the scores are the recorded ones and strategies do not differ.',
    );
  else if (seDifference !== null) {
    const isClear = Math.abs(difference) > 2 * seDifference;
    lines.push(
      `"${strategy}" predicts the score ${isClear ? (difference < 0 ? 'better' : 'WORSE') : 'neither clearly better nor clearly worse'} than ${sameOf(result)} of random items with the same calibration: its mean |error| is ${decimal(Math.abs(difference), 2)} ± ${decimal(seDifference, 2)} points ${difference < 0 ? 'smaller' : 'larger'} (paired by model).`,
    );
  }
  const placed = models.filter(({ rank }) => rank !== null);
  const held = heldText(placed, agreement.coverage90);
  const scale =
    'Abilities: the recorded models have mean 0 and standard deviation 1. Their ± comes from the response model.';
  if (!models.every(isExact))
    lines.push(
      `The 90% intervals contain the recorded scores of ${held}. Their width was learned on ${isLearned(strategy) ? 'held-out families' : 'the other models'}; the response model alone would contain ${percent(agreement.modelCoverage90)}.`,
    );
  lines.push(scale);
  if (strategy === 'robust')
    lines.push(
      studiedText({
        models: result.modelCount,
        items: meanItems(result),
        bankItems: result.bankItems,
      }),
    );
  if (target === 'expected')
    lines.push(
      'Expected scores cannot be checked against recorded ones, so the coverage above is that of recorded scores. Intervals of expected scores also include the chance in the given answers.',
    );
  if (tagAgreement !== null && tagAgreement.coverage90 !== null && tagAgreement.mae !== null)
    lines.push(
      `By ${tagAgreement.tag}, 90% intervals contain ${percent(tagAgreement.coverage90)} of ${count(tagAgreement.scores)} recorded scores (models × values), mean |error| ${decimal(tagAgreement.mae, 2)}.${typed('--by-tag prints them.')}`,
    );
  if (models.some((m) => !m.verified && !isExact(m)))
    lines.push(
      `? The interval is unverified: fewer than ${LEAST_FOR_VERIFIED} comparable models, fewer than ${FEWEST_ANSWERS} answers, an alarm (!, ~, ^ or #),${result.growTo === null ? '' : ' a test that went on beyond its length,'} or a model marked *.`,
    );
  // Of a test of the whole bank, no items were left to draw.
  const isRandom = models.some((m) => m.alarm !== null && !isExact(m));
  lines.push(...markNotes(models.map(notedOf), strategy === 'robust' && isRandom, typed));
  lines.push(...growthNotes(models, result.items, result.growTo));
  lines.push(...trustNotes(models, typed));
  if (!result.converged)
    lines.push(
      `warning: the calibration from ${result.unconverged.join(', and that from ')} has not converged; ${result.unconverged.every((name) => name === 'all models') ? 'only the scale of abilities depends on it' : 'do not trust predictions for the models it left out'}. Add models or answers: with at least 200 per model another, more stable fit is used.${typed('(Exit code 3.)')}`,
    );
  return lines.join('\n');
}

/** Items of a test: those that it had on average where money ends tests. */
function meanItems({ costs, items, models }: RankResult): number {
  if (costs === undefined || costs.most === null) return items;
  return Math.round(models.reduce((sum, own) => sum + own.items, 0) / models.length);
}

/** What random items have as many of: of tests that money ends, dollars. */
function sameOf({ costs }: RankResult): string {
  return costs === undefined || costs.most === null ? 'the same number' : 'the same dollars';
}

/** An exact score is extrapolated by nothing. */
function notedOf(model: RankedModel): RankedModel {
  return model.alarm === 'beyond' && isExact(model) ? { ...model, alarm: null } : model;
}

/** How many intervals hold, and of those of models that the calibration explains. */
function heldText(models: readonly RankedModel[], share: number): string {
  const explained = models.filter((m) => m.alarm === null);
  const all = `${Math.round(share * models.length)} of ${models.length} models`;
  if (explained.length === 0 || explained.length === models.length) return all;
  const held = explained.filter((m) => holds(m, m.actual)).length;
  return `${all} (${held} of the ${explained.length} without an alarm, !, ~, ^ or #)`;
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
            ...rightCells(ours),
          ],
        ];
  });
  const table = textTable(
    [
      { head: 'CliMedBench, Figure 11' },
      { head: 'published: regular', align: 'right' },
      { head: 'here: whole bank', align: 'right' },
      { head: 'published: rapid', align: 'right' },
      { head: `here: ${result.items} items`, align: 'right' },
      ...RIGHT_COLUMNS,
    ],
    rows,
  );
  return `${table}\n${publishedSharesRight()}`;
}

/** Table 3 of the paper beside Figure 11: shares right on the questions asked are no scores. */
function publishedSharesRight(): string {
  const { items, tests } = PUBLISHED_SHARES_RIGHT;
  const shares = tests.map(
    ({ method, accuracy }) =>
      `${accuracy.toFixed(2)} (${method}) is ${Math.round((accuracy / 100) * items)}/${items}`,
  );
  const scores = PUBLISHED_RAPID.map(({ regular }) => regular);
  return `Table 3 of the paper compares "accuracy": ${shares.join(', ')}. These are the shares right of ${items} questions asked of a model that the paper does not name; a test of harder questions has a lower share. Compare them with the column "right", not with the full scores of its models, ${decimal(Math.min(...scores), 1)} to ${decimal(Math.max(...scores), 1)}.`;
}
