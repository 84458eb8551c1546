import { forestList } from '../../charts/forest-list.ts';
import type { ScoreEstimate } from '../../evaluation/score-estimate.ts';
import { htmlFacts, htmlPage, htmlSection, htmlText } from '../../html/html.ts';
import { correlation, count, decimal, money2 } from '../../numbers.ts';
import type {
  EvaluatedModel,
  EvaluationResult,
} from '../../workflow/evaluation/evaluation-result.ts';
import { type PageColumn, tableHtml } from '../simulate/study-page/table.ts';
import {
  differenceLines,
  estimateCells,
  gradeText,
  missingLines,
  placeText,
  scoreWords,
  standInNote,
  swapLines,
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
export function evaluationPage(result: EvaluationResult): string {
  const { bank, items, bankItems, models, conditions, judges, cost, calls } = result;
  return htmlPage(`Evaluation on ${bank}`, [
    htmlFacts([
      ['Items', `${count(items)} of ${count(bankItems)}`],
      ['Models', count(models.length)],
      ['Conditions', count(conditions.length)],
      ...(judges.length === 0 ? [] : [['Judges', count(judges.length)] as const]),
      ['Calls kept', `${count(calls.kept)} of ${count(calls.kept + calls.missing)}`],
      ...(cost === 0 ? [] : [['Cost', money2(cost)] as const]),
    ]),
    htmlSection('Scores', ...scores(result)),
    ...kinds(result),
    ...tagSections(result),
    ...factorSections(result),
    ...judgeSections(result),
    ...pairwiseSections(result),
  ]);
}

function scores(result: EvaluationResult): string[] {
  const order = [...result.models].sort((x, y) => (x.rank?.place ?? 1e9) - (y.rank?.place ?? 1e9));
  const rows = order.flatMap((model) => forestRow(model.model, model.score));
  return [
    htmlText(scoreWords(result)),
    ...[standInNote(result)].filter((text) => text !== '').map(htmlText),
    ...(rows.length === 0
      ? []
      : [forestList({ title: 'Scores', caption: 'with 90% intervals', xTitle: 'points', rows })]),
    table(
      'Models',
      [
        text('model'),
        text('rank'),
        number('score'),
        text('90% interval'),
        ...['items', 'unread', 'refused', 'ungraded', 'missing'].map(number),
        text('answers, tokens, cost, seconds'),
      ],
      order.map((model) => [
        model.model,
        placeText(model.rank),
        ...estimateCells(model.score),
        ...[
          model.score?.items ?? 0,
          model.states.unread,
          model.states.refused,
          model.states.ungraded,
          model.states.missing,
        ].map(count),
        useText(model.use),
      ]),
    ),
    ...differenceLines(result).map(htmlText),
    ...missingLines(result).map(htmlText),
  ];
}

function forestRow(name: string, score: ScoreEstimate | null) {
  if (score === null) return [];
  const label = estimateCells(score).join(' · ');
  return [{ name, value: score.score, low: score.low, high: score.high, label, quiet: false }];
}

function kinds(result: EvaluationResult): string[] {
  const byKind = partTable(result, ({ kinds: own }) => own, 'kind');
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
      'Kinds of items',
      ...(byKind === null ? [] : [byKind]),
      ...(corpora.length === 0
        ? []
        : [
            htmlText('All answers together, which is not the mean of their scores:'),
            table(
              'Metrics of all answers',
              [
                text('model'),
                text('metric'),
                number('value'),
                text('90% interval'),
                number('answers'),
              ],
              corpora,
            ),
          ]),
    ),
  ];
}

function tagSections(result: EvaluationResult): string[] {
  const [{ tags = [] } = { tags: [] }] = result.models;
  return tags.flatMap(({ tag }) => {
    const of = (model: EvaluatedModel) => model.tags.find((one) => one.tag === tag)!;
    const byValue = partTable(result, (model) => of(model).values, tag);
    if (byValue === null) return [];
    const macro = result.models.map(
      (model) => `${model.model} ${estimateCells(of(model).macro).join(' · ')}`,
    );
    return [htmlSection(tag, byValue, htmlText(`Unweighted mean: ${macro.join('; ')}`))];
  });
}

