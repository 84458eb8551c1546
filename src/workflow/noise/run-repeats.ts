import { fail } from '../../errors.ts';
import { judgementOf } from '../../evaluation/call-plan.ts';
import { modelOf } from '../../evaluation/condition.ts';
import { numberedNames } from '../../noise/numbered-names.ts';
import type { Observations } from '../../noise/observations.ts';
import type { RunAnswer, RunSummary } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import { EVALUATION_FORMAT, partyNames } from '../evaluation/evaluation-run.ts';
import { knownRun } from '../known-run.ts';

/** The answers of an evaluation, with what does not count. */
export interface RunRepeats extends Observations {
  /** Answers that no judge has graded completely. */
  readonly withoutScore: number;
  /** What was asked of whom. */
  readonly asked: AskedEvaluation;
}

/** The bank, models and judges of an evaluation. */
export interface AskedEvaluation {
  readonly bank: string;
  /** Items of the bank. */
  readonly bankItems: number;
  readonly models: readonly AskedParty[];
  readonly judges: readonly AskedParty[];
}

/** A model behind an address, as its endpoint calls it. */
interface AskedParty {
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
}

type KeptAnswer = Pick<
  RunAnswer,
  'examinee' | 'item' | 'extracted' | 'reason' | 'refused' | 'score'
>;

/** The part of a condition's name that tells its repeats apart. */
const REPEAT = /^repeat=(\d+)$/;

/**
 * The answers of an evaluation as repeated answers: conditions are prompts, shots, temperatures and other changes, and repeats within them. An
 * answer that could not be read or was refused scores 0 and has no vote. The score of a graded answer is the mean over the judges who graded
 * all of its questions; without one it does not count.
 * @throws NAME_UNKNOWN if there is no such run; OPTION_INVALID if it is no evaluation; NO_ANSWERS
 */
export async function runRepeats(store: Store, id: number): Promise<RunRepeats> {
  const run = await knownRun(store, id);
  if (run.configuration.format !== EVALUATION_FORMAT)
    fail('OPTION_INVALID', {
      option: '--run',
      found: `run ${id}, which is no evaluation`,
      accepted: 'a run of `thetarank evaluate`; answers of other runs can be read from a file',
    });
  const answers: KeptAnswer[] = [];
  for await (const answer of store.answers(id, { texts: false })) answers.push(answer);
  const repeats = repeatsOfRun(run, answers);
  if (repeats.score.length === 0) fail('NO_ANSWERS', { where: `run ${id}` });
  return repeats;
}

/** The same of answers that are read already. */
function repeatsOfRun({ configuration }: RunSummary, answers: readonly KeptAnswer[]): RunRepeats {
  const { models: parties, judging } = configuration as {
    readonly models: readonly AskedParty[];
    readonly judging?: { readonly judges: readonly AskedParty[] };
  };
  const { models, judges: names } = partyNames(configuration);
  const judgements = judgementsOf(answers, names);
  const [model, item, condition] = [numberedNames(), numberedNames(), numberedNames()];
  const [answer, repeat] = [numberedNames(), numberedNames()];
  const score: number[] = [];
  const answerOf: number[] = [];
  let withoutScore = 0;
  for (const kept of answers) {
    const own = modelOf(kept.examinee, models);
    if (own === null) continue;
    const isRead = kept.refused === null && kept.extracted !== null;
    const judged = isRead ? judgements.score(kept) : null;
    if (judged !== null && Number.isNaN(judged)) {
      withoutScore++;
      continue;
    }
    model.add(own.model);
    item.add(kept.item);
    const asked = repeatIn(own.condition);
    condition.add(asked.condition);
    repeat.add(asked.repeat);
    score.push(judged ?? kept.score);
    answerOf.push(isRead ? answer.numberOf(kept.extracted!) : -1);
  }
  return {
    models: model.names(),
    items: item.names(),
    conditions: condition.names(),
    model: model.numbers(),
    item: item.numbers(),
    condition: condition.numbers(),
    score: Float64Array.from(score),
    answer: Int32Array.from(answerOf),
    repeats: { names: repeat.names(), of: repeat.numbers() },
    withoutScore,
    asked: {
      bank: String(configuration.bank),
      bankItems: Number(configuration.items),
      models: parties,
      judges: judging?.judges ?? [],
    },
  };
}

/** The parts of a condition without the number of its repeat, and that number; the first repeat has none in its name. */
function repeatIn(id: string): { readonly condition: string; readonly repeat: string } {
  const parts = id.split(', ');
  const repeat = parts.map((part) => REPEAT.exec(part)?.[1]).find((own) => own !== undefined);
  return {
    condition: parts.filter((part) => !REPEAT.test(part)).join(', '),
    repeat: repeat ?? '1',
  };
}

/** Mean judgements of graded answers. */
function judgementsOf(answers: readonly KeptAnswer[], judges: readonly string[]) {
  const questions = new Map<string, number>();
  const sums = new Map<string, Map<string, { sum: number; count: number }>>();
  for (const { examinee, item, extracted, score } of answers) {
    const about = judgementOf(examinee, judges);
    if (about === null) continue;
    const { judge, answer, question } = about;
    questions.set(item, Math.max(questions.get(item) ?? 0, question + 1));
    if (extracted === null) continue;
    const key = keyOf(answer, item);
    const byJudge = sums.get(key) ?? new Map<string, { sum: number; count: number }>();
    sums.set(key, byJudge);
    const own = byJudge.get(judge) ?? { sum: 0, count: 0 };
    byJudge.set(judge, { sum: own.sum + score, count: own.count + 1 });
  }
  return {
    /** Null if nobody grades the item, NaN if nobody has graded all of the answer. */
    score({ examinee, item }: KeptAnswer): number | null {
      const needed = questions.get(item);
      if (needed === undefined) return null;
      const whole = [...(sums.get(keyOf(examinee, item))?.values() ?? [])].filter(
        ({ count }) => count === needed,
      );
      if (whole.length === 0) return Number.NaN;
      return whole.reduce((total, { sum }) => total + sum / needed, 0) / whole.length;
    },
  };
}

const keyOf = (examinee: string, item: string) => JSON.stringify([examinee, item]);
