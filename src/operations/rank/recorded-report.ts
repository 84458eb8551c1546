import {
  PUBLISHED_RAPID,
  PUBLISHED_SHARES_RIGHT,
} from '../../../item-bank/builtin/climedbench-published.ts';
import { FEWEST_ANSWERS } from '../../cat/robust/alarm.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { ENGLISH, sentences, type Words } from '../../languages/words.ts';
import { correlation, count, decimal, isExact, money2, percent, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Agreement } from '../../ranking/agreement.ts';
import { LEAST_FOR_VERIFIED } from '../../ranking/conformal.ts';
import { holds } from '../../ranking/intervals.ts';
import { isLearned, strategyOf } from '../../ranking/live/strategies.ts';
import type { RankedModel, RankResult, UnrankedModel } from '../../ranking/recorded/rank-result.ts';
import type { Section, Told } from '../../report/document.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { familySourceText } from '../../workflow/families-text.ts';
import { alarmMark, answeredMark, markNotes, testedInterval } from '../alarm-notes.ts';
import { ON_PAGE, ON_TERMINAL, type TypedHint } from '../asking/typed-hint.ts';
import { leftOutLines } from '../flag-lines.ts';
import { gradedLine } from '../graded-notes.ts';
import type { Reading } from '../operation.ts';
import { sourceOf } from '../recorded-bank.ts';
import { growthNotes } from './growth-notes.ts';
import { rightNotes } from './items-right.ts';
import type { RankOptions } from './options.ts';
import { peopleLine } from './people-line.ts';
import { rankingDocument } from './ranking-document.ts';
import { recordedNext } from './recorded-next.ts';
import type { RankedModels } from './run-recorded.ts';
import { studiedText } from './studied-text.ts';
import { trustNotes } from './trust-notes.ts';
import { unconvergedText } from './unconverged-text.ts';

/** What a ranking of recorded models says. */
export function recordedDocument(
  { result, people, advice }: RankedModels,
  target: ScoreTarget,
  { options, where, reader, t }: Reading<RankOptions>,
): Told {
  const { bank, models, bankItems, strategy, folds, seed, families, fullScore } = result;
  const isPage = reader === 'others';
  const isOneLength = new Set(models.map(({ stopped }) => stopped)).size === 1;
  const told = rankingDocument(
    {
      isRecorded: true,
      asked: isChosen(result) ? 'chosen' : 'all',
      byTag: options.byTag,
      title: t('Ranking on {bank}', { bank }),
      facts: [
        [
          t('bank'),
          result.simulated
            ? t('{bank}, {n} items, SIMULATED answers', { bank, n: count(bankItems) })
            : t('{bank}, {n} items', { bank, n: count(bankItems) }),
        ],
        [t('models'), modelsText(result, t)],
        [t('each is asked'), askedText(result, t)],
        [t('strategy'), strategy],
        ...costFacts(result, t),
        ...(result.graded === undefined
          ? []
          : [[t('graded scores'), gradedLine(result.graded, t)] as const]),
        [t('calibration'), t('without the model and its family, {n} folds', { n: String(folds) })],
        [t('families'), `${count(families.count)} (${familySourceText(families.source, t)})`],
        [t('score'), fullScore === 'items' ? t('mean score over all items') : fullScore],
        [t('seed'), String(seed)],
      ],
      target,
      tested: models
        .filter(({ rank }) => !isPage || rank !== null)
        .map(({ cost, stopped, ...own }) => ({
          ...own,
          itemsCost: cost,
          ...(!isOneLength && { remark: stopped }),
        })),
      tagWords: result.tagWords,
      recorded: [],
      further: [agreements(result, t), ...(bank === 'climedbench' ? [published(result)] : [])],
      ...(people === null ? {} : { reference: people.accuracy }),
      notes: [
        ...(people === null
          ? []
          : [
              isPage
                ? t('The marked line: {people}', { people: peopleLine(people, bank, t) })
                : peopleLine(people, bank, t),
            ]),
        ...leftOutLines(result.leftOut, isPage ? ON_PAGE : ON_TERMINAL, t),
        ...(isPage ? [] : rightNotes(models, isChosen(result))),
        ...verdict(result, target, isPage ? ON_PAGE : ON_TERMINAL, t),
        ...(advice === null || isPage ? [] : [advice]),
      ],
      caution: sentences(
        [
          result.simulated ? t('SIMULATED: the answers are not those of the models named.') : '',
          ...doubtTexts(result.doubts, 'ranked', t),
        ],
        t,
      ),
    },
    { reader, t },
  );
  return isPage ? told : { ...told, next: recordedNext(result, sourceOf(options, where)) };
}

/** Whether any test left out an item that its model has an answer to. */
function isChosen({ models, bankItems }: RankResult): boolean {
  return models.some(({ items, answered }) => items < Math.round(answered * bankItems));
}

function modelsText({ models, modelCount }: RankResult, t: Words): string {
  const hidden = models.filter(({ rank }) => rank === null).length;
  const all = t('{n} of {all} recorded ones', {
    n: count(models.length),
    all: count(modelCount),
  });
  return hidden === 0
    ? all
    : t('{models}; {n} with answers to less than half of the bank not shown', {
        models: all,
        n: count(hidden),
      });
}

