import type { Tokenisation } from '../../../item-bank/items/metric/tokenisations.ts';
import { fail } from '../../errors.ts';
import { count } from '../../numbers.ts';
import { KIND_WORDS } from '../../report/absent-text.ts';
import { textTable } from '../../report/text-table.ts';
import { ABSENT_KINDS, shownKinds } from '../../scoring/absent.ts';
import type { ModelExplanations } from '../../workflow/grading/collect-explanations.ts';
import {
  type BankGradeRule,
  type BankGrades,
  gradeOnBank,
  type MetricScore,
} from '../../workflow/grading/grade-on-bank.ts';
import { type DatabaseOptions, readStore } from '../options/database-option.ts';
import { lateProgress } from '../output/late-progress.ts';
import { corpusText, explanationText } from './explanation-text.ts';

export interface BankGradeOptions extends DatabaseOptions {
  readonly bank?: string;
  readonly explanations?: boolean;
  readonly tokens: Tokenisation;
}

/** Grades by a bank's items. */
export interface GradedOnBank extends Pick<BankGrades, 'scores' | 'metrics'> {
  /** Null if they were not asked for. */
  readonly explanations: readonly ModelExplanations[] | null;
  /** Tables of the values of each metric. */
  readonly text: string;
}

/** Grades a file by the items of the bank that the options name. @throws as `gradeOnBank`; NO_EXPLANATIONS */
export async function gradeBank(
  file: string,
  bank: string,
  options: BankGradeOptions,
  rule: BankGradeRule,
): Promise<GradedOnBank> {
  const {
    scores,
    metrics,
    explanations: found,
  } = await readStore(options, (store) => gradeOnBank(store, bank, file, rule));
  if (options.explanations !== true)
    return { scores, metrics, explanations: null, text: metricText(metrics) };
  const progress = lateProgress('scoring explanations');
  const explanations = found.scores(options.tokens, rule.seed, progress.reach);
  progress.stop();
  if (explanations.every((own) => own.scores === null))
    fail('NO_EXPLANATIONS', {
      where: file,
      reason: `no item of bank ${bank} that it answers has an explanation to compare with.`,
    });
  const text = `${metricText(metrics)}\n\n${explanationText(explanations, options.tokens)}`;
  return { scores, metrics, explanations, text };
}

/** The value of each metric over the answers of a model, in percent. */
function metricText(metrics: readonly MetricScore[]): string {
  const kinds = shownKinds(ABSENT_KINDS, metrics);
  return textTable(
    [
      { head: 'model' },
      { head: 'metric' },
      { head: 'answers', align: 'right' },
      ...kinds.map((kind) => ({ head: KIND_WORDS[kind], align: 'right' as const })),
      { head: 'score', align: 'right' },
    ],
    metrics.map(({ model, metric, answers, corpus, ...absent }) => [
      model,
      metric === 'choice' ? 'letters' : metric.name,
      count(answers),
      ...kinds.map((kind) => count(absent[kind] ?? 0)),
      corpusText(corpus),
    ]),
  );
}
