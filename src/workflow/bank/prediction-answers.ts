import { collectAnswers } from '../../../item-bank/import/collect-answers.ts';
import {
  type ImportReport,
  MOST_LISTED,
  newReport,
} from '../../../item-bank/import/import-items.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import {
  type Prediction,
  predictionsModel,
  readOpencompassPredictions,
} from '../../files/harness/read-opencompass-predictions.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { plural } from '../../numbers.ts';
import type { AbsentByModel } from '../../scoring/absent.ts';
import { singleChoiceOf } from '../../scoring/patterns/answer-pattern.ts';
import { scoreOutput } from '../../scoring/score-output.ts';
import { normaliseQuestion } from '../../stand-in/questions/normalise-question.ts';
import { indexQuestions, type QuestionIndex } from '../../stand-in/questions/question-index.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { quoted } from '../../text/quoted.ts';
import { AnswerKindCounts, type AnswerKinds } from './answer-kinds.ts';
import { type ModelPatterns, ReadAnswers } from './read-answers.ts';

/** Scored predictions: models × items of the bank that any model answered. */
export interface PredictionAnswers {
  readonly matrix: ResponseMatrix;
  readonly kinds: readonly AnswerKinds[];
  readonly absent: AbsentByModel;
  readonly patterns: readonly ModelPatterns[];
  readonly reports: readonly ImportReport[];
}

/**
 * Scores predictions of OpenCompass, which have no scores, by the keys of a bank. The item is the one whose question, and options if it
 * has any, stand in the prompt. Repeated predictions for an item count with their mean.
 *
 * @throws NAME_UNKNOWN; FILE_INVALID, also if no prediction asks an item of the bank; what is wrong with files
 */
export async function predictionAnswers(
  store: Store,
  bank: string,
  files: readonly string[],
): Promise<PredictionAnswers> {
  await bankOf(store, bank);
  const index = await indexQuestions(store.items(bank));
  const answers = collectAnswers();
  const kinds = new AnswerKindCounts();
  const read = new ReadAnswers();
  const reports: ImportReport[] = [];
  for (const file of files) {
    const model = predictionsModel(file);
    const predictions = await readOpencompassPredictions(file);
    const rejected: { where: string; reason: string }[] = [];
    for (const prediction of predictions) {
      const item = itemOf(prediction, index, bank);
      if (typeof item === 'string') {
        rejected.push({ where: prediction.where, reason: item });
        continue;
      }
      for (const [k, output] of prediction.outputs.entries()) {
        const cut = [prediction.cut[k]];
        const { score, extracted, reason } = scoreOutput(item, output, { cut });
        const isFirst = answers.add(model, item.id, score);
        kinds.add(model, { item: item.id, isFirst }, { extracted, reason });
        const found = { extracted, reason, refused: false };
        read.add(model, item.id, found, singleChoiceOf(item));
      }
    }
    reports.push({
      ...newReport(file),
      read: predictions.length,
      accepted: predictions.length - rejected.length,
      rejectedCount: rejected.length,
      isPartial: rejected.length > 0,
      rejected: rejected.slice(0, MOST_LISTED),
    });
  }
  if (answers.count === 0) refuse(bank, reports);
  return {
    matrix: answers.matrix(),
    kinds: kinds.kinds(),
    absent: kinds.absent(),
    patterns: read.patterns(),
    reports,
  };
}

/** The item that a prediction answers; else why there is none. */
function itemOf(
  { reason, messages, outputs, gold }: Prediction,
  index: QuestionIndex,
  bank: string,
): Item | string {
  if (reason !== null) return reason;
  if (outputs.length === 0) return 'no prediction';
  const found = index.find(messages);
  const [item] = found;
  if (item === undefined) return `no question of bank ${bank} in its prompt`;
  if (found.length > 1) return `the question of ${found.length} items of bank ${bank}`;
  if (item.type === 'case')
    return `item ${item.id} is a case, whose questions are asked one by one`;
  if (!('options' in item)) return item;
  const prompt = normaliseQuestion(messages.map(({ content }) => content).join('\n'));
  const missing = Object.entries(item.options).find(
    ([, text]) => !prompt.includes(normaliseQuestion(text)),
  );
  if (missing !== undefined) return `item ${item.id}, but its prompt lacks option ${missing[0]}`;
  // With other letters before the options, the answer would be compared with the wrong key.
  const letters = gold !== null && /^[A-Z]+$/.test(gold) ? [...gold].sort().join('') : null;
  const key = item.key.join('');
  return item.type !== 'sequencing' && letters !== null && letters !== key
    ? `item ${item.id}: gold ${letters}, but the bank's key is ${key}`
    : item;
}

function refuse(bank: string, reports: readonly ImportReport[]): never {
  const read = reports.reduce((sum, one) => sum + one.read, 0);
  const first = reports.find(({ rejected }) => rejected.length > 0);
  return fail('FILE_INVALID', {
    file: (first ?? reports[0]).file,
    found: `no answer to an item of bank ${bank} in ${plural(read, 'prediction')}${first === undefined ? '' : ` (${first.rejected[0].where}: ${quoted(first.rejected[0].reason)})`}`,
    accepted: `predictions whose prompts have the questions and options of ${bank} in their own words`,
  });
}
