import type { Item } from '../../../item-bank/items/item.ts';
import type { Metric } from '../../../item-bank/items/metric/metric.ts';
import { fail } from '../../errors.ts';
import { type ModelOutput, readOutputs } from '../../files/items/read-outputs.ts';
import {
  type AbsentCounts,
  type AbsentKind,
  absentCounts,
  absentKind,
} from '../../scoring/absent.ts';
import type { ExtractionMode } from '../../scoring/extract/modes.ts';
import { gradeChoice } from '../../scoring/grade-choice.ts';
import { majorityAnswer } from '../../scoring/majority.ts';
import type { AnsweredReference } from '../../scoring/metrics/metrics.ts';
import { type CorpusValue, scoreCorpus } from '../../scoring/metrics/score-corpus.ts';
import { EXACT, type OutputScore, scoreOutput } from '../../scoring/score-output.ts';
import { mean } from '../../statistics/mean.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { parseJson } from '../../text/parse-json.ts';
import { quoted } from '../../text/quoted.ts';
import type { GradedAnswer } from '../grade-outputs.ts';
import { ExplanationCollection } from './collect-explanations.ts';
import type { ReadingCounts } from './reading-counts.ts';

/** How outputs to items of a bank are scored. */
export interface BankGradeRule {
  readonly mode: ExtractionMode;
  /** Whether repeated answers are allowed: of choices the most frequent one counts, of others the mean score. */
  readonly hasMajority: boolean;
  readonly hasPartialCredit: boolean;
  readonly seed: number;
  readonly counts: ReadingCounts;
}

/** The score of all answers of a model to questions of one metric. */
export interface MetricScore extends AbsentCounts {
  readonly model: string;
  /** `choice`: choices and orders; else the metric of open questions and cases. */
  readonly metric: 'choice' | Metric;
  /** Questions answered; each question of a case counts. */
  readonly answers: number;
  /** Of BLEU and label F1 from the counts of all answers, else the mean. */
  readonly corpus: CorpusValue;
}

/** An output with its item, and what it is worth. */
export interface ReadOutput {
  readonly line: ModelOutput;
  readonly item: Item;
  readonly scored: OutputScore;
}

export interface BankGrades {
  readonly scores: readonly GradedAnswer[];
  readonly metrics: readonly MetricScore[];
  readonly explanations: ExplanationCollection;
}

/**
 * Scores a file of recorded outputs by the items of a bank: choices by their keys, open questions and cases by their metrics.
 * @throws as `readOnBank`; FILE_INVALID for repeats without `hasMajority`
 */
export async function gradeOnBank(
  store: Store,
  bank: string,
  file: string,
  rule: BankGradeRule,
): Promise<BankGrades> {
  const byPair = new Map<string, { item: Item; model: string; line: number; all: OutputScore[] }>();
  const explanations = new ExplanationCollection();
  for await (const { line, item, scored } of readOnBank(store, bank, file, rule)) {
    const pair = JSON.stringify([line.model, line.item]);
    const own = byPair.get(pair) ?? { item, model: line.model, line: line.line, all: [] };
    byPair.set(pair, own);
    if (own.all.length > 0 && !rule.hasMajority)
      fail('FILE_INVALID', {
        file,
        where: `line ${line.line}`,
        found: `model ${quoted(line.model)} on item ${quoted(line.item)} again (first: line ${own.line})`,
        accepted: 'one line per model and item, or --majority',
      });
    own.all.push(scored);
    rule.counts.add(line.output, scored);
    if (item.type !== 'case') explanations.add(line.model, line.output, item.explanation);
  }
  const metrics = new MetricAnswers();
  const scores = [...byPair.values()].map(({ item, model, all }) => {
    for (const scored of all) metrics.add(model, item, scored);
    return { model, item: item.id, key: keyText(item), ...oneScore(item, all, rule) };
  });
  return { scores, metrics: metrics.scores(rule.seed), explanations };
}

