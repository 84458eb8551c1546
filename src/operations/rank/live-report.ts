import { listed, sentences, type Words } from '../../languages/words.ts';
import { count, decimal, money2, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { isLearned, strategyOf } from '../../ranking/live/strategies.ts';
import type { Section, Told } from '../../report/document.ts';
import { type SaidMost, saidMostLines } from '../../report/said-text.ts';
import { truncatedNotes } from '../../scoring/absent-text.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { isWarning, type PatternHints } from '../../scoring/patterns/pattern-words.ts';
import type { PeopleOn } from '../../workflow/bank/humans/people-on.ts';
import type { LiveModel, LiveResult } from '../../workflow/live/live-result.ts';
import { shownScore } from '../../workflow/live/shown-score.ts';
import { markNotes } from '../alarm-notes.ts';
import { lostText } from '../asking/cost-text.ts';
import { LONGER, pageHints, patternHints } from '../asking/pattern-hints.ts';
import { patternLines } from '../asking/pattern-lines.ts';
import { changeText, reusedNote } from '../asking/reuse-text.ts';
import { ON_PAGE, ON_TERMINAL, type TypedHint } from '../asking/typed-hint.ts';
import { leftOutLines } from '../flag-lines.ts';
import { gradedLine } from '../graded-notes.ts';
import type { Reading } from '../operation.ts';
import { targetWords } from '../target-words.ts';
import { amongRecorded } from './among-recorded.ts';
import { growthNotes } from './growth-notes.ts';
import { missingNotes, missingWarnings } from './if-missing-notes.ts';
import { rightNotes } from './items-right.ts';
import { peopleLine } from './people-line.ts';
import { rankingDocument } from './ranking-document.ts';
import { studiedText } from './studied-text.ts';
import { trustNotes } from './trust-notes.ts';
import { unconvergedText } from './unconverged-text.ts';

/** Recorded models shown above and below each new one. */
const NEIGHBOURS = 3;

/** Whether items were chosen by the answers so far, and some were left out. */
function isChosen({ strategy, models, askable }: LiveResult): boolean {
  return strategyOf(strategy).isCalibrated && models.some(({ items }) => items < askable);
}

/** The parts of a ranking of models behind endpoints that are no part of its result. */
interface Beside {
  readonly people?: PeopleOn | null;
  /** What models said most often; absent where nothing about their answers is unusual. */
  readonly said?: readonly SaidMost[];
  readonly byTag?: boolean;
}

/** What a ranking of models behind endpoints says: their places among the recorded ones, what it took and what it means. */
export function liveDocument(
  result: LiveResult,
  { people = null, said = [], byTag = false }: Beside,
  { reader, where, t }: Pick<Reading<unknown>, 'reader' | 'where' | 't'>,
): Told {
  const { bank, models, strategy, recorded } = result;
  const isPage = reader === 'others';
  const typed = isPage ? ON_PAGE : ON_TERMINAL;
  const hints = isPage ? pageHints(t) : patternHints(result.run, where, LONGER);
  if (models.length === 0)
    return {
      facts: factsOf(result, isPage, t),
      sections: [useSection(result)],
      next: next(result, where),
    };
  const again = new Set(Object.values(result.recordedAs));
  const told = rankingDocument(
    {
      isRecorded: false,
      asked: isChosen(result) ? 'chosen' : strategyOf(strategy).isCalibrated ? 'all' : 'random',
      byTag,
      title: t('{n, plural, one {# model} other {# models}} on {bank}', { n: models.length, bank }),
      facts: factsOf(result, isPage, t),
      target: result.target,
      tested: models.map((own) => ({
        ...own,
        answered: 1,
        itemsCost: own.testCost,
        remark: remark(own),
      })),
      tagWords: result.tagWords,
      recorded: recorded.filter(({ model }) => !again.has(model)),
      caution: sentences(
        [
          ...doubtTexts(result.doubts, 'compared', t),
          ...calibrationWarnings(result),
          ...warnings(result, hints, t),
          ...missingWarnings(models, t),
        ],
        t,
      ),
      ...(people === null ? {} : { reference: people.accuracy }),
      further: isPage
        ? []
        : [...(recorded.length === 0 ? [] : [neighbours(result)]), useSection(result)],
      notes: [
        ...(people === null
          ? []
          : [
              isPage
                ? t('The marked line: {people}', { people: peopleLine(people, bank, t) })
                : peopleLine(people, bank, t),
            ]),
        ...leftOutLines(result.leftOut, typed, t),
        ...(isPage ? [] : rightNotes(models, isChosen(result))),
        ...notes(result, { typed, hints, t }),
        ...(isPage ? [] : saidMostLines(said)),
      ],
    },
    { reader, t },
  );
  return isPage ? told : { ...told, next: next(result, where) };
}

function factsOf(result: LiveResult, isPage: boolean, t: Words): (readonly [string, string])[] {
  const { bank, bankItems, items, growTo, strategy, models, recorded, prompts, mode } = result;
  const { run, seed, lag, metric, graded } = result;
  const growth = growTo === null ? '' : `, and up to ${count(growTo)} if a test needs more`;
  const terminal: (readonly [string, string])[] = [
    ['lag', String(lag)],
    ...askedFacts(result),
    ['intervals and places', `of the ${targetWords(result.target, count(bankItems))}`],
  ];
  return [
    [
      t('bank'),
      result.simulated
        ? t('{bank}, {n} items, beside SIMULATED models', { bank, n: count(bankItems) })
        : t('{bank}, {n} items', { bank, n: count(bankItems) }),
    ],
    [t('items'), `${count(items)}${isPage ? '' : growth}`],
    [t('strategy'), strategy],
    ...(graded === undefined ? [] : [[t('graded scores'), gradedLine(graded, t)] as const]),
    [
      t('beside'),
      recorded.length === 0 || isPage
        ? t('{n, plural, one {# recorded model} other {# recorded models}}', {
            n: recorded.length,
          })
        : `${plural(recorded.length, 'recorded model')}, which were asked by another program, perhaps with other prompts: compare with care`,
    ],
    ...(models.length === 0
      ? []
      : [
          [t('prompts'), listed(prompts, t)] as const,
          metric === undefined
            ? ([t('letters read by'), mode] as const)
            : ([t('options scored by log-likelihoods'), metric] as const),
        ]),
    [t('run'), String(run)],
    [t('seed'), String(seed)],
    ...(result.cost > 0 ? [[t('cost'), money2(result.cost)] as const] : []),
    ...(isPage ? [] : terminal),
  ];
}

/** Which items could be asked, by which parameters, and what they cost. */
function askedFacts(result: LiveResult): (readonly [string, string])[] {
  const { bank, bankItems, askable, pretest } = result;
  return [
    ...(askable < bankItems
      ? [['could be asked', `${count(askable)} of the ${count(bankItems)} items`] as const]
      : []),
    ...(pretest === undefined
      ? []
      : [
          [
            'pretest items',
            `up to ${count(pretest.perTest)} besides; they do not count (thetarank bank pretest ${bank})`,
          ] as const,
        ]),
    ...costFacts(result),
    ...calibrationFacts(result),
  ];
}

/** Why a test ended early, and that a score hardly says anything about its model: the reason stands below. */
function remark({ stopped, patterns }: LiveModel): string {
  const isDoubtful = patterns.some(isWarning);
  return [
    ...(stopped === null ? [] : [stopped === 'failed' ? 'endpoint failed' : stopped]),
    ...(isDoubtful ? ['see WARNING'] : []),
  ].join(', ');
}

/** What the tests cost by the file of costs, beside all items; nothing without one. */
function costFacts({
  costs,
  models,
  strategy,
  askable,
}: LiveResult): (readonly [string, string])[] {
  if (costs === undefined || models.length === 0) return [];
  const mean = models.reduce((sum, own) => sum + (own.testCost ?? 0), 0) / models.length;
  const how = strategyOf(strategy).isCalibrated
    ? 'Items are chosen by information per dollar, except the random share'
    : 'Items are drawn whatever they cost';
  const most = costs.most === null ? '' : `, for at most ${money2(costs.most)} a test`;
  return [
    [
      'costs',
      `${how}${most}. By --costs a test cost ${money2(mean)} on average; all ${count(askable)} items cost ${money2(costs.wholeBank)}.`,
    ],
  ];
}

/** Items of a finished test: those that it had on average where money ends tests. */
function testLength({ costs, models, items, askable }: LiveResult): number {
  if (costs === undefined || costs.most === null) return Math.min(items, askable);
  return Math.round(models.reduce((sum, own) => sum + own.items, 0) / models.length);
}

/** Whose answers the item parameters are calibrated on, and which items have parameters. */
function calibrationFacts({
  calibration,
  bankItems,
  recorded,
  strategy,
}: LiveResult): (readonly [string, string])[] {
  if (calibration === null)
    return recorded.length === 0 || !strategyOf(strategy).isCalibrated
      ? []
      : [['item parameters', 'from the recorded answers of the bank, calibrated for this ranking']];
  const { number, method, pool, bankItems: all } = calibration;
  const part =
    all === bankItems
      ? ''
      : `. Scores cover the ${count(bankItems)} of ${count(all)} items of the bank that have parameters`;
  return [
    [
      'item parameters',
      `calibration ${number} (${method}${pool.length === 0 ? '' : ` of ${pool.join(', ')}`}); abilities are on its scale${part}`,
    ],
  ];
}

function calibrationWarnings({ calibration }: LiveResult): string[] {
  return (calibration?.warnings ?? []).map(
    (why) => `WARNING: do not rank with this calibration: ${plainText(why)}.`,
  );
}

/** All together, with the recorded models around each new one. */
function neighbours({ models, recorded, recordedAs, target }: LiveResult): Section {
  const again = new Set(Object.values(recordedAs));
  return amongRecorded(
    models.map((own) => ({
      model: own.model,
      score: own.score,
      interval: shownScore(own, target),
      verified: own.verified,
    })),
    recorded.filter(({ model }) => !again.has(model)),
    NEIGHBOURS,
  );
}

/** What it took, for whoever pays for it. */
function useSection({ models, unanswered, cost }: LiveResult): Section {
  const lost = models.reduce((sum, { use: own }) => sum + (own.lostCost ?? 0), 0);
  const counted = (n: number | undefined) => (n ? count(n) : null);
  return {
    heading: 'What it took',
    ...(models.length > 0 && {
      table: {
        caption: 'Answers by model',
        columns: [
          { name: 'model' },
          ...[
            ...['answers', 'without a readable one', 'truncated', 'refused', 'too long', 'reused'],
            ...['retries', 'tokens in + out', 'median', 'cost'],
          ].map((name) => ({ name, numeric: true })),
        ],
        rows: models.map(({ model, use: own }) => [
          plainText(model),
          count(own.answers),
          unreadText(own.unread),
          counted(own.truncated),
          counted(own.refused),
          counted(own.tooLong),
          counted(own.reused),
          unreadText(own.retries),
          `${count(own.promptTokens)} + ${count(own.completionTokens)}`,
          own.latency === null ? null : `${decimal(own.latency, own.latency < 1 ? 2 : 1)} s`,
          own.cost === 0 ? null : money2(own.cost),
        ]),
        limit: models.length,
      },
    }),
    paragraphs: [
      ...unanswered.map(
        ({ model, error }) =>
          `${plainText(model)}: no answers${error === null ? '.' : ` (${error})`}`,
      ),
      ...(cost > 0 ? [`Cost of the run: ${money2(cost)}${lostText(lost)}.`] : []),
    ],
  };
}

function unreadText(counts: Readonly<Record<string, number>>): string | null {
  const parts = Object.entries(counts).sort(([, n], [, m]) => m - n);
  return parts.length === 0
    ? null
    : parts.map(([why, n]) => `${why === 'none' ? 'not found' : why} ${n}`).join(', ');
}

/** What makes scores say little about their models: on a page it stands before them. */
function warnings({ models }: LiveResult, hints: PatternHints, t: Words): string[] {
  const warned = models.map(({ model, patterns }) => ({
    model,
    patterns: patterns.filter(isWarning),
  }));
  return patternLines(warned, hints, t);
}

/** In the words of where they are shown. */
interface NoteWords {
  readonly typed: TypedHint;
  readonly hints: PatternHints;
  readonly t: Words;
}

function notes(result: LiveResult, { typed, hints, t }: NoteWords): string[] {
  const { models, strategy, recordedAs, unconverged } = result;
  const lines: string[] = [];
  const target = result.target;
  if (target === 'expected' && models.length > 0)
    lines.push(
      `${t('An expected score has an interval even if every item was asked, because the same model might answer differently another time.')}${typed('--target recorded shows the scores on these items alone.')}`,
    );
  const isOpen = (model: LiveModel) => {
    const { low, high } = shownScore(model, target);
    return low < high;
  };
  if (models.some((model) => !model.verified && isOpen(model)))
    lines.push(
      !strategyOf(strategy).isCalibrated
        ? t(
            '? The interval is unverified and may be too narrow: the test is not finished or covers only a part of the bank.',
          )
        : isLearned(strategy)
          ? t(
              '? The interval is unverified: too few comparable models, fewer than 20 answers, an unfinished or extended test, or items chosen from only a part of the bank.',
            )
          : result.calibration !== null
            ? `${t('? The interval is unverified: it includes the known errors of the item parameters, but no recorded models have checked its width.')}${typed('To check it, record answers of other models and use --strategy robust.')}`
            : `${t('? The interval is unverified: with "{strategy}" it comes from the response model alone, and such intervals were too narrow on real banks.', { strategy })}${typed('--strategy robust calibrates them on held-out models.')}`,
    );
  for (const [model, name] of Object.entries(recordedAs))
    lines.push(
      result.calibration === null
        ? t(
            '{model}: recorded as {name}; tested on a calibration without that model and its family.',
            { model: plainText(model), name: plainText(name) },
          )
        : t('{model}: recorded as {name}; its recorded answers are not in the calibration.', {
            model: plainText(model),
            name: plainText(name),
          }),
    );
  if (strategyOf(strategy).drawsShare && models.length > 0 && result.recorded.length > 0)
    lines.push(
      studiedText(
        {
          models: result.recorded.length,
          items: testLength(result),
          bankItems: result.bankItems,
        },
        t,
      ),
    );
  lines.push(
    ...markNotes(
      models.map(({ alarm, misfit }) => ({ alarm, misfit, answered: 1 })),
      strategyOf(strategy).drawsShare,
      typed,
      t,
    ),
  );
  lines.push(...growthNotes(models, result.items, result.growTo, t));
  lines.push(...trustNotes(models, typed, t));
  if (models.some(({ atBound }) => atBound !== null))
    lines.push(
      t(
        '≤, ≥ the ability is at a bound of the scale: nearly all answers were wrong, or right, so these items cannot estimate it. The score is the lowest or highest that they can predict.',
      ),
    );
  const reused = reusedNote(result.reused, typed, t);
  if (reused !== null) lines.push(reused);
  for (const change of result.endpointChanges) lines.push(changeText(change, typed, t));
  lines.push(...patternLines(models, hints, t));
  for (const { model, use: own, ifMissing } of models)
    if (own.tooLong !== undefined && ifMissing?.tooLong === undefined)
      lines.push(
        `${t('{model}: {count} of {of} questions are longer than its context, and no score counts them.', { model: plainText(model), count: count(own.tooLong), of: count(own.answers) })}${typed('To count them as wrong: -T toolong=wrong.')}`,
      );
  lines.push(
    ...missingNotes(models, t),
    ...truncatedNotes(
      models.map(({ use: own }) => own),
      hints.longer,
      t,
    ),
  );
  if (unconverged.length > 0)
    lines.push(
      `${t('warning: the calibration from {from} has not converged; add recorded models or answers.', { from: unconvergedText(unconverged, t) })}${typed('(Exit code 3.)')}`,
    );
  return lines;
}

const AFTER_WARNINGS =
  'look at the outputs behind each WARNING above and fix the cause. More items do not correct the score.';

function next(result: LiveResult, where: string): string {
  const { complete, models, run, database } = result;
  const kept = `Kept as run ${run} in ${database}.`;
  if (!complete) {
    const isSpent = models.some(({ stopped }) => stopped === 'budget');
    return `to continue, run the same command with --resume${isSpent ? ' and a larger --budget, because the budget is spent' : ''}. ${kept}`;
  }
  const warned = models.some(({ patterns }) => patterns.some(isWarning));
  const explained = result.prompts.some((version) => version.startsWith('explain-'))
    ? [`The explanations: thetarank runs explanations ${run}${where}`]
    : [];
  return [`${warned ? AFTER_WARNINGS : nextText(result, where)}`, ...explained, kept].join('\n');
}

/** What to do after a complete test: ask more items, as far as there are any, and check how far to trust it. */
function nextText(
  { recorded, bank, items, askable, calibration }: LiveResult,
  where: string,
): string {
  const more = Math.min(2 * items, askable);
  const narrower =
    more > items
      ? `more items narrow the interval (--items ${more}).`
      : 'every item was asked; only more items in the bank narrow the interval.';
  if (calibration !== null)
    return `${narrower} To check it with a test that needs no item parameters: --strategy random without --calibration`;
  if (recorded.length === 0) return narrower;
  return `${narrower} To see how far to trust intervals on this bank: thetarank simulate post-hoc --bank ${bank}${where}`;
}
