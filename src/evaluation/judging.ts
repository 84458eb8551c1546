import type { Item } from '../../item-bank/items/item.ts';
import type { Conversation } from '../prompt/conversation.ts';
import { type JudgedAnswer, judgeConversation } from '../prompt/judge/judge-conversation.ts';
import { judgedAnswers } from '../prompt/judge/judged-answers.ts';
import { type NoJudgement, readJudgement } from '../prompt/judge/read-judgement.ts';
import { readVerdict, type Verdict } from '../prompt/judge/read-verdict.ts';
import type { Rubric } from '../prompt/judge/rubric.ts';
import { rubricOf } from '../prompt/judge/rubrics.ts';
import { type JudgedPair, verdictConversation } from '../prompt/judge/verdict-conversation.ts';
import { PROMPT_LANGUAGES, promptLanguageOf } from '../prompt/wording/language.ts';
import type { ReadAnswer } from '../run/ask-conversation.ts';
import { rubricNameOf } from '../run/judges/judge-panel.ts';
import type { ValueRange } from '../statistics/ratio-interval.ts';

/** How a judge compares what two models answered to a question, in the order in which it is shown. */
export interface Comparing {
  /** @param answers outputs of each model, one per question */
  conversation(item: Item, question: number, answers: ShownPair): Conversation;
  /** The verdict in `extracted`, null if there is none that can be read; it is missing then, and no tie. */
  read(item: Item, question: number, answers: ShownPair, outputs: readonly string[]): ReadAnswer;
}

type ShownPair = readonly [readonly string[], readonly string[]];

/** How much of a win a verdict is for the answer that was shown first. */
const WON: Readonly<Record<Verdict, number>> = { first: 1, tie: 0.5, second: 0 };

/** The record of a verdict. @param rule where it comes from */
export function verdictAnswer(verdict: Verdict, rule: string, output: string): ReadAnswer {
  return { output, extracted: verdict, rule, reason: null, score: WON[verdict] };
}

/** Judges that compare two answers, in the language of the item. */
export const COMPARING: Comparing = {
  conversation: (item, question, answers) =>
    verdictConversation(promptLanguageOf(item), pairOf(item, question, answers)),
  read(item, question, answers, outputs) {
    const output = JSON.stringify(outputs);
    const verdict = readVerdict(outputs, pairOf(item, question, answers).answers);
    if (verdict !== null) return verdictAnswer(verdict, 'verdict', output);
    return { output, extracted: null, rule: 'none', reason: 'none', score: 0 };
  },
};

function pairOf(item: Item, question: number, answers: ShownPair): JudgedPair {
  const [one, other] = answers.map((outputs) => judgedIn(item, outputs, question));
  const { answer: first, ...about } = one;
  return { ...about, answers: [first, other.answer] };
}

function judgedIn(item: Item, outputs: readonly string[], question: number): JudgedAnswer {
  if (item.type !== 'open' && item.type !== 'case')
    throw new RangeError(`item ${item.id} has no text to be judged`);
  return judgedAnswers(item, outputs)[question];
}

/** How a judge grades what a model answered. Questions of an item go from 0; an open item has one. */
export interface Judging {
  /** @param answers outputs of the model, one per question */
  conversation(item: Item, question: number, answers: readonly string[]): Conversation;
  /**
   * The judgement: its grades as JSON in `extracted`, which is null if there are none that can be read. It is missing then.
   * @param outputs replies of the judge
   */
  read(
    item: Item,
    question: number,
    answers: readonly string[],
    outputs: readonly string[],
  ): ReadAnswer;
  /** The lowest and the highest grade of each aspect of some rubrics; of several with one name the outermost. */
  scales(rubrics: readonly string[]): ReadonlyMap<string, ValueRange>;
}

/** The rule of an answer that judges grade in calls of their own: what is extracted is its text. */
export const TEXT_FOR_JUDGES = 'for-judges';
/** The rule of a judgement that no judge was asked for. */
export const EMPTY_ANSWER = 'empty-answer';

/** How many questions of an item judges grade. */
export function judgedQuestions(item: Item): number {
  if (rubricNameOf(item) === null) return 0;
  return item.type === 'case' ? item.key.length : 1;
}

/** How many questions of an item have answers of free text that judges can compare. */
export function comparableQuestions(item: Item): number {
  if (item.type === 'open') return 1;
  return item.type === 'case' ? item.key.length : 0;
}

const REASONS: Readonly<Record<NoJudgement['reason'], ReadAnswer['reason']>> = {
  empty: 'empty',
  unfinished: 'truncated',
  'no-object': 'none',
  'no-code': 'none',
  several: 'none',
  missing: 'none',
  range: 'none',
};

/**
 * Judges that grade by the rubrics that items name, in the language of the item or of the rubric.
 * @param own rubrics beside those that are built in
 * @throws NAME_UNKNOWN for a rubric that there is not, as soon as one of its items is judged
 */
export function rubricJudging(own: readonly Rubric[] = []): Judging {
  const rubricFor = (item: Item) => rubricOf(rubricNameOf(item) ?? '', promptLanguageOf(item), own);
  const judged = (item: Item, question: number, answers: readonly string[]) =>
    judgedIn(item, answers, question);
  return {
    conversation: (item, question, answers) =>
      judgeConversation(rubricFor(item), judged(item, question, answers)),
    read(item, question, answers, outputs) {
      const output = JSON.stringify(outputs);
      const { answer } = judged(item, question, answers);
      const read = readJudgement(outputs.length === 0 ? [''] : outputs, rubricFor(item), answer);
      if (read.reason !== null)
        return { output, extracted: null, rule: 'none', reason: REASONS[read.reason], score: 0 };
      const { aspects, rule, score } = read;
      return { output, extracted: JSON.stringify(aspects), rule, reason: null, score };
    },
    scales(rubrics) {
      const scales = new Map<string, ValueRange>();
      const inEach = rubrics.flatMap((name) =>
        PROMPT_LANGUAGES.map((language) => rubricOf(name, language, own)),
      );
      for (const { name, low, high } of inEach.flatMap(({ aspects }) => aspects)) {
        const known = scales.get(name) ?? { low, high };
        scales.set(name, { low: Math.min(low, known.low), high: Math.max(high, known.high) });
      }
      return scales;
    },
  };
}
