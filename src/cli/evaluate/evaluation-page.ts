import { forestList } from '../../charts/forest-list.ts';
import type { ScoreEstimate } from '../../evaluation/score-estimate.ts';
import { htmlFacts, htmlPage, htmlSection, htmlTable, htmlText } from '../../html/html.ts';
import { correlation, count, decimal, money2 } from '../../numbers.ts';
import type {
  EvaluatedModel,
  EvaluationResult,
} from '../../workflow/evaluation/evaluation-result.ts';
import {
  differenceLines,
  estimateCells,
  missingLines,
  placeText,
  scoreWords,
  swapLines,
  useText,
} from './evaluation-words.ts';

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
  ]);
}

function scores(result: EvaluationResult): string[] {
  const order = [...result.models].sort((x, y) => (x.rank?.place ?? 1e9) - (y.rank?.place ?? 1e9));
  const rows = order.flatMap((model) => forestRow(model.model, model.score));
  return [
    htmlText(scoreWords(result)),
    ...(rows.length === 0
      ? []
      : [forestList({ title: 'Scores', caption: 'with 90% intervals', xTitle: 'points', rows })]),
    htmlTable(
      [
        'rank',
        'model',
        'score',
        '90% interval',
        'items',
        'unread',
        'refused',
        'ungraded',
        'missing',
        'answers, tokens, cost, seconds',
      ],
      order.map((model) => [
        placeText(model.rank),
        model.model,
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
  const table = partTable(result, ({ kinds: own }) => own, 'kind');
  const corpora = result.models.flatMap(({ model, corpus }) =>
    corpus.map(({ kind, value, low, high, answers }) => [
      model,
      kind,
      decimal(100 * value, 1),
      low === null || high === null ? '–' : `${decimal(100 * low, 1)} – ${decimal(100 * high, 1)}`,
      count(answers),
    ]),
  );
  if (table === null && corpora.length === 0) return [];
  return [
    htmlSection(
      'Kinds of items',
      ...(table === null ? [] : [table]),
      ...(corpora.length === 0
        ? []
        : [
            htmlText('All answers together, which is not the mean of their scores:'),
            htmlTable(['model', 'metric', 'value', '90% interval', 'answers'], corpora),
          ]),
    ),
  ];
}

function tagSections(result: EvaluationResult): string[] {
  const [{ tags = [] } = { tags: [] }] = result.models;
  return tags.flatMap(({ tag }) => {
    const of = (model: EvaluatedModel) => model.tags.find((one) => one.tag === tag)!;
    const table = partTable(result, (model) => of(model).values, tag);
    if (table === null) return [];
    const macro = result.models.map(
      (model) => `${model.model} ${estimateCells(of(model).macro).join(' · ')}`,
    );
    return [htmlSection(tag, table, htmlText(`Unweighted mean: ${macro.join('; ')}`))];
  });
}

/** Null where there is only one part. */
function partTable(
  { models }: EvaluationResult,
  partsOf: (model: EvaluatedModel) => EvaluatedModel['kinds'],
  head: string,
): string | null {
  const parts = [...new Set(models.flatMap((model) => partsOf(model).map(({ part }) => part)))];
  if (parts.length < 2) return null;
  return htmlTable(
    [head, 'items', ...models.map(({ model }) => model)],
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
      htmlTable(
        ['levels', 'Kendall τ-b', 'by chance', 'p', 'Spearman ρ', 'swaps', 'shown'],
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
      htmlTable(
        ['judge', 'judgements', 'unread', ...result.models.map(({ model }) => `score of ${model}`)],
        result.judges.map(({ judge, judgements, unread, models }) => [
          judge,
          count(judgements),
          count(unread),
          ...models.map(({ score }) => (score === null ? '–' : decimal(score.score, 1))),
        ]),
      ),
      htmlText('Mean grades on the scales of the rubrics:'),
      htmlTable(
        ['model', 'judge', 'aspect', 'mean', 'judgements'],
        result.models.flatMap(({ model, aspects }) =>
          aspects.map(({ judge, aspect, mean, judgements }) => [
            model,
            judge,
            aspect,
            decimal(mean, 2),
            count(judgements),
          ]),
        ),
      ),
    ),
  ];
}