/** `243 items (2.0%)`, `100 items (12.5%), and up to 300 if its test needs more`, `items for at most $75.00`. */
function askedText(
  { models, items, growTo, bankItems, share, costs }: RankResult,
  t: Words = ENGLISH,
): string {
  const most = costs?.most ?? null;
  if (most !== null && items === bankItems)
    return t('items for at most {money}', { money: money2(most) });
  const facts = { n: count(items), share: percent(share) };
  return [
    models.some((m) => m.items < items)
      ? t('up to {n} items ({share})', facts)
      : t('{n} items ({share})', facts),
    ...(most === null ? [] : [t('for at most {money}', { money: money2(most) })]),
    ...(growTo === null ? [] : [t('and up to {n} if its test needs more', { n: count(growTo) })]),
  ].join(t(', ||clauses'));
}

/** What the tests cost beside the whole bank; nothing without costs. */
function costFacts(result: RankResult, t: Words): (readonly [string, string])[] {
  const { costs, bankItems } = result;
  if (costs === undefined) return [];
  const { mean, wholeBank } = costs;
  return [
    [
      t('costs'),
      t(
        'Items are chosen by information per dollar; the random share is drawn whatever they cost. A test cost {mean} on average, with {items} items; all {all} items cost {whole}, {times} times as much.',
        {
          mean: money2(mean),
          items: count(meanItems(result)),
          all: count(bankItems),
          whole: money2(wholeBank),
          times: decimal(wholeBank / mean, 1),
        },
      ),
    ],
  ];
}

/** A model as soon as its test has ended. */
export function earlyText(m: UnrankedModel, target: ScoreTarget): string {
  const { score, low, high } = (target === 'expected' ? m.expected : null) ?? m;
  const mark = `${alarmMark(notedOf(m))}${answeredMark(m)}`;
  return `${plainText(m.model)}: ${decimal(score, 1)}${mark} (${testedInterval({ low, high }, m)}) after ${plural(m.items, 'item')}`;
}

function agreements(result: RankResult, t: Words): Section {
  const { draws, plain, calibrated } = result.random;
  const { costs, items, growTo } = result;
  const grown = growTo === null ? '' : t(' to {n}', { n: count(growTo) });
  const own =
    costs === undefined ? t('{n}{grown} items', { n: count(items), grown }) : money2(costs.mean);
  const drawn = `${t('{n} draws', { n: String(draws) })}${costs === undefined ? '' : t('; ') + money2(costs.random)}`;
  const row = (name: string, a: Agreement) => [
    name,
    correlation(a.kendall),
    correlation(a.spearman),
    decimal(a.mae, 2),
    decimal(a.bias, 2),
  ];
  return {
    heading: t('Agreement with the whole bank'),
    table: {
      caption: t('Agreement with the whole bank'),
      columns: [
        { name: t('prediction') },
        { name: 'Kendall τ-b', numeric: true },
        { name: 'Spearman ρ', numeric: true },
        { name: t('mean |error|'), numeric: true },
        { name: t('bias'), numeric: true },
      ],
      rows: [
        row(`${result.strategy}, ${own}`, result.agreement),
        row(t('random items, plain mean ({drawn})', { drawn }), plain),
        row(t('random items, calibrated ({drawn})', { drawn }), calibrated),
      ],
    },
  };
}

