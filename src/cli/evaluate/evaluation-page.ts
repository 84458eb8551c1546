import { forestList } from '../../charts/forest-list.ts';
import { lackingStates } from '../../evaluation/answer-table.ts';
import type { ScoreEstimate } from '../../evaluation/score-estimate.ts';
import { htmlFacts, htmlPage, htmlSection, htmlText } from '../../html/html.ts';
import { aspectName } from '../../languages/aspect-name.ts';
import { listed, type Words } from '../../languages/words.ts';
import { correlation, count, decimal, money2 } from '../../numbers.ts';
import { pageHints } from '../../operations/asking/pattern-hints.ts';
import { patternLines } from '../../operations/asking/pattern-lines.ts';
import type { Column } from '../../report/document.ts';
import { tableHtml } from '../../report/page-table.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import type {
  EvaluatedModel,
  EvaluationResult,
} from '../../workflow/evaluation/evaluation-result.ts';
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
  unansweredLines,
  useText,
} from './evaluation-words.ts';
import {
  biasTable,
  COMPARED_WORDS,
  type PairwiseTable,
  PLACE_WORDS,
  pairTable,
  pairwiseLines,
  strengthTable,
} from './pairwise-text.ts';

/** An evaluation as a page that can be sent to others. */
export function evaluationPage(result: EvaluationResult, t: Words): string {
  const { bank, items, bankItems, models, conditions, judges, cost, calls } = result;
  return htmlPage(
    t('Evaluation on {bank}', { bank }),
    [
      htmlFacts([
        [t('Items'), t('{n} of {all}', { n: count(items), all: count(bankItems) })],
        [t('Models'), count(models.length)],
        [t('Conditions'), count(conditions.length)],
        ...(judges.length === 0 ? [] : [[t('Judges'), count(judges.length)] as const]),
        [
          t('Calls kept'),
          t('{n} of {all}', {
            n: count(calls.kept),
            all: count(calls.kept + calls.missing),
          }),
        ],
        ...(cost === 0 ? [] : [[t('Cost'), money2(cost)] as const]),
      ]),
      htmlSection(t('Scores'), ...scores(result, t)),
      ...kinds(result, t),
      ...tagSections(result, t),
      ...factorSections(result, t),
      ...judgeSections(result, t),
      ...pairwiseSections(result, t),
    ],
    t,
  );
}

function scores(result: EvaluationResult, t: Words): string[] {
  const order = [...result.models].sort((x, y) => (x.rank?.place ?? 1e9) - (y.rank?.place ?? 1e9));
  const lacking = lackingStates(order.map(({ states }) => states));
  const rows = order.flatMap((model) => forestRow(model.model, model.score, t));
  return [
    htmlText(scoreWords(result, t)),
    ...doubtTexts(result.doubts, 'compared', t).map(htmlText),
    ...(rows.length === 0
      ? []
      : [
          forestList({
            title: t('Scores'),
            caption: t('with 90% intervals'),
            xTitle: t('points'),
            rows,
          }),
        ]),
    table(
      t('Models'),
      [
        text(t('model')),
        text(t('rank')),
        number(t('score')),
        text(t('90% interval')),
        number(t('items')),
        ...lacking.map((state) => number(t(stateWord(state)))),
        text(t('answers, tokens, cost, seconds')),
      ],
      order.map((model) => [
        model.model,
        placeText(model.rank),
        ...estimateCells(model.score, t),
        ...[model.score?.items ?? 0, ...lacking.map((state) => model.states[state] ?? 0)].map(
          count,
        ),
        useText(model.use),
      ]),
    ),
    ...differenceLines(result, t).map(htmlText),
    ...patternLines(result.models, pageHints(t), t).map(htmlText),
    ...unansweredLines(result, t).map(htmlText),
    ...missingLines(result, pageHints(t).longer, t).map(htmlText),
  ];
}

function forestRow(name: string, score: ScoreEstimate | null, t: Words) {
  if (score === null) return [];
  const label = estimateCells(score, t).join(' · ');
  return [{ name, value: score.score, low: score.low, high: score.high, label, quiet: false }];
}

function kinds(result: EvaluationResult, t: Words): string[] {
  const byKind = partTable(result, ({ kinds: own }) => own, t('kind'), t);
  const corpora = result.models.flatMap(({ model, corpus }) =>
    corpus.map(({ kind, value, low, high, answers }) => [
      model,
      kind,
      decimal(100 * value, 1),
      low === null || high === null ? '–' : `${decimal(100 * low, 1)} – ${decimal(100 * high, 1)}`,
      count(answers),
    ]),
  );
  if (byKind === null && corpora.length === 0) return [];
  return [
    htmlSection(
      t('Kinds of items'),
      ...(byKind === null ? [] : [byKind]),
      ...(corpora.length === 0
        ? []
        : [
            htmlText(t('All answers together, which is not the mean of their scores:')),
            table(
              t('Metrics of all answers'),
              [
                text(t('model')),
                text(t('metric')),
                number(t('value')),
                text(t('90% interval')),
                number(t('answers')),
              ],
              corpora,
            ),
          ]),
    ),
  ];
}

function tagSections(result: EvaluationResult, t: Words): string[] {
  const [{ tags = [] } = { tags: [] }] = result.models;
  return tags.flatMap(({ tag }) => {
    const of = (model: EvaluatedModel) => model.tags.find((one) => one.tag === tag)!;
    const byValue = partTable(result, (model) => of(model).values, tag, t);
    if (byValue === null) return [];
    const macro = result.models.map(
      (model) => `${model.model} ${estimateCells(of(model).macro, t).join(' · ')}`,
    );
    return [
      htmlSection(
        tag,
        byValue,
        htmlText(t('Unweighted mean: {means}', { means: macro.join(t('; ')) })),
      ),
    ];
  });
}

