import { fail, ThetarankError } from '../../errors.ts';
import type { Question } from '../../examinee/examinee.ts';
import { failAfter } from '../../examinee/fail-after.ts';
import { type JudgedAnswer, judgeConversation } from '../../prompt/judge/judge-conversation.ts';
import { judgedAnswers } from '../../prompt/judge/judged-answers.ts';
import {
  type Judgement,
  type NoJudgement,
  readJudgement,
} from '../../prompt/judge/read-judgement.ts';
import type { Rubric } from '../../prompt/judge/rubric.ts';
import { extractText } from '../../scoring/extract/extract-text.ts';
import type { OutputScore } from '../../scoring/score-output.ts';
import { mean } from '../../statistics/mean.ts';
import { askConversation } from '../ask-conversation.ts';
import type { judgingOf, PanelJudge } from './judge-panel.ts';

/** A judgement as it is kept: of one judge, about one question. */
export type KeptJudgement =
  | ({ readonly judge: string; readonly question: number } & Pick<
      Judgement,
      'aspects' | 'score' | 'rule'
    >)
  | { readonly judge: string; readonly question: number; readonly reason: NoJudgement['reason'] };

/** The whole judgement of an answer, as `extracted` of its record has it in JSON. */
export interface KeptJudgements {
  /** Name and version. */
  readonly rubric: string;
  /** By question, from 1, then judge. */
  readonly judgements: readonly KeptJudgement[];
}

/** What judges made of an answer, and what they cost. */
export interface JudgedOutput {
  readonly score: OutputScore;
  /** In dollars. */
  readonly cost: number;
}

type Judging = NonNullable<ReturnType<typeof judgingOf>>;

/**
 * Conversations with one judge about one answer that are begun anew because no reply of the one before could be read. What was replied
 * in an earlier attempt of the same run comes from its record first, so that each attempt asks at least once more.
 */
export const MOST_NEW = 2;
const MOST_CONVERSATIONS = 50;

/**
 * Has judges grade what a model said to an item: each question by each judge, the score of a question being the mean over the judges whose
 * replies can be read, that of a case the mean over its questions. An empty output, a refusal and thinking without an end score 0 and are
 * shown to no judge.
 * @param draw as of the answer
 * @throws JUDGES_FAILED with the cost, if no judge's replies to a question can be read, or if an endpoint of a judge fails: the answer
 *   then has no score
 */
export async function judgeReplies(
  { item, rubric, panel }: Judging,
  outputs: readonly string[],
  draw?: string,
  signal?: AbortSignal,
  hold?: AbortSignal,
): Promise<JudgedOutput> {
  let cost = 0;
  const questions = judgedAnswers(item, outputs);
  const found = questions.map(({ answer }) => extractText(answer, 'text'));
  const kept = await Promise.allSettled(
    questions.flatMap((question, k) =>
      found[k].extracted === null
        ? []
        : panel.judges.map(async (judge): Promise<KeptJudgement> => {
            const about = { item: item.id, ...(draw === undefined ? {} : { draw }) };
            const asked = await askJudge(judge, rubric, question, about, signal, hold);
            cost += asked.cost;
            return { judge: judge.examinee.name, question: k + 1, ...asked.judgement };
          }),
    ),
  );
  const judgements: KeptJudgement[] = [];
  for (const one of kept) {
    if (one.status === 'fulfilled') judgements.push(one.value);
    else if (one.reason instanceof ThetarankError) cost += Number(one.reason.details.cost ?? 0);
  }
  for (const one of kept)
    if (one.status === 'rejected') {
      if (!(one.reason instanceof ThetarankError) || one.reason.code !== 'EXAMINEE_FAILED')
        throw one.reason;
      fail('JUDGES_FAILED', { item: item.id, reason: one.reason.message, cost });
    }
  const scores = found.map(({ extracted }, k) => {
    if (extracted === null) return 0;
    const own = judgements.flatMap((one) =>
      one.question === k + 1 && 'score' in one ? [one.score] : [],
    );
    if (own.length > 0) return mean(own);
    return fail('JUDGES_FAILED', {
      item: item.id,
      reason: `no reply about question ${k + 1} had grades by the rubric ${rubric.name} (${reasonsOf(judgements, k)})`,
      cost,
    });
  });
  const given = found.find(({ extracted }) => extracted !== null);
  const record: KeptJudgements = { rubric: `${rubric.name}-${rubric.version}`, judgements };
  const score: OutputScore =
    given === undefined
      ? { ...found[0], score: 0 }
      : {
          extracted: JSON.stringify(record),
          rule: 'rubric',
          reason: null,
          score: mean(scores),
        };
  return { score, cost };
}

function reasonsOf(judgements: readonly KeptJudgement[], k: number): string {
  return judgements
    .flatMap((one) =>
      one.question === k + 1 && 'reason' in one ? [`${one.judge}: ${one.reason}`] : [],
    )
    .join(', ');
}

type Read = Pick<Judgement, 'aspects' | 'score' | 'rule'> | Pick<NoJudgement, 'reason'>;

async function askJudge(
  { examinee }: PanelJudge,
  rubric: Rubric,
  judged: JudgedAnswer,
  about: Pick<Question, 'item' | 'draw'>,
  signal?: AbortSignal,
  hold?: AbortSignal,
): Promise<{ judgement: Read; cost: number }> {
  const conversation = judgeConversation(rubric, judged);
  let [cost, fresh] = [0, 0];
  for (let repeat = 0; ; repeat++) {
    const { replies } = await askConversation(
      examinee,
      { ...about, repeat },
      conversation,
      signal,
      hold,
    ).catch((error) => failAfter(cost, error));
    cost += replies.reduce((sum, reply) => sum + reply.cost, 0);
    const outputs = replies.map(({ output }) => output);
    const read = readJudgement(outputs, rubric, judged.answer);
    if (read.reason === null) {
      const { aspects, score, rule } = read;
      return { judgement: { aspects, score, rule }, cost };
    }
    if (!replies.every(({ cached }) => cached)) fresh++;
    if (fresh >= MOST_NEW || repeat + 1 >= MOST_CONVERSATIONS)
      return { judgement: { reason: read.reason }, cost };
  }
}
