import { lackingStates } from '../../evaluation/answer-table.ts';
import type { RankCorrelation } from '../../evaluation/ranking-stability.ts';
import type { ScoreEstimate } from '../../evaluation/score-estimate.ts';
import { aspectName } from '../../languages/aspect-name.ts';
import { listed, sentences, type Words } from '../../languages/words.ts';
import { correlation, count, decimal, money2 } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Section, Table, Told } from '../../report/document.ts';
import { captionedTable } from '../../report/plain-table.ts';
import { type SaidMost, saidMostLines } from '../../report/said-text.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { shellWord } from '../../shell-word.ts';
import type {
  EvaluatedModel,
  EvaluationResult,
} from '../../workflow/evaluation/evaluation-result.ts';
import { LONGER, pageHints, patternHints } from '../asking/pattern-hints.ts';
import { patternLines } from '../asking/pattern-lines.ts';
import { changeText, reusedNote } from '../asking/reuse-text.ts';
import { ON_PAGE, ON_TERMINAL } from '../asking/typed-hint.ts';
import type { Reading } from '../operation.ts';
import { pairwiseSections } from './pairwise.ts';
import {
  differenceLines,
  estimateCells,
  factorWords,
  gradeText,
  missingLines,
  placeText,
  scoreWords,
  stateWord,
  swapLines,
  tooLongLines,
  unansweredLines,
  useText,
} from './words.ts';

/** Values of a tag that a terminal shows. */
const MOST_VALUES = 40;

/** Who reads it, and whether a terminal shows scores by tag. */
interface Reader extends Pick<Reading<unknown>, 't' | 'reader' | 'where'> {
  readonly byTag: boolean;
}

/** The ranking of an evaluation, what it rests on, and how it depends on conditions and judges. */
export function evaluationDocument(
  result: EvaluationResult,
  reading: Reader,
  said: readonly SaidMost[] = [],
): Told {
  const { t, reader, byTag } = reading;
  const notes = noteLines(result, reading);
  return {
    title: t('Evaluation on {bank}', { bank: plainText(result.bank) }),
    lead: sentences([scoreWords(result, t), ...doubtTexts(result.doubts, 'compared', t)], t),
    facts: factsOf(result, t),
    sections: [
      scores(result, reading, said),
      ...kinds(result, reading),
      ...(byTag || reader === 'others' ? tagSections(result, reading) : []),
      ...conditions(result, t),
      ...factorSections(result, t),
      ...judgeSections(result, t),
      ...pairwiseSections(result, t),
      ...(notes.length === 0 ? [] : [{ heading: t('Notes'), paragraphs: notes }]),
    ],
    ...(reader === 'caller' ? { next: next(result, reading) } : {}),
  };
}

function factsOf(result: EvaluationResult, t: Words): [string, string][] {
  const { bank, run, items, bankItems, drawnBy, models, conditions: all, judges, cost } = result;
  const { kept, missing } = result.calls;
  const of = t('{n} of {all}', { n: count(items), all: count(bankItems) });
  return [
    [t('bank'), plainText(bank)],
    [t('run'), `${run}`],
    [
      t('items'),
      items === bankItems
        ? of
        : drawnBy === null
          ? t('{n}, drawn at random', { n: of })
          : t('{n}, drawn at random in proportion to {tag}', { n: of, tag: plainText(drawnBy) }),
    ],
    [t('models'), count(models.length)],
    [t('conditions'), count(all.length)],
    ...(judges.length === 0 ? [] : [[t('judges'), count(judges.length)] as [string, string]]),
    [t('calls kept'), t('{n} of {all}', { n: count(kept), all: count(kept + missing) })],
    ...(cost === 0 ? [] : [[t('cost'), costOf(result, t)] as [string, string]]),
  ];
}

/** Dollars, and what of them is of this session. */
function costOf({ cost, sessionCost, lostCost = 0 }: EvaluationResult, t: Words): string {
  return listed(
    [
      money2(cost),
      ...(sessionCost === 0 ? [] : [t('of which {cost} now', { cost: money2(sessionCost) })]),
      ...(lostCost === 0
        ? []
        : [t('requests without an answer: at most {cost}', { cost: money2(lostCost) })]),
    ],
    t,
  );
}

function hintsOf({ run }: EvaluationResult, { t, reader, where }: Reader) {
  return reader === 'others' ? pageHints(t) : patternHints(run, where, LONGER);
}

