import type { Item } from '../../../item-bank/items/item.ts';
import type { CallPlan, PlannedCall } from '../../evaluation/call-plan.ts';
import type { EvaluationCondition } from '../../evaluation/condition.ts';
import {
  COMPARING,
  EMPTY_ANSWER,
  type Judging,
  TEXT_FOR_JUDGES,
  verdictAnswer,
} from '../../evaluation/judging.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { mostOfTurns } from '../../examinee/endpoint/cost/most-cost.ts';
import { type Conversation, conversationOf } from '../../prompt/conversation.ts';
import { oneTurn } from '../../prompt/debate/generate.ts';
import { promptOf } from '../../prompt/prompt.ts';
import type { ReadAnswer } from '../../run/ask-conversation.ts';
import { compareReplies } from '../../run/embeddings/compare-replies.ts';
import { comparisonOf } from '../../run/embeddings/comparison.ts';
import { mostOfEmbeddings } from '../../run/embeddings/most-of-embeddings.ts';
import { rubricNameOf } from '../../run/judges/judge-panel.ts';
import type { RunCall, Said } from '../../run/run-calls.ts';
import { scoreReplies } from '../../run/score-replies.ts';
import { extractText } from '../../scoring/extract/extract-text.ts';
import { type Askers, questionsOf } from '../synthesis/synthesis-calls.ts';

/** Who is asked, and how. Models and judges have names of their own each. */
export interface EvaluationParties {
  readonly models: readonly EndpointConfiguration[];
  readonly conditions: readonly EvaluationCondition[];
  readonly judges: readonly EndpointConfiguration[];
  /** Null if no item is graded by a rubric. */
  readonly judging: Judging | null;
}

/** How errors and budgets call a judge, which may be one of the tested models too. */
export function judgeQueue(judge: string): string {
  return `${judge} (judge)`;
}

/** The calls of a plan as they are asked. @throws what `examineeOf` throws */
export function evaluationCalls(
  { calls }: CallPlan,
  { models, conditions, judges, judging }: EvaluationParties,
  { examineeOf }: Pick<Askers, 'examineeOf'>,
): RunCall[] {
  return calls.map((call) => {
    const condition = conditions[call.condition];
    const { id, before } = call;
    if (call.judge !== null) {
      const endpoint = judges[call.judge];
      const model = judgeQueue(endpoint.name);
      const examinee = examineeOf({ model, temperature: null }, endpoint);
      // Judgements of two answers that happen to have the same words are separate draws.
      return {
        ...{ id, model, before, examinee, repeat: 0, draw: id },
        ...(call.other === null
          ? judgement(call, condition, judging!)
          : comparison(call, condition)),
        most: (conversation: Conversation) => mostOfTurns(endpoint, questionsOf(conversation)),
      };
    }
    const { temperature = null, repeat } = condition;
    const own = models[call.model];
    const endpoint =
      temperature === null ? own : { ...own, sampling: { ...own.sampling, temperature } };
    return {
      ...{ id, model: own.name, before, repeat },
      examinee: examineeOf({ model: own.name, temperature }, endpoint),
      conversation: (item: Item) => answerConversation(changed(item, condition), condition),
      most: (conversation: Conversation) => mostOfTurns(endpoint, questionsOf(conversation)),
      mostOfScoring(item: Item) {
        const asked = changed(item, condition);
        return mostOfEmbeddings(endpoint, asked, condition.askOf(asked));
      },
      read: (item: Item, said: Said, _: readonly string[], signal: AbortSignal) =>
        readAnswer(changed(item, condition), said, condition, examineeOf, signal),
    };
  });
}

function changed(item: Item, { id, change }: EvaluationCondition): Item {
  const asked = change === undefined ? item : change(item);
  if (asked === null) throw new RangeError(`condition ${id} has no version of item ${item.id}`);
  return asked;
}

function answerConversation(item: Item, { askOf }: EvaluationCondition): Conversation {
  const { prompt } = askOf(item);
  return item.type === 'case'
    ? conversationOf(item, prompt)
    : oneTurn(() => promptOf(item, prompt));
}

async function readAnswer(
  item: Item,
  { outputs, cut }: Said,
  { askOf }: EvaluationCondition,
  examineeOf: Askers['examineeOf'],
  signal: AbortSignal,
): Promise<ReadAnswer> {
  const output = item.type === 'case' ? JSON.stringify(outputs) : (outputs[0] ?? '');
  if (rubricNameOf(item) !== null) return { ...ungraded(outputs), output };
  const asked = askOf(item);
  const comparison = comparisonOf(item, asked);
  if (comparison !== null) {
    const { embeddings } = comparison;
    const model = `${embeddings.name} (embeddings)`;
    const embedder = examineeOf({ model, temperature: null }, embeddings);
    const compared = await compareReplies(comparison, outputs, embedder, signal);
    return { ...compared.score, output, cost: compared.cost };
  }
  const { score, programs } = asked;
  return { ...(await scoreReplies(item, outputs, { ...score, cut }, programs, signal)), output };
}

/** What judges are to grade; its score comes from them. */
function ungraded(outputs: readonly string[]): Omit<ReadAnswer, 'output'> {
  const found = (outputs.length === 0 ? [''] : outputs).map((text) => extractText(text, 'text'));
  const texts = found.flatMap(({ extracted }) => extracted ?? []);
  const isAnswered = texts.length > 0;
  return {
    extracted: isAnswered ? texts.join('\n\n') : null,
    rule: isAnswered ? TEXT_FOR_JUDGES : 'none',
    reason: isAnswered ? null : found[0].reason,
    score: 0,
  };
}

const answersIn = (item: Item, output: string) =>
  item.type === 'case' ? (JSON.parse(output) as string[]) : [output];

function isEmpty(answer: string | undefined): boolean {
  return extractText(answer ?? '', 'text').extracted === null;
}

/** An answer that says something is better than an empty one, without a judge. */
function comparison(
  { question }: PlannedCall,
  condition: EvaluationCondition,
): Pick<RunCall, 'given' | 'conversation' | 'read'> {
  const shown = (item: Item, [one, other]: readonly string[]) =>
    [answersIn(item, one), answersIn(item, other)] as const;
  return {
    given(item, seen) {
      const [first, second] = shown(item, seen).map((answers) => isEmpty(answers[question]));
      if (!first && !second) return null;
      return verdictAnswer(first && second ? 'tie' : first ? 'second' : 'first', EMPTY_ANSWER, '');
    },
    conversation: (item, seen) =>
      COMPARING.conversation(changed(item, condition), question, shown(item, seen)),
    read: (item, { outputs }, seen) =>
      COMPARING.read(changed(item, condition), question, shown(item, seen), outputs),
  };
}

function judgement(
  { question }: PlannedCall,
  condition: EvaluationCondition,
  judging: Judging,
): Pick<RunCall, 'given' | 'conversation' | 'read'> {
  return {
    given(item, [output]) {
      if (!isEmpty(answersIn(item, output)[question])) return null;
      return { output: '', extracted: '{}', rule: EMPTY_ANSWER, reason: null, score: 0 };
    },
    conversation: (item, [output]) =>
      judging.conversation(changed(item, condition), question, answersIn(item, output)),
    read: (item, { outputs }, [output]) =>
      judging.read(changed(item, condition), question, answersIn(item, output), outputs),
  };
}
