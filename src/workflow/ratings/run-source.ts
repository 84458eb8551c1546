import { fail } from '../../errors.ts';
import { judgementOf } from '../../evaluation/call-plan.ts';
import { modelOf } from '../../evaluation/condition.ts';
import type { KeptJudgements } from '../../run/judges/judge-replies.ts';
import type { RunAnswer, RunConfiguration } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import { ANNOTATION_FORMAT } from '../annotation/annotation-job.ts';
import { EVALUATION_FORMAT, partyNames } from '../evaluation/evaluation-run.ts';
import { knownRun } from '../known-run.ts';
import { STRESS_FORMAT } from '../stress/stress-job.ts';
import { SYNTHESIS_FORMAT, TRIAL_FORMAT } from '../synthesis/synthesis-run.ts';
import { WRITING_FORMAT } from '../writing/round-job.ts';
import type { AnswerSource, SourceAnswer, SourceJudgement } from './source-answers.ts';

/** The most answers of a run that are looked at. */
export const MOST_SOURCE = 200_000;

/**
 * The answers of a run of `evaluate`, `rank --model` or `stress` that `wants` an item of, and what judging models said of them.
 * @throws NAME_UNKNOWN; RATINGS_IMPOSSIBLE for runs of other kinds
 */
export async function runSource(
  store: Store,
  run: number,
  wants: (item: string) => boolean,
): Promise<AnswerSource> {
  const { configuration } = await knownRun(store, run);
  const { format, bank } = configuration;
  const where = `run ${run}`;
  const other = NOT_RATEABLE.get(String(format));
  if (other !== undefined)
    fail('RATINGS_IMPOSSIBLE', {
      where,
      found: other,
      todo: 'Name a run of evaluate, rank --model or stress with answers to open questions or cases: thetarank runs list',
    });
  const isEvaluation = format === EVALUATION_FORMAT || format === STRESS_FORMAT;
  const { models, judges } = partyNames(configuration);
  const [answers, judgements]: [SourceAnswer[], SourceJudgement[]] = [[], []];
  for await (const answer of store.answers(run)) {
    if (!wants(answer.item)) continue;
    const about = isEvaluation ? judgementOf(answer.examinee, judges) : null;
    if (about !== null) {
      const judged = modelOf(about.answer, models);
      if (judged !== null && answer.extracted !== null)
        judgements.push({
          ...{ ...judged, item: answer.item, judge: about.judge, question: about.question },
          grades: JSON.parse(answer.extracted),
        });
      continue;
    }
    const by = isEvaluation
      ? modelOf(answer.examinee, models)
      : { model: answer.examinee, condition: '' };
    if (by === null) continue;
    answers.push(plainAnswer(by, answer));
    judgements.push(...judgementsWithin(by, answer));
    if (answers.length > MOST_SOURCE)
      fail('RATINGS_IMPOSSIBLE', {
        where,
        found: `more than ${MOST_SOURCE} answers to open questions`,
        todo: 'Name a run with fewer.',
      });
  }
  return { where, bank: String(bank), run, answers, judgements };
}

/** A run whose answers people may rate. */
export interface RateableRun {
  readonly run: number;
  readonly bank: string;
  readonly models: readonly string[];
  readonly answers: number;
  readonly startedAt: string;
}

/** Runs that are listed. */
const MOST_RUNS = 200;

/** The runs of `evaluate`, `rank --model` and `stress`, newest first. Whether they have open questions is seen when they are read. */
export async function rateableRuns(
  store: Pick<Store, 'runs' | 'answerCounts'>,
): Promise<RateableRun[]> {
  const runs = (await store.runs()).filter(({ configuration }) => isRateable(configuration));
  const found: RateableRun[] = [];
  for (const { id, configuration, answers, startedAt } of runs.slice(0, MOST_RUNS)) {
    const { models, judges } = partyNames(configuration);
    found.push({
      ...{ run: id, bank: String(configuration.bank), startedAt, models },
      // Judgements are kept as answers too.
      answers:
        judges.length === 0
          ? answers
          : [...(await store.answerCounts(id))].reduce(
              (sum, [examinee, own]) => (judgementOf(examinee, judges) === null ? sum + own : sum),
              0,
            ),
    });
  }
  return found;
}

/**
 * The bank of a run.
 * @param mayUse whether the caller may use a bank; runs of others look like unknown ones
 * @throws NAME_UNKNOWN
 */
export async function bankOfRun(
  store: Pick<Store, 'runs'>,
  run: number,
  mayUse?: (bank: string) => boolean,
): Promise<string> {
  if (mayUse === undefined) return String((await knownRun(store, run)).configuration.bank);
  const found = (await store.runs()).find(({ id }) => id === run);
  const bank = found === undefined ? null : String(found.configuration.bank);
  if (bank === null || !mayUse(bank))
    return fail('NAME_UNKNOWN', { kind: 'run', name: String(run), nearest: null });
  return bank;
}

/** Runs that have no answers of models to questions: what each is, by its format. */
const NOT_RATEABLE: ReadonlyMap<string, string> = new Map([
  [ANNOTATION_FORMAT, 'a run of annotate, which has labels of items and no answers'],
  [WRITING_FORMAT, 'a run of write, which has drafts of questions and no answers'],
  [SYNTHESIS_FORMAT, 'a synthesis, whose answers are turns of debates'],
  [TRIAL_FORMAT, 'a trial of a synthesis, whose answers are turns of debates'],
]);

const isRateable = ({ format, bank }: RunConfiguration) =>
  !NOT_RATEABLE.has(String(format)) && typeof bank === 'string';

type By = Pick<SourceAnswer, 'model' | 'condition'>;

export function plainAnswer(
  by: By,
  { item, itemHash, output }: Pick<SourceAnswer, 'item' | 'itemHash' | 'output'>,
): SourceAnswer {
  return { ...by, item, itemHash, output };
}

/** Of tests: the record of an answer has its judgements. */
export function judgementsWithin(
  by: By,
  { item, rule, extracted }: Pick<RunAnswer, 'item' | 'rule' | 'extracted'>,
): SourceJudgement[] {
  if (rule !== 'rubric' || extracted === null) return [];
  let kept: KeptJudgements;
  try {
    kept = JSON.parse(extracted);
  } catch {
    return [];
  }
  return (kept.judgements ?? []).flatMap((one) =>
    'reason' in one
      ? []
      : [{ ...by, item, judge: one.judge, question: one.question - 1, grades: one.aspects }],
  );
}