function scores(result: EvaluationResult, reading: Reader, said: readonly SaidMost[]): Section {
  const { t, reader } = reading;
  const order = [...result.models].sort((x, y) => (x.rank?.place ?? 1e9) - (y.rank?.place ?? 1e9));
  const lacking = lackingStates(order.map(({ states }) => states));
  const hints = hintsOf(result, reading);
  return {
    heading: t('Scores'),
    ...forestOf(
      t('Scores'),
      order.flatMap((model) => forestRow(model.model, model.score, t)),
      t,
    ),
    table: captionedTable(
      t('Models'),
      [
        ...[t('model'), t('rank'), t('score'), t('90% interval'), t('items')],
        ...[...lacking.map((state) => t(stateWord(state))), t('answers, tokens, cost, seconds')],
      ],
      order.map((model) => [
        ...[model.model, placeText(model.rank), ...estimateCells(model.score, t)],
        ...[model.score?.items ?? 0, ...lacking.map((state) => model.states[state] ?? 0)],
        useText(model.use),
      ]),
      [t('rank'), t('score'), t('90% interval')],
    ),
    paragraphs: [
      ...differenceLines(result, t),
      ...patternLines(result.models, hints, t),
      ...(reader === 'caller' ? [...saidMostLines(said), ...tooLongLines(result)] : []),
      ...unansweredLines(result, t),
      ...missingLines(result, hints.longer, t),
    ],
  };
}

function forestRow(name: string, score: ScoreEstimate | null, t: Words) {
  if (score === null) return [];
  const label = estimateCells(score, t).join(' · ');
  return [{ name, value: score.score, low: score.low, high: score.high, label, quiet: false }];
}

/** Nothing without rows. */
function forestOf(title: string, rows: ReturnType<typeof forestRow>, t: Words) {
  if (rows.length === 0) return {};
  return { forest: { title, caption: t('with 90% intervals'), xTitle: t('points'), rows } };
}

function kinds(result: EvaluationResult, reading: Reader): Section[] {
  const { t } = reading;
  const byKind = partTable(result, ({ kinds: own }) => own, t('kind'), reading);
  const corpora = result.models.flatMap(({ model, corpus }) =>
    corpus.map(({ kind, value, low, high, answers }) => [
      ...[model, kind, decimal(100 * value, 1)],
      low === null || high === null ? '–' : `${decimal(100 * low, 1)} – ${decimal(100 * high, 1)}`,
      answers,
    ]),
  );
  return [
    ...(byKind === null ? [] : [{ heading: t('Kinds of items'), table: byKind }]),
    ...(corpora.length === 0
      ? []
      : [
          {
            heading: t('Metrics of all answers'),
            paragraphs: [t('All answers together, which is not the mean of their scores.')],
            table: captionedTable(
              t('Metrics of all answers'),
              [t('model'), t('metric'), t('value'), t('90% interval'), t('answers')],
              corpora,
              [t('value'), t('90% interval')],
            ),
          },
        ]),
  ];
}

function tagSections(result: EvaluationResult, reading: Reader): Section[] {
  const { t } = reading;
  const [{ tags = [] } = { tags: [] }] = result.models;
  return tags.flatMap(({ tag }) => {
    const of = (model: EvaluatedModel) => model.tags.find((one) => one.tag === tag)!;
    const byValue = partTable(result, (model) => of(model).values, tag, reading);
    if (byValue === null) return [];
    const means = result.models.map(
      (model) => `${plainText(model.model)} ${estimateCells(of(model).macro, t).join(' · ')}`,
    );
    return [
      {
        heading: tag,
        table: byValue,
        paragraphs: [t('Unweighted mean: {means}', { means: means.join(t('; ')) })],
      },
    ];
  });
}

/** Null where there is only one part; on pages also where none has more than one item, as of a tag that names each item. */
function partTable(
  { models }: EvaluationResult,
  partsOf: (model: EvaluatedModel) => EvaluatedModel['kinds'],
  head: string,
  { t, reader }: Reader,
): Table | null {
  const parts = [...new Set(models.flatMap((model) => partsOf(model).map(({ part }) => part)))];
  if (parts.length < 2) return null;
  const isPerItem = models.every((model) => partsOf(model).every(({ items }) => items <= 1));
  if (isPerItem && reader === 'others') return null;
  const names = models.map(({ model }) => model);
  return {
    ...captionedTable(
      t('Scores by {part}, with 90% intervals', { part: head }),
      [head, t('items'), ...names],
      parts.map((part) => {
        const own = models.map((model) => partsOf(model).find((one) => one.part === part));
        return [
          ...[part, Math.max(...own.map((one) => one?.items ?? 0))],
          ...own.map((one) => estimateCells(one ?? null, t).join(' · ')),
        ];
      }),
      names,
    ),
    limit: MOST_VALUES,
  };
}

function conditions({ conditions: all }: EvaluationResult, t: Words): Section[] {
  if (all.length < 2) return [];
  const names = all[0].models.map(({ model }) => model);
  return [
    {
      heading: t('Conditions'),
      table: captionedTable(
        t('Scores by {part}, with 90% intervals', { part: t('condition') }),
        [t('condition'), ...names],
        all.map(({ id, models }) => [
          id === '' ? t('usual') : id,
          ...models.map(({ score }) => estimateCells(score, t).join(' · ')),
        ]),
        names,
      ),
    },
  ];
}

