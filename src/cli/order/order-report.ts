import { count, decimal, percent } from '../../numbers.ts';
import { LEAST_FOR_VERIFIED } from '../../ranking/conformal.ts';
import type { OrderResult } from '../../ranking/ordering/order-recorded.ts';
import { NORMAL_95 } from '../../statistics/normal-points.ts';
import { alarmMark, answeredMark, markNotes } from '../alarm-notes.ts';
import { textTable } from '../output/table.ts';
import { targetWords } from '../rank/target-options.ts';

/** With more models the matrix of who beats whom is only in the files and in JSON. */
const MOST_IN_MATRIX = 12;

/** Pairs that cannot be ordered are named up to so many. */
const MOST_NAMED = 5;
/** Half-width of a 95% interval in standard errors. */

/** The order of models, which of them are tied, what it cost, and how it came out. */
export function orderReport(result: OrderResult): string {
  return [heading(result), leaderboard(result), ...matrix(result), summary(result)].join('\n\n');
}

function heading(result: OrderResult): string {
  const { models, bankItems, confidence, margin, folds, seed, families } = result;
  const left = families.source === 'each its own' ? 'it' : 'it and its family';
  return [
    `${result.bank}: ${count(bankItems)} items, ${models.length} models${result.simulated ? ' — SIMULATED answers, not those of the models named' : ''}`,
    `Items go where the order is undecided, until each of ${count(result.pairs.length)} pairs is ordered, or tied within ${points(margin)}, with ${percent(confidence)} confidence over all of them; each model on a calibration without ${left} (${folds} folds, seed ${seed}).`,
    `${result.fullScore === 'items' ? 'Score: share right over all items' : `Score: unweighted mean over ${result.fullScore.slice('macro:'.length)}`}, in points. The order is of the ${targetWords(result.target, count(bankItems))}.`,
  ].join('\n');
}

/** The groups of tied models that a model is in, by their numbers from 1. */
export function groupsOf(model: string, { tiedGroups }: Pick<OrderResult, 'tiedGroups'>): string {
  return tiedGroups
    .flatMap((group, k) => (group.includes(model) ? [String(k + 1)] : []))
    .join(', ');
}

function leaderboard(result: OrderResult): string {
  return textTable(
    [
      { head: 'rank', align: 'right' },
      { head: 'model' },
      { head: `${result.target === 'expected' ? 'expected' : 'score'} ± SE`, align: 'right' },
      { head: 'whole bank', align: 'right' },
      { head: 'items', align: 'right' },
      { head: 'stopped' },
      { head: 'tied group' },
    ],
    result.models.map((m) => [
      m.best === m.worst ? String(m.best) : `${m.best}–${m.worst}`,
      m.model,
      `${decimal(m.score, 1)}${alarmMark(m)} ± ${decimal(m.se, 1)}${m.verified ? '' : ' ?'}`,
      `${decimal(m.actual, 1)}${answeredMark(m)}`,
      count(m.items),
      m.stopped,
      groupsOf(m.model, result),
    ]),
  );
}

function matrix({ models, beats }: OrderResult): string[] {
  if (models.length > MOST_IN_MATRIX) return [];
  return [
    textTable(
      [
        { head: 'P(row beats column)' },
        ...models.map((_, k) => ({ head: String(k + 1), align: 'right' as const })),
      ],
      models.map(({ model }, i) => [
        `${i + 1} ${model}`,
        ...beats[i].map((p, k) => (i === k ? '' : probability(p))),
      ]),
    ),
  ];
}

/** .97, and never quite 0 or 1. */
function probability(p: number): string {
  if (p > 0.995) return '>.99';
  if (p < 0.005) return '<.01';
  return decimal(p, 2).replace(/^0/, '');
}

function summary(result: OrderResult): string {
  const { pairs, ordered, tied, undecided, spent, budget, bankItems, models, equal } = result;
  const { decidedByBoth, decidedAfter } = result;
  const share = (n: number) => `${count(n)} (${percent(n / pairs.length)})`;
  const saved = 1 - decidedAfter / equal.items;
  const lines = [
    `Of ${count(pairs.length)} pairs ${share(ordered)} ordered, ${share(tied)} tied, ${share(undecided)} undecided.`,
    `Asked ${count(spent)} items${spent < budget ? ` of a budget of ${count(budget)}` : ', all of the budget'}: ${count(Math.round(spent / models.length))} a model, ${percent(spent / models.length / bankItems)} of the bank. Tests of equal length, ${count(equal.spent)} items over all models, decide ${count(pairs.length - equal.undecided)} pairs. ${count(decidedByBoth)}, which both decide, were decided here after ${count(decidedAfter)} items and there after ${count(equal.items)}: ${saved >= 0 ? `${percent(saved)} saved` : `${percent(-saved)} MORE here`}.`,
    ...tooSmall(result),
    `${result.target === 'expected' ? 'The recorded scores differ from the expected ones by chance. ' : ''}Against the recorded scores ${count(result.falselyOrdered)} of the ordered pairs are the wrong way round, and ${count(result.falselyTied)} of the tied ones more than ${points(result.margin)} apart (tests of equal length: ${equal.falselyOrdered} of ${count(equal.ordered)}, ${equal.falselyTied} of ${count(equal.tied)}).`,
    result.target === 'expected'
      ? `The confidence is that of a test: if the standard errors are right, at most ${percent(1 - result.confidence)} of repetitions declare any pair falsely, whatever the scores are.`
      : 'The confidence is about the recorded scores on these items alone. Models may differ there by chance: for whether one model is better than another use --target expected.',
    'Standard errors are as wide as the errors on families left out of each calibration ask; a rank range holds every rank that the declared pairs leave open.',
  ];
  if (!result.verified)
    lines.push(
      `warning: standard errors marked ? are unverified, and so is the confidence: fewer than ${LEAST_FOR_VERIFIED} other models${models.some((m) => !m.verified && m.alarm === null) ? '' : ' with such an alarm'} to learn that width from.`,
    );
  lines.push(...markNotes(models, true));
  if (!result.converged)
    lines.push('warning: a calibration has not converged; treat these figures with care.');
  return lines.join('\n');
}

/** Which pairs no number of items of this bank would decide. */
function tooSmall({ pairs, bankItems }: OrderResult): string[] {
  const closed = pairs.filter(
    ({ verdict, isDecidable }) => verdict === 'undecided' && !isDecidable,
  );
  if (closed.length === 0) return [];
  const widths = closed.map(({ seAtEnd }) => NORMAL_95 * seAtEnd);
  const [least, most] = [Math.min(...widths), Math.max(...widths)].map((w) => decimal(w, 1));
  const named =
    closed.length <= MOST_NAMED
      ? `: ${closed.map(({ first, second }) => `${first} and ${second}`).join('; ')}`
      : '';
  return [
    `${count(closed.length)} of the undecided pairs cannot be ordered on this bank${named}. Even all ${count(bankItems)} items leave ±${least === most ? least : `${least} to ±${most}`} points (95%) of a difference.`,
  ];
}

function points(value: number): string {
  return `${value} ${value === 1 ? 'point' : 'points'}`;
}
