import { lackingStates } from '../../evaluation/answer-table.ts';
import { correlation, count, decimal, plural } from '../../numbers.ts';
import { costText } from '../../operations/asking/cost-text.ts';
import { LONGER, patternHints } from '../../operations/asking/pattern-hints.ts';
import { patternLines } from '../../operations/asking/pattern-lines.ts';
import { changeText, reusedNote } from '../../operations/asking/reuse-text.ts';
import { plainText } from '../../plain-text.ts';
import { type SaidMost, saidMostLines } from '../../report/said-text.ts';
import { textTable } from '../../report/text-table.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { shellWord } from '../../shell-word.ts';
import type {
  EvaluatedModel,
  EvaluationResult,
} from '../../workflow/evaluation/evaluation-result.ts';
import { databaseArgument } from '../options/database-option.ts';
import {
  differenceLines,
  estimateCells,
  gradeText,
  missingLines,
  placeText,
  scoreWords,
  stateWord,
  swapLines,
  unansweredLines,
  useText,
} from './evaluation-words.ts';
import { pairwiseText } from './pairwise-text.ts';

/** Values of a tag that are shown; all are in the files. */
const MOST_VALUES = 40;

/** What was written, and how much is shown. */
export interface ShownEvaluation {
  readonly byTag?: boolean | undefined;
  /** What models said most often; absent where nothing about their answers is unusual. */
  readonly said?: readonly SaidMost[];
  readonly out?: string | undefined;
  readonly page?: string | undefined;
}

/** The ranking of an evaluation, what it rests on, and how it depends on conditions and judges. */
export function evaluationText(result: EvaluationResult, shown: ShownEvaluation): string {
  return [
    heading(result),
    leaderboard(result),
    ...section(differenceLines(result)),
    ...section([
      ...patternLines(
        result.models,
        patternHints(result.run, databaseArgument(result.database), LONGER),
      ),
      ...saidMostLines(shown.said ?? []),
    ]),
    ...section([...unansweredLines(result), ...tooLongLines(result)]),
    ...section(missingLines(result, LONGER)),
    ...partsTable('kind', result, ({ kinds }) => kinds),
    ...corpus(result),
    ...(shown.byTag === true ? tags(result) : []),
    ...conditions(result),
    ...factors(result),
    ...judges(result),
    ...pairwiseText(result),
    ...section(notes(result)),
    next(result, shown),
  ].join('\n\n');
}

