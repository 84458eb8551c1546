import { ENGLISH, listed, sentences, type Words } from '../../languages/words.ts';
import { count, decimal, intervalText, money2, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { isLearned } from '../../ranking/recorded/rank-request.ts';
import { type SaidMost, saidMostLines } from '../../report/said-text.ts';
import { textTable } from '../../report/text-table.ts';
import { truncatedNotes } from '../../scoring/absent-text.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { isWarning, type PatternHints } from '../../scoring/patterns/pattern-words.ts';
import { wordsOf } from '../../tag-words.ts';
import type { PeopleOn } from '../../workflow/bank/humans/people-on.ts';
import type { LiveModel, LiveResult } from '../../workflow/live/live-result.ts';
import { shownScore } from '../../workflow/live/shown-score.ts';
import { alarmMark, markNotes } from '../alarm-notes.ts';
import { lostText } from '../asking/cost-text.ts';
import { LONGER, pageHints, patternHints } from '../asking/pattern-hints.ts';
import { patternLines } from '../asking/pattern-lines.ts';
import { changeText, reusedNote } from '../asking/reuse-text.ts';
import { ON_PAGE, ON_TERMINAL, type TypedHint } from '../asking/typed-hint.ts';
import { leftOutLines } from '../flag-lines.ts';
import { gradedLine } from '../graded-notes.ts';
import { targetWords } from '../target-words.ts';
import { amongRecorded } from './among-recorded.ts';
import { growthNotes } from './growth-notes.ts';
import { missingNotes, missingWarnings } from './if-missing-notes.ts';
import { RIGHT_COLUMNS, rightCells, rightNotes } from './items-right.ts';
import { peopleLine } from './people-line.ts';
import { placeCell, rankingPage } from './ranking-page.ts';
import { studiedText } from './studied-text.ts';
import { trustNotes } from './trust-notes.ts';
import { unconvergedText } from './unconverged-text.ts';

/** Recorded models shown above and below each new one. */
const NEIGHBOURS = 3;

/** What was written, if anything. */
interface Written {
  readonly out?: string | undefined;
  /** The HTML page. */
  readonly page?: string | undefined;
}

/** Whether items were chosen by the answers so far, and some were left out. */
function isChosen({ strategy, models, askable }: LiveResult): boolean {
  return strategy !== 'random' && models.some(({ items }) => items < askable);
}

/** The leaderboard of the models tested, their place among the recorded ones, what it took and what it means. */
export function liveReport(
  result: LiveResult,
  options: Written & {
    /** The database, as `Reading` has it. */
    readonly where?: string;
    readonly byTag?: boolean;
    readonly people?: PeopleOn | null;
    /** What models said most often; absent where nothing about their answers is unusual. */
    readonly said?: readonly SaidMost[];
  },
): string {
  return [
    heading(result),
    result.models.length === 0
      ? ''
      : `${leaderboard(result)}\n${rightNotes(result.models, isChosen(result)).join('\n')}`,
    ...(options.byTag === true ? [byTag(result)] : []),
    ...(result.recorded.length > 0 && result.models.length > 0 ? [neighbours(result)] : []),
    options.people == null ? '' : peopleLine(options.people, result.bank),
    use(result),
    notes(result, {
      typed: ON_TERMINAL,
      hints: patternHints(result.run, options.where ?? '', LONGER),
      t: ENGLISH,
    }),
    saidMostLines(options.said ?? []).join('\n'),
    next(result, options),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The same as a page that can be sent to others. */
export function livePage(
  result: LiveResult,
  t: Words,
  people: PeopleOn | null = null,
): Promise<string> {
  const { bank, bankItems, items, models, strategy, seed, run, recorded, prompts, mode } = result;
  const again = new Set(Object.values(result.recordedAs));
  const hints = pageHints(t);
  return rankingPage(
    {
      isRecorded: false,
      asked: isChosen(result) ? 'chosen' : strategy === 'random' ? 'random' : 'all',
      title: t('{n, plural, one {# model} other {# models}} on {bank}', { n: models.length, bank }),
      facts: [
        [
          t('bank'),
          result.simulated
            ? t('{bank}, {n} items, beside SIMULATED models', { bank, n: count(bankItems) })
            : t('{bank}, {n} items', { bank, n: count(bankItems) }),
        ],
        [t('items'), count(items)],
        [t('strategy'), strategy],
        ...(result.graded === undefined
          ? []
          : [[t('graded scores'), gradedLine(result.graded, t)] as const]),
        [
          t('beside'),
          t('{n, plural, one {# recorded model} other {# recorded models}}', {
            n: recorded.length,
          }),
        ],
        [t('prompts'), listed(prompts, t)],
        result.metric === undefined
          ? [t('letters read by'), mode]
          : [t('options scored by log-likelihoods'), result.metric],
        [t('run'), String(run)],
        [t('seed'), String(seed)],
        ...(result.cost > 0 ? [[t('cost'), money2(result.cost)] as const] : []),
      ],
      target: result.target,
      tested: models.map((own) => ({ ...own, answered: 1 })),
      tagWords: result.tagWords,
      recorded: recorded.filter(({ model }) => !again.has(model)),
      caution: sentences(
        [
          ...doubtTexts(result.doubts, 'compared', t),
          ...warnings(result, hints, t),
          ...missingWarnings(models, t),
        ],
        t,
      ),
      ...(people === null ? {} : { reference: people.accuracy }),
      notes: [
        ...(people === null
          ? []
          : [t('The marked line: {people}', { people: peopleLine(people, bank, t) })]),
        ...leftOutLines(result.leftOut, ON_PAGE, t),
        ...notes(result, { typed: ON_PAGE, hints, t }).split('\n'),
      ],
    },
    t,
  );
}

function heading(result: LiveResult): string {
  const { bank, bankItems, askable, items, strategy, models, lag, seed, prompts, recorded } =
    result;
  const { growTo } = result;
  const growth = growTo === null ? '' : `, and up to ${count(growTo)} if a test needs more`;
  const pretest =
    result.pretest === undefined
      ? ''
      : `Up to ${plural(result.pretest.perTest, 'pretest item')} besides: they do not count (thetarank bank pretest ${bank}).`;
  return [
    `${plural(models.length, 'model')} on ${bank}: ${count(items)} of ${count(bankItems)} items each${growth}, chosen by "${strategy}"${result.simulated ? ' — beside SIMULATED models' : ''}`,
    models.length === 0
      ? `No answers yet; seed ${seed}, run ${result.run}.`
      : `Prompts ${prompts.join(', ')}; ${readingOf(result)}; lag ${lag}, seed ${seed}, run ${result.run}.`,
    ...doubtTexts(result.doubts, 'compared'),
    askable < bankItems
      ? `Items could be chosen from ${count(askable)} of the ${count(bankItems)}.`
      : '',
    pretest,
    costLine(result),
    calibrationLine(result),
    ...(result.graded === undefined ? [] : [gradedLine(result.graded)]),
    ...leftOutLines(result.leftOut, ON_TERMINAL),
    models.length === 0
      ? ''
      : `Intervals and places are of the ${targetWords(result.target, count(bankItems))}.`,
    recorded.length === 0
      ? `No models are recorded on this bank, so there is ${result.calibration === null ? 'no calibration and no comparison' : 'no comparison'}.`
      : `Compared with ${plural(recorded.length, 'recorded model')}. These were asked by another program, perhaps with other prompts, so compare with care.`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** How answers became scores. */
function readingOf({ mode, metric }: LiveResult): string {
  return metric === undefined
    ? `letters read by mode ${mode}`
    : `options scored by log-likelihoods (${metric})`;
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
function costLine({ costs, models, strategy, askable }: LiveResult): string {
  if (costs === undefined || models.length === 0) return '';
  const mean = models.reduce((sum, own) => sum + (own.testCost ?? 0), 0) / models.length;
  const how =
    strategy === 'random'
      ? 'Items are drawn whatever they cost'
      : 'Items are chosen by information per dollar, except the random share';
  const most = costs.most === null ? '' : `, for at most ${money2(costs.most)} a test`;
  return `${how}${most}. By --costs a test cost ${money2(mean)} on average; all ${count(askable)} items cost ${money2(costs.wholeBank)}.`;
}

/** Items of a finished test: those that it had on average where money ends tests. */
function testLength({ costs, models, items, askable }: LiveResult): number {
  if (costs === undefined || costs.most === null) return Math.min(items, askable);
  return Math.round(models.reduce((sum, own) => sum + own.items, 0) / models.length);
}

/** Whose answers the item parameters are calibrated on, and which items have parameters. */
function calibrationLine({ calibration, bankItems, recorded, strategy }: LiveResult): string {
  if (calibration === null)
    return recorded.length === 0 || strategy === 'random'
      ? ''
      : 'Item parameters: from the recorded answers of the bank, calibrated for this ranking.';
  const { number, method, pool, bankItems: all, warnings } = calibration;
  const part =
    all === bankItems
      ? ''
      : ` Scores cover the ${count(bankItems)} of ${count(all)} items of the bank that have parameters.`;
  const line = `Item parameters: calibration ${number} (${method}${pool.length === 0 ? '' : ` of ${pool.join(', ')}`}); abilities are on its scale.${part}`;
  return [
    line,
    ...warnings.map((why) => `WARNING: do not rank with this calibration: ${plainText(why)}.`),
  ].join('\n');
}

function leaderboard({ models, recorded, costs, target = 'recorded' }: LiveResult): string {
  const isPlaced = recorded.length > 0;
  return textTable(
    [
      { head: '#', align: 'right' },
      { head: 'model' },
      { head: 'ability ± SE', align: 'right' },
      { head: target === 'expected' ? 'expected score' : 'score', align: 'right' },
      { head: '90% interval', align: 'right' },
      ...(isPlaced ? [{ head: 'place', align: 'right' as const }] : []),
      { head: 'items', align: 'right' },
      ...RIGHT_COLUMNS,
      ...(costs === undefined ? [] : [{ head: 'items cost', align: 'right' as const }]),
      { head: 'cost', align: 'right' },
      { head: '' },
    ],
    models.map((m) => [
      String(m.rank),
      m.model,
      abilityText(m),
      `${decimal(m.score, 1)}${alarmMark(m)}`,
      intervalText(shownScore(m, target), m.verified),
      ...(isPlaced ? [placeCell(m)] : []),
      count(m.items),
      ...rightCells(m),
      ...(costs === undefined ? [] : [money2(m.testCost ?? 0)]),
      m.use.cost === 0 ? '–' : money2(m.use.cost),
      remark(m),
    ]),
  );
}

const BOUND_MARKS = { lowest: '≤', highest: '≥' } as const;

/** `0.35 ± 0.21`; of an ability on a bound of those looked for `≥ 6.00`, without an error, of which nothing is known. */
function abilityText({ ability, se, atBound }: LiveModel): string {
  if (ability === null) return '–';
  return atBound === null
    ? `${decimal(ability, 2)} ± ${decimal(se!, 2)}`
    : `${BOUND_MARKS[atBound]} ${decimal(ability, 2)}`;
}

function byTag({ models, target, tagWords }: LiveResult): string {
  const tags = [...new Set(models.flatMap((model) => Object.keys(model.tags)))];
  return tags
    .map((tag) => {
      const found = new Set(models.flatMap((model) => Object.keys(model.tags[tag] ?? {})));
      const { name: head, values } = wordsOf(tagWords, tag, [...found]);
      return textTable(
        [{ head }, ...models.map(({ model }) => ({ head: model, align: 'right' as const }))],
        values.map(({ value, name }) => [
          name,
          ...models.map((model) => {
            const own = model.tags[tag]?.[value];
            if (own === undefined) return '–';
            return `${decimal(own.score, 1)} (${intervalText(shownScore(own, target), own.verified)})`;
          }),
        ]),
      );
    })
    .join('\n\n');
}

/** All together, with the recorded models around each new one. */
function neighbours({ models, recorded, recordedAs, target }: LiveResult): string {
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

function use({ models, unanswered, cost }: LiveResult): string {
  const lost = models.reduce((sum, { use: own }) => sum + (own.lostCost ?? 0), 0);
  const isTooLong = models.some(({ use: own }) => own.tooLong !== undefined);
  const rows = models.map(({ model, use: own }) => [
    model,
    count(own.answers),
    unreadText(own.unread),
    own.truncated === 0 ? '–' : count(own.truncated),
    own.refused === 0 ? '–' : count(own.refused),
    ...(isTooLong ? [count(own.tooLong ?? 0)] : []),
    own.reused === 0 ? '–' : count(own.reused),
    unreadText(own.retries),
    `${count(own.promptTokens)} + ${count(own.completionTokens)}`,
    own.latency === null ? '–' : `${decimal(own.latency, own.latency < 1 ? 2 : 1)} s`,
  ]);
  const table =
    models.length === 0
      ? []
      : [
          textTable(
            [
              { head: 'model' },
              { head: 'answers', align: 'right' },
              { head: 'without a readable one' },
              { head: 'truncated', align: 'right' },
              { head: 'refused', align: 'right' },
              ...(isTooLong ? [{ head: 'too long', align: 'right' } as const] : []),
              { head: 'reused', align: 'right' },
              { head: 'retries' },
              { head: 'tokens in + out', align: 'right' },
              { head: 'median', align: 'right' },
            ],
            rows,
          ),
        ];
  return [
    ...table,
    ...unanswered.map(
      ({ model, error }) => `${model}: no answers${error === null ? '.' : ` (${error})`}`,
    ),
    ...(cost > 0 ? [`Cost of the run: ${money2(cost)}${lostText(lost)}.`] : []),
  ].join('\n');
}

function unreadText(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).sort(([, n], [, m]) => m - n);
  return parts.length === 0
    ? '–'
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

function notes(result: LiveResult, { typed, hints, t }: NoteWords): string {
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
      strategy === 'random'
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
  if (strategy === 'robust' && models.length > 0 && result.recorded.length > 0)
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
      strategy === 'robust',
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
  return lines.join('\n');
}

const AFTER_WARNINGS =
  'Next: look at the outputs behind each WARNING above and fix the cause. More items do not correct the score.';

function next(
  result: LiveResult,
  { out, page, where = '' }: Written & { readonly where?: string },
): string {
  const { complete, models, run, database } = result;
  const lines = out === undefined ? [] : [`Written to ${out}.`];
  if (page !== undefined) lines.push(`Report: ${page}`);
  lines.push(`Kept as run ${run} in ${database}.`);
  const isSpent = models.some(({ stopped }) => stopped === 'budget');
  if (!complete)
    lines.push(
      isSpent
        ? 'The budget is spent. Next: to continue, run the same command with --resume and a larger --budget.'
        : 'Next: to continue, run the same command with --resume.',
    );
  else if (models.length > 0) {
    const warned = models.some(({ patterns }) => patterns.some(isWarning));
    lines.push(warned ? AFTER_WARNINGS : `Next: ${nextText(result, where)}`);
    if (result.prompts.some((version) => version.startsWith('explain-')))
      lines.push(`The explanations: thetarank runs explanations ${run}${where}`);
  }
  return lines.join('\n');
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
