import { count, decimal, percent } from '../../numbers.ts';
import { LEAST_FOR_VERIFIED } from '../../ranking/conformal.ts';
import type { OrderResult } from '../../ranking/ordering/order-recorded.ts';
import type { Table, Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { NORMAL_95 } from '../../statistics/normal-points.ts';
import { alarmMark, answeredMark, markNotes } from '../alarm-notes.ts';
import { targetWords } from '../target-words.ts';

/** With more models the matrix of who beats whom is only in the files and in JSON. */
const MOST_IN_MATRIX = 12;

/** Most pairs that cannot be ordered that are named. */
const MOST_NAMED = 5;

/** The order of models, which of them are tied, what it cost, and how it came out. */
export function orderDocument(result: OrderResult): Told {
  return {
    lead: heading(result),
    sections: [
      { table: leaderboard(result) },
      ...matrix(result).map((table) => ({ table })),
      { paragraphs: summary(result) },
    ],
  };
}

function heading(result: OrderResult): string {
  const { models, bankItems, confidence, margin, folds, seed, families } = result;
  const left = families.source === 'each its own' ? 'it' : 'it and its family';
  return [
    `${result.bank}: ${count(bankItems)} items, ${models.length} models${result.simulated ? ' — SIMULATED answers, not those of the models named' : ''}`,
    ...doubtTexts(result.doubts, 'ranked'),
    `Items are asked where the order is undecided, until each of ${count(result.pairs.length)} pairs is ordered, or tied within ${points(margin)}, with ${percent(confidence)} confidence over all pairs. Each model is tested on a calibration without ${left} (${folds} folds, seed ${seed}).`,
    `${result.fullScore === 'items' ? 'Score: mean score over all items' : `Score: unweighted mean over ${result.fullScore.slice('macro:'.length)}`}, in points. The order is of the ${targetWords(result.target, count(bankItems))}.`,
  ].join('\n');
}

/** The groups of tied models that a model is in, by their numbers from 1. */
export function groupsOf(model: string, { tiedGroups }: Pick<OrderResult, 'tiedGroups'>): string {
  return tiedGroups
    .flatMap((group, k) => (group.includes(model) ? [String(k + 1)] : []))
    .join(', ');
}

function leaderboard(result: OrderResult): Table {
  const score = `${result.target === 'expected' ? 'expected' : 'score'} ± SE`;
  return plainTable(
    ['rank', 'model', score, 'whole bank', 'items', 'stopped', 'tied group'],
    result.models.map((m) => [
      m.best === m.worst ? String(m.best) : `${m.best}–${m.worst}`,
      m.model,
      `${decimal(m.score, 1)}${alarmMark(m)} ± ${decimal(m.se, 1)}${m.verified ? '' : ' ?'}`,
      `${decimal(m.actual, 1)}${answeredMark(m)}`,
      count(m.items),
      m.stopped,
      groupsOf(m.model, result),
    ]),
    ['rank', score, 'whole bank', 'items'],
  );
}

function matrix({ models, beats }: OrderResult): Table[] {
  if (models.length > MOST_IN_MATRIX) return [];
  const numbers = models.map((_, k) => String(k + 1));
  return [
    plainTable(
      ['P(row beats column)', ...numbers],
      models.map(({ model }, i) => [
        `${i + 1} ${model}`,
        ...beats[i].map((p, k) => (i === k ? '' : probability(p))),
      ]),
      numbers,
    ),
  ];
}

/** .97, and never quite 0 or 1. */
function probability(p: number): string {
  if (p > 0.995) return '>.99';
  if (p < 0.005) return '<.01';
  return decimal(p, 2).replace(/^0/, '');
}

function summary(result: OrderResult): string[] {
  const { pairs, ordered, tied, undecided, spent, budget, bankItems, models, equal } = result;
  const { decidedByBoth, decidedAfter } = result;
  const share = (n: number) => `${count(n)} (${percent(n / pairs.length)})`;
  const saved = 1 - decidedAfter / equal.items;
  const lines = [
    `Of ${count(pairs.length)} pairs, ${share(ordered)} are ordered, ${share(tied)} tied, ${share(undecided)} undecided.`,
    `Asked ${count(spent)} items${spent < budget ? ` of a budget of ${count(budget)}` : ', all of the budget'}: ${count(Math.round(spent / models.length))} per model, ${percent(spent / models.length / bankItems)} of the bank. Tests of equal length, ${count(equal.spent)} items over all models, decide ${count(pairs.length - equal.undecided)} pairs. The ${count(decidedByBoth)} pairs that both decide took ${count(decidedAfter)} items here and ${count(equal.items)} with tests of equal length: ${saved >= 0 ? `${percent(saved)} saved` : `${percent(-saved)} MORE here`}.`,
    ...tooSmall(result),
    `${result.target === 'expected' ? 'The recorded scores differ from the expected ones by chance. ' : ''}By the recorded scores, ${count(result.falselyOrdered)} of the ordered pairs are in the wrong order and ${count(result.falselyTied)} of the tied pairs are more than ${points(result.margin)} apart (tests of equal length: ${equal.falselyOrdered} of ${count(equal.ordered)}, ${equal.falselyTied} of ${count(equal.tied)}).`,
    result.target === 'expected'
      ? `If the standard errors are right, at most ${percent(1 - result.confidence)} of repetitions declare any pair falsely, whatever the scores are.`
      : 'The confidence applies to the recorded scores on these items, which may differ by chance. To decide whether one model is better than another, use --target expected.',
    'Standard errors are calibrated on families left out of each calibration. A rank range contains every rank that the declared pairs leave open.',
  ];
  if (!result.verified)
    lines.push(
      `warning: standard errors marked ? are unverified, and so is the confidence: fewer than ${LEAST_FOR_VERIFIED} comparable models, or an alarm.`,
    );
  lines.push(...markNotes(models, true));
  if (!result.converged)
    lines.push('warning: a calibration has not converged; treat these figures with care.');
  return lines;
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
    `${count(closed.length)} of the undecided pairs cannot be ordered on this bank${named}. Even with all ${count(bankItems)} items the difference is uncertain by ±${least === most ? least : `${least} to ±${most}`} points (95%).`,
  ];
}

function points(value: number): string {
  return `${value} ${value === 1 ? 'point' : 'points'}`;
}