/** How far the ranking can be trusted, and what its marks mean: a paragraph each line. */
function verdict(result: RankResult, target: ScoreTarget, typed: TypedHint, t: Words): string[] {
  const { agreement, tagAgreement, random, models, strategy } = result;
  const { drawsShare } = strategyOf(strategy);
  const { difference, seDifference } = random;
  const lines: string[] =
    strategyOf(strategy).predictsTags && target === 'recorded' && typed === ON_TERMINAL
      ? [
          'Scores and intervals predict the recorded score on this bank. For the score on items like these: --target expected.',
        ]
      : [];
  if (models.every(isExact))
    lines.push(
      t(
        'Every model was asked all items that it has answers to, so the scores are the recorded ones and strategies do not differ.',
      ),
    );
  else if (seDifference !== null) {
    const isClear = Math.abs(difference) > 2 * seDifference;
    lines.push(
      t(
        '"{strategy}" predicts the score {how, select, better {better} worse {WORSE} other {neither clearly better nor clearly worse}} than {same, select, number {the same number} other {the same dollars}} of random items with the same calibration: its mean |error| is {n} ± {se} points {side, select, smaller {smaller} other {larger}} (paired by model).',
        {
          strategy,
          how: isClear ? (difference < 0 ? 'better' : 'worse') : 'neither',
          same: isByNumber(result) ? 'number' : 'dollars',
          n: decimal(Math.abs(difference), 2),
          se: decimal(seDifference, 2),
          side: difference < 0 ? 'smaller' : 'larger',
        },
      ),
    );
  }
  const placed = models.filter(({ rank }) => rank !== null);
  const held = heldText(placed, agreement.coverage90, t);
  const isAlike = models.length > 1 && models.every((m) => m.actual === models[0].actual);
  const scale = isAlike
    ? t(
        'All models have the same recorded score: their order is that of chance, and abilities have no unit.',
      )
    : t(
        'Abilities: the recorded models have mean 0 and standard deviation 1. Their ± comes from the response model.',
      );
  if (!models.every(isExact))
    lines.push(
      t(
        'The 90% intervals contain the recorded scores of {held}. Their width was learned on {on, select, families {held-out families} other {the other models}}; the response model alone would contain {share}.',
        {
          held,
          on: isLearned(strategy) ? 'families' : 'models',
          share: percent(agreement.modelCoverage90),
        },
      ),
    );
  lines.push(scale);
  if (drawsShare)
    lines.push(
      studiedText(
        {
          models: result.modelCount,
          items: meanItems(result),
          bankItems: result.bankItems,
        },
        t,
      ),
    );
  if (target === 'expected')
    lines.push(
      t(
        'Expected scores cannot be checked against recorded ones, so the coverage above is that of recorded scores. Intervals of expected scores also include the chance in the given answers.',
      ),
    );
  if (tagAgreement !== null && tagAgreement.coverage90 !== null && tagAgreement.mae !== null)
    lines.push(
      `${t('By {tag}, 90% intervals contain {share} of {n} recorded scores (models × values), mean |error| {error}.', { tag: tagAgreement.tag, share: percent(tagAgreement.coverage90), n: count(tagAgreement.scores), error: decimal(tagAgreement.mae, 2) })}${typed('--by-tag prints them.')}`,
    );
  if (models.some((m) => !m.verified && !isExact(m)))
    lines.push(
      t(
        '? The interval is unverified: fewer than {models} comparable models, fewer than {answers} answers, an alarm (!, ~, ^ or #),{grows, select, true { a test that went on beyond its length,} other {}} or a model marked *.',
        {
          models: String(LEAST_FOR_VERIFIED),
          answers: String(FEWEST_ANSWERS),
          grows: String(result.growTo !== null),
        },
      ),
    );
  // Of a test of the whole bank, no items were left to draw.
  const isRandom = models.some((m) => m.alarm !== null && !isExact(m));
  lines.push(...markNotes(models.map(notedOf), drawsShare && isRandom, typed, t));
  lines.push(...growthNotes(models, result.items, result.growTo, t));
  lines.push(...trustNotes(models, typed, t));
  if (!result.converged)
    lines.push(
      `${t('warning: the calibration from {from} has not converged; {scale, select, true {only the scale of abilities depends on it} other {do not trust predictions for the models it left out}}. Add models or answers: with at least 200 per model another, more stable fit is used.', { from: unconvergedText(result.unconverged, t), scale: String(result.unconverged.every((name) => name === 'all models')) })}${typed('(Exit code 3.)')}`,
    );
  return lines;
}

/** Items of a test: those that it had on average where money ends tests. */
function meanItems({ costs, items, models }: RankResult): number {
  if (costs === undefined || costs.most === null) return items;
  return Math.round(models.reduce((sum, own) => sum + own.items, 0) / models.length);
}

/** Whether random items are as many; of tests that money ends, they cost as much. */
function isByNumber({ costs }: RankResult): boolean {
  return costs === undefined || costs.most === null;
}

/** An exact score is extrapolated by nothing. */
function notedOf(model: UnrankedModel): UnrankedModel {
  return model.alarm === 'beyond' && isExact(model) ? { ...model, alarm: null } : model;
}

/** How many intervals hold, and of those of models that the calibration explains. */
function heldText(models: readonly RankedModel[], share: number, t: Words): string {
  const explained = models.filter((m) => m.alarm === null);
  const all = t('{n} of {all} models', {
    n: String(Math.round(share * models.length)),
    all: String(models.length),
  });
  if (explained.length === 0 || explained.length === models.length) return all;
  const held = explained.filter((m) => holds(m, m.actual)).length;
  return t('{held} ({n} of the {all} without an alarm, !, ~, ^ or #)', {
    held: all,
    n: String(held),
    all: String(explained.length),
  });
}

/** The paper's six models: its published scores beside those of the simulated models of the same names. */
function published(result: RankResult): Section {
  const rows = PUBLISHED_RAPID.flatMap(({ model, rapid, regular }) => {
    const ours = result.models.find((m) => m.model === model);
    if (ours === undefined) return [];
    const scores = [regular, ours.actual, rapid, ours.score, ours.shareRight];
    return [[model, ...scores.map((own) => decimal(own, 1))]];
  });
  return {
    heading: 'CliMedBench, Figure 11',
    table: {
      caption: 'CliMedBench, Figure 11',
      columns: [
        { name: 'model' },
        ...[
          'published: regular',
          'here: whole bank',
          'published: rapid',
          `here: ${result.items} items`,
          'right, %',
        ].map((name) => ({ name, numeric: true })),
      ],
      rows,
    },
    paragraphs: [publishedSharesRight()],
  };
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
