import type { ChoiceItem, Item } from '../../item-bank/items/item.ts';
import { type Metric, metricSchema } from '../../item-bank/items/metric/metric.ts';
import type { Cut } from '../finish-reason.ts';
import { mean } from '../statistics/mean.ts';
import { asksForWrong } from './extract/asks-for-wrong.ts';
import { extractText } from './extract/extract-text.ts';
import { type ChoiceQuestion, letterOf, type NoAnswerReason } from './extract/extraction.ts';
import { type ExtractionMode, extractorOf } from './extract/modes.ts';
import { extractSequence } from './extract/sequence.ts';
import { gradeChoice } from './grade-choice.ts';
import { gradeOrder } from './grade-order.ts';
import { readLikelihoods } from './likelihood/likelihood-output.ts';
import type { LikelihoodMetric } from './likelihood/metrics.ts';
import { scoreLikelihoods } from './likelihood/score-likelihoods.ts';
import { tiedLetters } from './likelihood/tied-letters.ts';
import { methodOf } from './metrics/metrics.ts';

export interface ScoreOptions {
  /** How letters are extracted from answers to choice questions. */
  readonly mode?: ExtractionMode | undefined;
  /** A share of the score for a part of the key of a multiple choice (`gradeChoice`). */
  readonly partial?: boolean | undefined;
  /** Reads the output of a single choice as the log-likelihoods of its options, instead of as a text. */
  readonly likelihood?: LikelihoodReading | undefined;
  /** By output, whether it ended at the limit of tokens: then only an answer that is stated counts. Undefined where it is not known. */
  readonly cut?: readonly Cut[] | undefined;
}

/** How log-likelihoods become a score. */
export interface LikelihoodReading {
  readonly metric: LikelihoodMetric;
  /** What followed the prompt: the letters of the options, or their texts. */
  readonly of: 'letter' | 'cloze';
}

/** What an output to an item is worth. */
export interface OutputScore {
  /**
   * Letters, ascending (of a sequencing item in the order given), or a text; null if there is no answer. `A=C` if these options are
   * equally likely.
   */
  readonly extracted: string | null;
  readonly rule: string;
  /** Null if there is an answer. */
  readonly reason: NoAnswerReason | null;
  /** In [0, 1]; no answer is 0. */
  readonly score: number;
  /** Of a case, its turns. */
  readonly turns?: readonly OutputScore[];
}

/**
 * Reads the answer from an output and scores it against the key:
 *
 * - `single`, `multiple`: the letters by the mode, right or wrong, or partly right (grade-choice.ts)
 * - `sequencing`: (τ + 1) / 2 of the order (grade-order.ts)
 * - `single` with `likelihood`: the log-likelihoods of its options (likelihood/score-likelihoods.ts)
 * - `open`: by the metric of the item (metrics/metrics.ts); without one, an exact match with a reference answer
 * - `case`: the mean over its questions, each scored as an open one. A question without an output is 0.
 *
 * @param output one text; of a case one per question, in their order
 * @throws SCORE_PROGRAM_UNKNOWN if the metric is a program, JUDGES_MISSING if it is a rubric, EMBEDDINGS_MISSING if it is a cosine: only
 *   asking runs programs (src/run/score-replies.ts), and asks judges and for embeddings
 */
export function scoreOutput(
  item: Item,
  output: string | readonly string[],
  options: ScoreOptions = {},
): OutputScore {
  const outputs = typeof output === 'string' ? [output] : output;
  const cut = options.cut ?? [];
  if (item.type === 'case') return scoreCase(item, outputs, cut);
  const text = outputs[0] ?? '';
  if (item.type === 'open') return scoreText(text, item.key, item.metric, cut[0]);
  if (options.likelihood !== undefined) return scoreOptions(item, text, options.likelihood);
  const key = item.key.join('');
  if (item.type === 'sequencing') {
    const found = extractSequence(text, Object.keys(item.options), cut[0]);
    return { ...found, score: gradeOrder(found.extracted, key) };
  }
  const found = extractorOf(options.mode ?? 'default')(text, choiceQuestionOf(item), cut[0]);
  return { ...found, score: gradeChoice(found.extracted, key, options.partial === true) };
}

/** The option that is most likely, and what it is worth. Nothing can be read from a refused question, or from a text. */
function scoreOptions(item: ChoiceItem, output: string, how: LikelihoodReading): OutputScore {
  const letters = Object.keys(item.options);
  const found = readLikelihoods(output);
  const rule = how.metric;
  if (found === null || found.loglikelihoods.length !== letters.length)
    return { extracted: null, rule, reason: output === '' ? 'empty' : 'none', score: 0 };
  const texts = how.of === 'letter' ? letters : Object.values(item.options);
  const key = letters.indexOf(item.key[0]);
  const { choices, score } = scoreLikelihoods(found.loglikelihoods, texts, key, how.metric);
  return { extracted: tiedLetters(choices.map((k) => letters[k])), rule, reason: null, score };
}

/** The facts about an item that extraction needs. Letters without an option have no text: they can be read, and are wrong. */
export function choiceQuestionOf(item: ChoiceItem): ChoiceQuestion {
  const letters = Object.keys(item.options);
  const options = letters[letters.length - 1].charCodeAt(0) - 64;
  return {
    type: item.type === 'multiple' ? 'multiple' : 'single',
    options,
    optionTexts: Array.from({ length: options }, (_, k) => item.options[letterOf(k)] ?? ''),
    asksForWrong: asksForWrong(item.stem),
  };
}

/** Answers of open questions without a metric are matched exactly, with its usual options. */
export const EXACT = metricSchema.parse({ name: 'exact-match' });
/** Longer answers are not matched: no reference is so long (item.ts). */
const LONGEST = 20_000;

function scoreText(
  output: string,
  references: readonly string[],
  metric: Metric = EXACT,
  isCut?: Cut,
): OutputScore {
  const { reads, score: scoreOf } = methodOf(metric);
  const found = extractText(output, reads, isCut);
  if (found.extracted === null) return { ...found, score: 0 };
  const isComparable = reads === 'text' || found.extracted.length <= LONGEST;
  const score = isComparable ? scoreOf({ answer: found.extracted, references }) : 0;
  return { ...found, rule: metric.name, score };
}

function scoreCase(
  { key, metric }: Extract<Item, { type: 'case' }>,
  outputs: readonly string[],
  cut: readonly Cut[],
): OutputScore {
  const turns = key.map(({ answers }, k) => scoreText(outputs[k] ?? '', answers, metric, cut[k]));
  const answered = turns.filter(({ extracted }) => extracted !== null);
  const extracted =
    answered.length === 0 ? null : answered.map((turn) => turn.extracted).join('\n\n');
  return {
    extracted,
    rule: answered[0]?.rule ?? 'none',
    reason: extracted === null ? turns[0].reason : null,
    score: mean(turns.map(({ score }) => score)),
    turns,
  };
}