/**
 * The outputs of a file with the items that they answer, each read and scored.
 * @throws NAME_UNKNOWN; BANK_WITHOUT_TEXT; FILE_INVALID, also for items that the bank does not have and for a file without lines
 */
export async function* readOnBank(
  store: Store,
  bank: string,
  file: string,
  { mode, hasPartialCredit }: Pick<BankGradeRule, 'mode' | 'hasPartialCredit'>,
): AsyncGenerator<ReadOutput> {
  await bankOf(store, bank);
  const ids = new Set<string>();
  for (const { item } of readOutputs(file)) ids.add(item);
  if (ids.size === 0)
    fail('FILE_INVALID', {
      file,
      found: 'no lines',
      accepted: 'one JSON object per line with model, item and output',
    });
  const items = new Map<string, Item>();
  for await (const item of store.items(bank, [...ids])) items.set(item.id, item);
  for (const line of readOutputs(file)) {
    const item = items.get(line.item);
    if (item === undefined)
      return fail('FILE_INVALID', {
        file,
        where: `line ${line.line}`,
        found: `item ${quoted(line.item)}`,
        accepted: `items of bank ${bank}`,
      });
    const outputs = item.type === 'case' ? outputsOf(line, file) : line.output;
    const how = { mode, partial: hasPartialCredit, cut: [line.isCut] };
    yield { line, item, scored: scoreOutput(item, outputs, how) };
  }
}

/** The outputs to the questions of a case. */
function outputsOf({ output, line }: ModelOutput, file: string): string[] {
  if (output === '') return [];
  const list = parseJson(output);
  if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list;
  return fail('FILE_INVALID', {
    file,
    where: `line ${line}, field "output"`,
    found: 'one text for a case',
    accepted: 'a list of texts, one per question of the case',
  });
}

function oneScore(
  item: Item,
  all: readonly OutputScore[],
  { hasPartialCredit }: BankGradeRule,
): Pick<GradedAnswer, 'answer' | 'score'> {
  if (all.length > 1 && (item.type === 'single' || item.type === 'multiple')) {
    const answer = majorityAnswer(all.map(({ extracted }) => extracted));
    return { answer, score: gradeChoice(answer, item.key.join(''), hasPartialCredit) };
  }
  return { answer: all[0].extracted, score: mean(all.map(({ score }) => score)) };
}

function keyText(item: Item): string {
  if (item.type === 'case') return item.key.map(({ answers }) => answers[0]).join('\n\n');
  return item.type === 'open' ? item.key[0] : item.key.join('');
}

interface Answered extends AnsweredReference {
  readonly score: number;
  readonly absent: AbsentKind | null;
}

/** Collects answers by model and metric. */
class MetricAnswers {
  readonly #all = new Map<
    string,
    { model: string; metric: MetricScore['metric']; answers: Answered[] }
  >();

  add(model: string, item: Item, scored: OutputScore): void {
    const turns = scored.turns ?? [scored];
    turns.forEach((turn, k) => {
      const { extracted, score } = turn;
      const answer = extracted ?? '';
      this.#of(model, item).push({
        answer,
        references: referencesOf(item, k),
        score,
        absent: absentKind(turn),
      });
    });
  }

  #of(model: string, item: Item): Answered[] {
    const metric = item.type === 'open' || item.type === 'case' ? (item.metric ?? EXACT) : 'choice';
    const name = JSON.stringify([model, metric]);
    const own = this.#all.get(name) ?? { model, metric, answers: [] };
    this.#all.set(name, own);
    return own.answers;
  }

  scores(seed: number): MetricScore[] {
    return [...this.#all].map(([name, { model, metric, answers }]) => ({
      model,
      metric,
      answers: answers.length,
      ...absentCounts(answers.map(({ absent }) => absent)),
      corpus:
        metric === 'choice'
          ? { value: mean(answers.map(({ score }) => score)), low: null, high: null }
          : scoreCorpus(answers, metric, `${seed}/${name}`).corpus,
    }));
  }
}

function referencesOf(item: Item, turn: number): readonly string[] {
  if (item.type === 'case') return item.key[turn].answers;
  return item.key;
}