function factorSections(result: EvaluationResult, t: Words): Section[] {
  const figures = [t('Kendall τ-b'), t('by chance'), 'p', t('Spearman ρ')];
  return result.factors.map(({ factor, levels, scores: byLevel, pairs }) => {
    const part = factorWords(factor, t);
    return {
      heading: t('Rankings by {part}', { part }),
      ...forestOf(
        t('Scores by {part}', { part }),
        result.models.flatMap(({ model }, m) =>
          levels.flatMap((level, k) => forestRow(listed([model, level], t), byLevel[k][m], t)),
        ),
        t,
      ),
      table: captionedTable(
        t('Agreement of the rankings by {part}', { part }),
        [t('levels'), ...figures, t('swaps'), t('shown')],
        pairs.map(({ levels: [x, y], kendall, chance, spearman, swaps }) => [
          t('{one} and {other}', { one: levels[x], other: levels[y] }),
          withEnds(kendall, t),
          chance === null ? null : correlation(chance.median, t),
          chance === null ? null : decimal(chance.p, 3),
          withEnds(spearman, t),
          swaps.length,
          swaps.filter(({ isShown }) => isShown).length,
        ]),
        figures,
      ),
      paragraphs: swapLines(result, factor, t),
    };
  });
}

/** `0.82 (0.75 to 0.90)`. */
function withEnds({ value, low, high }: RankCorrelation, t: Words): string {
  const text = correlation(value, t);
  if (low === null || high === null) return text;
  const ends = t('{low} to {high}', { low: correlation(low, t), high: correlation(high, t) });
  return `${text} (${ends})`;
}

function judgeSections({ judges, models: asked }: EvaluationResult, t: Words): Section[] {
  if (judges.length === 0) return [];
  const scored = asked.map(({ model }) => t('score of {model}', { model }));
  return [
    {
      heading: t('Judges'),
      table: captionedTable(
        t('Scores by judge'),
        [t('judge'), t('judgements'), t('unread'), ...scored, t('answers, tokens, cost, seconds')],
        judges.map(({ judge, judgements, unread, models, ...own }) => [
          ...[judge, judgements, unread],
          ...models.map(({ score }) => (score === null ? null : decimal(score.score, 1))),
          useText(own.use),
        ]),
        scored,
      ),
    },
    {
      heading: t('Mean grades on the scales of the rubrics'),
      table: captionedTable(
        t('Mean grades on the scales of the rubrics'),
        [
          ...[t('model'), t('judge'), t('aspect'), t('mean, 90% interval over items')],
          t('judgements'),
        ],
        asked.flatMap(({ model, aspects }) =>
          aspects.map((own) => [
            ...[model, own.judge, aspectName(own.aspect, t.language), gradeText(own, t)],
            own.judgements,
          ]),
        ),
      ),
    },
  ];
}

function noteLines({ reused, endpointChanges }: EvaluationResult, { t, reader }: Reader): string[] {
  const typed = reader === 'caller' ? ON_TERMINAL : ON_PAGE;
  const note = reusedNote(reused, typed, t);
  return [
    ...(note === null ? [] : [note]),
    ...endpointChanges.map((change) => changeText(change, typed, t)),
  ];
}

/** What to do next, which is something that works. */
function next(result: EvaluationResult, { where }: Reader): string {
  const { run, prompts = [] } = result;
  const explanations = prompts.some((version) => version.startsWith('explain-'))
    ? `\nThe explanations: thetarank runs explanations ${run}${where}`
    : '';
  return `${nextStep(result, where)}${explanations}`;
}

function nextStep(result: EvaluationResult, where: string): string {
  const { bank, run, complete, models, conditions: all } = result;
  const answers = `to see the answers: thetarank runs answers ${run} --outputs${where}`;
  if (!complete) return 'run it again with --resume, which asks what is missing.';
  if (models.every(({ score }) => score === null)) return answers;
  if (!all.some(({ id }) => id === ''))
    return `${answers}. Answers are recorded with a bank only under the usual condition.`;
  if (models.some(({ patterns }) => patterns.length > 0))
    return `look at the outputs behind each WARNING above, and fix the cause: thetarank runs answers ${run} --outputs${where}. Recorded as they are, answers that are not there count as wrong.`;
  const agreement =
    result.judges.length < 2
      ? ''
      : `; how far the judges agree: thetarank judges --run ${run}${where}`;
  const partial =
    result.items < result.bankItems ||
    models.some(({ states }) => states.missing + states.ungraded > 0);
  return `record the answers, so that the bank can be calibrated: thetarank bank record --to ${shellWord(bank)} --run ${run}${partial ? ' --partial' : ''}${where}; with three models or more: thetarank rank --bank ${shellWord(bank)}${where}${agreement}`;
}