function section(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function heading(result: EvaluationResult): string {
  const { bank, items, bankItems, models, conditions, judges, calls, drawnBy } = result;
  const of = items === bankItems ? `all ${count(items)}` : `${count(items)} of ${count(bankItems)}`;
  const drawn =
    items === bankItems
      ? ''
      : `, drawn at random${drawnBy === null ? '' : ` in proportion to ${drawnBy}`}`;
  return [
    `${plainText(bank)}: ${of} items${drawn}, ${plural(models.length, 'model')}, ${plural(conditions.length, 'condition')}${judges.length === 0 ? '' : `, ${plural(judges.length, 'judge')}`}.`,
    `Run ${result.run}: ${count(calls.kept)} of ${count(calls.kept + calls.missing)} calls kept${costText(result)}.`,
    scoreWords(result),
    ...doubtTexts(result.doubts, 'compared'),
  ].join('\n');
}

function leaderboard({ models }: EvaluationResult): string {
  const right = (head: string) => ({ head, align: 'right' as const });
  const order = [...models].sort(
    (x, y) =>
      (x.rank?.place ?? Number.POSITIVE_INFINITY) - (y.rank?.place ?? Number.POSITIVE_INFINITY),
  );
  const lacking = lackingStates(models.map(({ states }) => states));
  return textTable(
    [
      right('rank'),
      { head: 'model' },
      ...['score', '90% interval', 'items', ...lacking.map(stateWord)].map(right),
      { head: 'answers, tokens, cost, seconds' },
    ],
    order.map((model) => [
      placeText(model.rank),
      model.model,
      ...estimateCells(model.score),
      count(model.score?.items ?? 0),
      ...lacking.map((state) => count(model.states[state] ?? 0)),
      useText(model.use),
    ]),
  );
}

/** Scores of parts by model; nothing where there is only one part. */
function partsTable(
  head: string,
  { models }: EvaluationResult,
  partsOf: (model: EvaluatedModel) => EvaluatedModel['kinds'],
): string[] {
  const parts = [...new Set(models.flatMap((model) => partsOf(model).map(({ part }) => part)))];
  if (parts.length < 2) return [];
  const rows = parts.slice(0, MOST_VALUES).map((part) => {
    const own = models.map((model) => partsOf(model).find((one) => one.part === part));
    return [
      part,
      count(Math.max(...own.map((one) => one?.items ?? 0))),
      ...own.map((one) => estimateCells(one ?? null).join(' ')),
    ];
  });
  const more = parts.length - rows.length;
  const table = textTable(
    [
      { head },
      { head: 'items', align: 'right' },
      ...models.map(({ model }) => ({ head: plainText(model), align: 'right' as const })),
    ],
    rows,
  );
  return [more > 0 ? `${table}\n… and ${count(more)} more (--json has all)` : table];
}

function corpus({ models }: EvaluationResult): string[] {
  const rows = models.flatMap(({ model, corpus: own }) =>
    own.map(({ kind, answers, value, low, high }) => [
      model,
      kind,
      decimal(100 * value, 1),
      low === null || high === null ? '–' : `${decimal(100 * low, 1)} – ${decimal(100 * high, 1)}`,
      count(answers),
    ]),
  );
  if (rows.length === 0) return [];
  const right = (head: string) => ({ head, align: 'right' as const });
  return [
    `All answers together (not the mean of their scores), with 90% bootstrap intervals:\n${textTable(
      [{ head: 'model' }, { head: 'metric' }, ...['value', '90% interval', 'answers'].map(right)],
      rows,
    )}`,
  ];
}

function tags(result: EvaluationResult): string[] {
  const [{ tags: own = [] } = { tags: [] }] = result.models;
  return own.flatMap(({ tag }) => {
    const of = (model: EvaluatedModel) => model.tags.find((one) => one.tag === tag)!;
    const table = partsTable(tag, result, (model) => of(model).values);
    if (table.length === 0) return [];
    const macro = result.models.map(
      (model) => `${plainText(model.model)} ${estimateCells(of(model).macro).join(' ')}`,
    );
    return [`${table[0]}\nUnweighted mean over ${tag}: ${macro.join('; ')}`];
  });
}

function conditions({ conditions: all }: EvaluationResult): string[] {
  if (all.length < 2) return [];
  return [
    textTable(
      [
        { head: 'condition' },
        ...all[0].models.map(({ model }) => ({ head: plainText(model), align: 'right' as const })),
      ],
      all.map(({ id, models }) => [
        id === '' ? 'usual' : id,
        ...models.map(({ score }) => estimateCells(score).join(' ')),
      ]),
    ),
  ];
}

function factors(result: EvaluationResult): string[] {
  const right = (head: string) => ({ head, align: 'right' as const });
  const withEnds = ({
    value,
    low,
    high,
  }: {
    value: number | null;
    low: number | null;
    high: number | null;
  }) =>
    low === null || high === null
      ? correlation(value)
      : `${correlation(value)} (${correlation(low)} to ${correlation(high)})`;
  return result.factors.map(({ factor, levels, pairs }) => {
    const table = textTable(
      [
        { head: `rankings by ${factor}` },
        ...['Kendall τ-b', 'by chance', 'p', 'Spearman ρ', 'swaps', 'shown'].map(right),
      ],
      pairs.map(({ levels: [x, y], kendall, chance, spearman, swaps }) => [
        `${levels[x]} and ${levels[y]}`,
        withEnds(kendall),
        chance === null ? '–' : correlation(chance.median),
        chance === null ? '–' : decimal(chance.p, 3),
        withEnds(spearman),
        count(swaps.length),
        count(swaps.filter(({ isShown }) => isShown).length),
      ]),
    );
    return [table, ...swapLines(result, factor)].join('\n');
  });
}

function judges(result: EvaluationResult): string[] {
  if (result.judges.length === 0) return [];
  const right = (head: string) => ({ head, align: 'right' as const });
  const table = textTable(
    [
      { head: 'judge' },
      ...['judgements', 'unread'].map(right),
      ...result.models.map(({ model }) => right(`of ${plainText(model)}`)),
      { head: 'judgements, tokens, cost, seconds' },
    ],
    result.judges.map(({ judge, judgements, unread, models, use }) => [
      judge,
      count(judgements),
      count(unread),
      ...models.map(({ score }) => (score === null ? '–' : decimal(score.score, 1))),
      useText(use),
    ]),
  );
  const grades = textTable(
    [
      { head: 'judge' },
      { head: 'aspect' },
      ...result.models.map(({ model }) => right(plainText(model))),
    ],
    [
      ...new Map(
        result.models.flatMap(({ aspects }) =>
          aspects.map(({ judge, aspect }) => [JSON.stringify([judge, aspect]), { judge, aspect }]),
        ),
      ).values(),
    ].map(({ judge, aspect }) => [
      judge,
      aspect,
      ...result.models.map(({ aspects }) => {
        const own = aspects.find((one) => one.judge === judge && one.aspect === aspect);
        return own === undefined ? '–' : gradeText(own);
      }),
    ]),
  );
  return [
    table,
    `Mean grades on the scales of the rubrics, with 90% intervals over items:\n${grades}`,
  ];
}

function notes(result: EvaluationResult): string[] {
  const reused = reusedNote(result.reused);
  return [
    ...(reused === null ? [] : [reused]),
    ...result.endpointChanges.map((change) => changeText(change)),
  ];
}

/** What to do next, which is something that works. */
function next(result: EvaluationResult, { out, page }: ShownEvaluation): string {
  const written = [
    ...(out === undefined ? [] : [`Written to ${out}. `]),
    ...(page === undefined ? [] : [`Report: ${page}. `]),
  ].join('');
  const { run, prompts = [] } = result;
  const explanations = prompts.some((version) => version.startsWith('explain-'))
    ? `\nThe explanations: thetarank runs explanations ${run}${databaseArgument(result.database)}`
    : '';
  return `${written}Next: ${nextStep(result)}${explanations}`;
}

function nextStep(result: EvaluationResult): string {
  const { bank, run, complete, models, conditions: all } = result;
  const database = databaseArgument(result.database);
  const answers = `to see the answers: thetarank runs answers ${run} --outputs${database}`;
  if (!complete) return 'run it again with --resume, which asks what is missing.';
  if (models.every(({ score }) => score === null)) return answers;
  if (!all.some(({ id }) => id === ''))
    return `${answers}. Answers are recorded with a bank only under the usual condition.`;
  if (models.some(({ patterns }) => patterns.length > 0))
    return `look at the outputs behind each WARNING above, and fix the cause: thetarank runs answers ${run} --outputs${database}. Recorded as they are, answers that are not there count as wrong.`;
  const agreement =
    result.judges.length < 2
      ? ''
      : `; how far the judges agree: thetarank judges --run ${run}${database}`;
  const partial =
    result.items < result.bankItems ||
    models.some(({ states }) => states.missing + states.ungraded > 0);
  return `record the answers, so that the bank can be calibrated: thetarank bank record --to ${shellWord(bank)} --run ${run}${partial ? ' --partial' : ''}${database}; with three models or more: thetarank rank --bank ${shellWord(bank)}${database}${agreement}`;
}

/** The table has them as missing. */
function tooLongLines({ tooLong }: EvaluationResult): string[] {
  return tooLong === 0
    ? []
    : [
        `${plural(tooLong, 'question')} ${tooLong === 1 ? 'is longer than the context of its model, and stays' : 'are longer than the context of their model, and stay'} missing. To count such questions as wrong: -T toolong=wrong.`,
      ];
}