/** Null where there is only one part, or none has more than one item, as of a tag that names each item. */
function partTable(
  { models }: EvaluationResult,
  partsOf: (model: EvaluatedModel) => EvaluatedModel['kinds'],
  head: string,
  t: Words,
): string | null {
  const parts = [...new Set(models.flatMap((model) => partsOf(model).map(({ part }) => part)))];
  if (parts.length < 2) return null;
  if (models.every((model) => partsOf(model).every(({ items }) => items <= 1))) return null;
  return table(
    t('Scores by {part}, with 90% intervals', { part: head }),
    [text(head), number(t('items')), ...models.map(({ model }) => text(model))],
    parts.map((part) => {
      const own = models.map((model) => partsOf(model).find((one) => one.part === part));
      return [
        part,
        count(Math.max(...own.map((one) => one?.items ?? 0))),
        ...own.map((one) => estimateCells(one ?? null, t).join(' · ')),
      ];
    }),
  );
}

function factorSections(result: EvaluationResult, t: Words): string[] {
  return result.factors.map(({ factor, levels, scores: byLevel, pairs }) => {
    const part = factorWords(factor, t);
    const rows = result.models.flatMap(({ model }, m) =>
      levels.flatMap((level, k) => forestRow(listed([model, level], t), byLevel[k][m], t)),
    );
    return htmlSection(
      t('Rankings by {part}', { part }),
      ...(rows.length === 0
        ? []
        : [
            forestList({
              title: t('Scores by {part}', { part }),
              caption: t('with 90% intervals'),
              xTitle: t('points'),
              rows,
            }),
          ]),
      table(
        t('Agreement of the rankings by {part}', { part }),
        [
          text(t('levels')),
          ...[
            ...[t('Kendall τ-b'), t('by chance'), 'p', t('Spearman ρ'), t('swaps'), t('shown')],
          ].map(number),
        ],
        pairs.map(({ levels: [x, y], kendall, chance, spearman, swaps }) => [
          t('{one} and {other}', { one: levels[x], other: levels[y] }),
          correlation(kendall.value, t),
          chance === null ? '–' : correlation(chance.median, t),
          chance === null ? '–' : decimal(chance.p, 3),
          correlation(spearman.value, t),
          count(swaps.length),
          count(swaps.filter(({ isShown }) => isShown).length),
        ]),
      ),
      ...swapLines(result, factor, t).map(htmlText),
    );
  });
}

function judgeSections(result: EvaluationResult, t: Words): string[] {
  if (result.judges.length === 0) return [];
  return [
    htmlSection(
      t('Judges'),
      table(
        t('Scores by judge'),
        [
          text(t('judge')),
          number(t('judgements')),
          number(t('unread')),
          ...result.models.map(({ model }) => number(t('score of {model}', { model }))),
        ],
        result.judges.map(({ judge, judgements, unread, models }) => [
          judge,
          count(judgements),
          count(unread),
          ...models.map(({ score }) => (score === null ? '–' : decimal(score.score, 1))),
        ]),
      ),
      table(
        t('Mean grades on the scales of the rubrics'),
        [
          text(t('model')),
          text(t('judge')),
          text(t('aspect')),
          text(t('mean, 90% interval over items')),
          number(t('judgements')),
        ],
        result.models.flatMap(({ model, aspects }) =>
          aspects.map((own) => [
            model,
            own.judge,
            aspectName(own.aspect, t.language),
            gradeText(own, t),
            count(own.judgements),
          ]),
        ),
      ),
    ),
  ];
}

function pairwiseSections({ pairwise }: EvaluationResult, t: Words): string[] {
  if (pairwise === null) return [];
  const strengths = strengthTable(pairwise, t);
  const shown = (caption: string, { head, rows }: PairwiseTable) =>
    table(
      caption,
      head.map((name, k) => (k === 0 || name === t('with') ? text(name) : number(name))),
      rows,
    );
  const rows = (pairwise.strengths ?? []).map(({ model, points, pointsLow, pointsHigh }) => {
    const label = `${decimal(points, 1)} · ${decimal(pointsLow, 1)} – ${decimal(pointsHigh, 1)}`;
    return { name: model, value: points, low: pointsLow, high: pointsHigh, label, quiet: false };
  });
  return [
    htmlSection(
      t('Answers compared'),
      htmlText(t(COMPARED_WORDS)),
      ...(rows.length === 0
        ? []
        : [
            forestList({
              title: t('Points against a model of mean strength'),
              caption: t('with 90% intervals'),
              xTitle: t('points'),
              rows,
            }),
          ]),
      ...(strengths === null ? [] : [shown(t('Strengths'), strengths)]),
      ...pairwiseLines(pairwise, t).map(htmlText),
      shown(t('Pairs of models'), pairTable(pairwise, t)),
      shown(t('Places that judges prefer'), biasTable(pairwise, t)),
      htmlText(t(PLACE_WORDS)),
    ),
  ];
}

const text = (name: string): Column => ({ name });
const number = (name: string): Column => ({ name, numeric: true });

/** A caption stands once on the page, so it names its table for screen readers too. */
function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  return tableHtml({ caption, columns, rows }, `table-${encodeURIComponent(caption)}`);
}