/** Null where there is only one part, or none has more than one item, as of a tag that names each item. */
function partTable(
  { models }: EvaluationResult,
  partsOf: (model: EvaluatedModel) => EvaluatedModel['kinds'],
  head: string,
): string | null {
  const parts = [...new Set(models.flatMap((model) => partsOf(model).map(({ part }) => part)))];
  if (parts.length < 2) return null;
  if (models.every((model) => partsOf(model).every(({ items }) => items <= 1))) return null;
  return table(
    `Scores by ${head}, with 90% intervals`,
    [text(head), number('items'), ...models.map(({ model }) => text(model))],
    parts.map((part) => {
      const own = models.map((model) => partsOf(model).find((one) => one.part === part));
      return [
        part,
        count(Math.max(...own.map((one) => one?.items ?? 0))),
        ...own.map((one) => estimateCells(one ?? null).join(' · ')),
      ];
    }),
  );
}

function factorSections(result: EvaluationResult): string[] {
  return result.factors.map(({ factor, levels, scores: byLevel, pairs }) => {
    const rows = result.models.flatMap(({ model }, m) =>
      levels.flatMap((level, k) => forestRow(`${model}, ${level}`, byLevel[k][m])),
    );
    return htmlSection(
      `Rankings by ${factor}`,
      ...(rows.length === 0
        ? []
        : [
            forestList({
              title: `Scores by ${factor}`,
              caption: 'with 90% intervals',
              xTitle: 'points',
              rows,
            }),
          ]),
      table(
        `Agreement of the rankings by ${factor}`,
        [
          text('levels'),
          ...['Kendall τ-b', 'by chance', 'p', 'Spearman ρ', 'swaps', 'shown'].map(number),
        ],
        pairs.map(({ levels: [x, y], kendall, chance, spearman, swaps }) => [
          `${levels[x]} and ${levels[y]}`,
          correlation(kendall.value),
          chance === null ? '–' : correlation(chance.median),
          chance === null ? '–' : decimal(chance.p, 3),
          correlation(spearman.value),
          count(swaps.length),
          count(swaps.filter(({ isShown }) => isShown).length),
        ]),
      ),
      ...swapLines(result, factor).map(htmlText),
    );
  });
}

function judgeSections(result: EvaluationResult): string[] {
  if (result.judges.length === 0) return [];
  return [
    htmlSection(
      'Judges',
      table(
        'Scores by judge',
        [
          text('judge'),
          number('judgements'),
          number('unread'),
          ...result.models.map(({ model }) => number(`score of ${model}`)),
        ],
        result.judges.map(({ judge, judgements, unread, models }) => [
          judge,
          count(judgements),
          count(unread),
          ...models.map(({ score }) => (score === null ? '–' : decimal(score.score, 1))),
        ]),
      ),
      table(
        'Mean grades on the scales of the rubrics',
        [
          text('model'),
          text('judge'),
          text('aspect'),
          text('mean, 90% interval over items'),
          number('judgements'),
        ],
        result.models.flatMap(({ model, aspects }) =>
          aspects.map((own) => [
            model,
            own.judge,
            own.aspect,
            gradeText(own),
            count(own.judgements),
          ]),
        ),
      ),
    ),
  ];
}

function pairwiseSections({ pairwise }: EvaluationResult): string[] {
  if (pairwise === null) return [];
  const strengths = strengthTable(pairwise);
  const shown = (caption: string, { head, rows }: PairwiseTable) =>
    table(
      caption,
      head.map((name, k) => (k === 0 || name === 'with' ? text(name) : number(name))),
      rows,
    );
  const rows = (pairwise.strengths ?? []).map(({ model, points, pointsLow, pointsHigh }) => {
    const label = `${decimal(points, 1)} · ${decimal(pointsLow, 1)} – ${decimal(pointsHigh, 1)}`;
    return { name: model, value: points, low: pointsLow, high: pointsHigh, label, quiet: false };
  });
  return [
    htmlSection(
      'Answers compared',
      htmlText(COMPARED_WORDS),
      ...(rows.length === 0
        ? []
        : [
            forestList({
              title: 'Points against a model of mean strength',
              caption: 'with 90% intervals',
              xTitle: 'points',
              rows,
            }),
          ]),
      ...(strengths === null ? [] : [shown('Strengths', strengths)]),
      ...pairwiseLines(pairwise).map(htmlText),
      shown('Pairs of models', pairTable(pairwise)),
      shown('Places that judges prefer', biasTable(pairwise)),
      htmlText(PLACE_WORDS),
    ),
  ];
}

const text = (name: string): PageColumn => ({ name });
const number = (name: string): PageColumn => ({ name, numeric: true });

/** A caption stands once on the page, so it names its table for screen readers too. */
function table(
  caption: string,
  columns: readonly PageColumn[],
  rows: readonly (readonly string[])[],
): string {
  return tableHtml({ caption, columns, rows }, `table-${encodeURIComponent(caption)}`);
}
