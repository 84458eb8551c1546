import { fail } from '../errors.ts';
import { type ItemKey, readKeys } from '../files/items/read-keys.ts';
import { type ModelOutput, readOutputs } from '../files/items/read-outputs.ts';
import { type ExtractionMode, extractorOf } from '../scoring/extract/modes.ts';
import { gradeChoice } from '../scoring/grade-choice.ts';
import { majorityAnswer } from '../scoring/majority.ts';

import type { ReadingCounts } from './grading/reading-counts.ts';

/** How outputs are scored. */
export interface GradeRule {
  /** A file of keys; those in the lines of the outputs by default. */
  readonly keys?: string | undefined;
  readonly mode: ExtractionMode;
  /** Default number of answer options. */
  readonly options: number;
  /** Whether the most frequent of repeated answers counts; otherwise a repeat is an error. */
  readonly hasMajority: boolean;
  /** Whether part of the key scores its share. */
  readonly hasPartialCredit: boolean;
  readonly counts: ReadingCounts;
}

/** One model's answer to one item, with its score. */
export interface GradedAnswer {
  readonly model: string;
  readonly item: string;
  /** Null if no answer was found in the output. */
  readonly answer: string | null;
  readonly key: string;
  readonly score: number;
}

/** The kept letters of one model's outputs to one item, without texts. */
interface Answers {
  readonly model: string;
  readonly item: string;
  readonly key: string;
  readonly line: number;
  readonly extracted: (string | null)[];
}

/** Scores of a file of recorded outputs to choice questions. @throws FILE_INVALID, and what is wrong with files */
export function gradeOutputs(file: string, rule: GradeRule): GradedAnswer[] {
  return readAnswers(file, rule).map(({ model, item, key, extracted }) => {
    const answer = majorityAnswer(extracted);
    return { model, item, answer, key, score: gradeChoice(answer, key, rule.hasPartialCredit) };
  });
}

/** @throws FILE_INVALID for an item without a key, a repeat where repeats have no vote, and a file without lines */
function readAnswers(file: string, rule: GradeRule): Answers[] {
  const keys = rule.keys === undefined ? undefined : readKeys(rule.keys);
  const extract = extractorOf(rule.mode);
  const byPair = new Map<string, Answers>();
  for (const output of readOutputs(file)) {
    const { key, ...question } = questionOf(output, file, keys, rule);
    const pair = JSON.stringify([output.model, output.item]);
    let answers = byPair.get(pair);
    if (answers === undefined) {
      answers = { model: output.model, item: output.item, key, line: output.line, extracted: [] };
      byPair.set(pair, answers);
    } else if (!rule.hasMajority) {
      fail('FILE_INVALID', {
        file,
        where: `line ${output.line}`,
        found: `model ${JSON.stringify(output.model)} on item ${JSON.stringify(output.item)} again (first: line ${answers.line})`,
        accepted: 'one line per model and item, or --majority',
      });
    }
    const found = extract(output.output, question, output.isCut);
    rule.counts.add(output.output, found);
    answers.extracted.push(found.extracted);
  }
  if (byPair.size === 0)
    fail('FILE_INVALID', {
      file,
      found: 'no lines',
      accepted: 'one JSON object per line with model, item and output',
    });
  return [...byPair.values()];
}

function questionOf(
  output: ModelOutput,
  file: string,
  keys: ReadonlyMap<string, ItemKey> | undefined,
  rule: GradeRule,
) {
  const known = keys?.get(output.item);
  const key = keys === undefined ? output.key : known?.key;
  if (key === undefined || key === null) {
    const item = JSON.stringify(output.item);
    return fail('FILE_INVALID', {
      file,
      where: `line ${output.line}`,
      found: `item ${item} without a key`,
      accepted: rule.keys === undefined ? 'a field "key", or --keys' : `items of ${rule.keys}`,
    });
  }
  return {
    key,
    type:
      output.type ?? known?.type ?? (key.length > 1 ? ('multiple' as const) : ('single' as const)),
    options: output.options ?? known?.options ?? rule.options,
    optionTexts: output.optionTexts ?? undefined,
  };
}
