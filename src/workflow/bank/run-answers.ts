import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { ModelIdentity } from '../../../item-bank/import/logs/model-identity.ts';
import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { plural } from '../../numbers.ts';
import { readAnswerOf } from '../../run/read-answer.ts';
import type { RunSummary } from '../../run/run-record.ts';
import { TOO_LONG } from '../../scoring/absent.ts';
import { type SingleChoice, singleChoiceOf } from '../../scoring/patterns/answer-pattern.ts';
import { readLetters } from '../../scoring/read-letters.ts';
import type { GivenAnswer } from '../../store/responses/rescore-responses.ts';
import { STAND_IN_ORIGIN, standInsAmong } from '../../store/responses/stand-ins-among.ts';
import type { ReviewedItems } from '../../store/review/reviewed-items.ts';
import type { KeptResponses, Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { sameName } from '../../text/same-name.ts';
import { modelsOfRuns } from '../calibration/refresh/models-of-runs.ts';
import { chosenBy } from '../chosen-by.ts';
import { EVALUATION_FORMAT } from '../evaluation/evaluation-run.ts';
import { recordedScores } from '../evaluation/recorded-scores.ts';
import { knownRun } from '../known-run.ts';
import { standInExaminees } from '../live/stand-in-examinees.ts';
import { AnswerKindCounts, type AnswerKinds } from './answer-kinds.ts';
import { type ModelPatterns, ReadAnswers } from './read-answers.ts';
import { rankingRuns } from './review/ranking-runs.ts';

/** The answers of a run of `rank --model` as a matrix, scored by the keys that the run had, and how they came about. */
export interface RunAnswers
  extends Pick<KeptResponses, 'letters' | 'absent' | 'scoredBy' | 'standIns' | 'origins'> {
  readonly run: number;
  /** Its models × the items of the bank that one of them was asked; NaN where a model was not asked. */
  readonly matrix: ResponseMatrix;
  /** Versions of the prompts that the models answered. */
  readonly prompts: readonly string[];
  readonly strategy: string;
  /** Models × items of the bank without an answer. */
  readonly missing: number;
  readonly kinds: readonly AnswerKinds[];
  /** What the outputs show of prompt, endpoint and extraction. */
  readonly patterns: readonly ModelPatterns[];
}

/**
 * The answers of a finished run, to be kept with bank `to`. That bank must have each item with the content that the run
 * asked.
 * @param isPartial whether items of the bank may be unanswered
 * @throws NAME_UNKNOWN; RUN_NOT_RECORDED
 */
export async function runAnswers(
  store: Store,
  id: number,
  { to, isPartial }: { readonly to: string; readonly isPartial: boolean },
): Promise<RunAnswers> {
  const run = await knownRun(store, id);
  const { configuration, finishedAt } = run;
  const refuse = (reason: string): never => fail('RUN_NOT_RECORDED', { run: id, reason });
  const isEvaluation = configuration.format === EVALUATION_FORMAT;
  if (configuration.format !== 'thetarank-run' && !isEvaluation)
    refuse(
      'only answers to rank --model and evaluate can be recorded; this run synthesized participants.',
    );
  if (finishedAt === null)
    refuse('it is not finished. Continue it: run the same command with --resume.');
  const items = isBuiltinBank(to)
    ? loadBuiltinBank(to).items.length
    : (await bankOf(store, to)).items;
  const hashes = new Map<string, string>();
  const choices = new Map<string, SingleChoice | null>();
  for await (const item of store.items(to)) {
    hashes.set(item.id, item.hash);
    choices.set(item.id, singleChoiceOf(item));
  }
  const reviewed: ReviewedItems = isBuiltinBank(to) ? new Map() : await store.reviewed(to);
  const rows = new Map<string, Map<string, GivenAnswer>>();
  const asked = new Set<string>();
  const prompts = new Set<string>();
  const kinds = new AnswerKindCounts();
  const read = new ReadAnswers();
  let answers = 0;
  const evaluated = isEvaluation
    ? await recordedScores(store, id, configuration, String(configuration.bank))
    : null;
  for await (const answer of store.answers(id, { texts: false })) {
    const { examinee, item, itemHash, prompt, extracted } = answer;
    // Other conditions and judgements are no answers of the model.
    if (evaluated?.isOfModel(examinee) === false) continue;
    const score = evaluated === null ? answer.score : evaluated.score(examinee, answer.place);
    if (Number.isNaN(score) || answer.reason === TOO_LONG) continue;
    const letters = readLetters(extracted);
    // The review may have changed its key since.
    const scoredBy = reviewed.get(item)?.keyOf.get(itemHash);
    if (hashes.get(item) !== itemHash && scoredBy === undefined)
      refuse(
        `bank ${to} ${hashes.has(item) ? 'has other content for' : 'does not have'} item ${item}, which the run asked. Choose a bank with the same items: --to NAME.`,
      );
    const row = rows.get(examinee) ?? new Map<string, GivenAnswer>();
    rows.set(examinee, row.set(item, { score, letters, scoredBy }));
    asked.add(item);
    const why = { extracted, reason: answer.reason, refused: answer.refused !== null };
    kinds.add(examinee, { item }, why);
    read.add(examinee, item, readAnswerOf(answer, null), choices.get(item) ?? null);
    prompts.add(prompt);
    answers++;
  }
  if (answers === 0)
    refuse(isEvaluation ? 'it has no answers under the usual condition.' : 'it has no answers.');
  const shared = await sharedName(store, to, run, rows);
  if (shared !== undefined)
    refuse(
      `different models were tested as ${shared[0]}, by what their endpoints reported (${shared.join(', ')}), and bank ${to} has recorded answers under this name. Give this one a name of its own; with --reuse that costs nothing: thetarank rank --bank ${to} --model NAME=MODEL@ADDRESS --reuse`,
    );
  const missing = rows.size * items - answers;
  if (missing > 0 && !isPartial)
    refuse(
      `it has ${plural(answers, 'answer')} of ${plural(rows.size, 'model')}, and bank ${to} has ${plural(items, 'item')}. To record all answers, ask every item: thetarank rank --bank ${to} --model NAME@ADDRESS --items ${items} --strategy random. To record these, add --partial.`,
    );
  const columns = [...asked];
  const examinees = [...rows.keys()];
  const scores = Float32Array.from(
    examinees.flatMap((name) =>
      columns.map((item) => rows.get(name)!.get(item)?.score ?? Number.NaN),
    ),
  );
  const origins = await originsOf(store, id, examinees);
  return {
    run: id,
    ...standInsAmong(examinees, (m) => origins[m]),
    origins,
    matrix: { examinees, items: columns, scores },
    letters: examinees.map((name) => columns.map((item) => rows.get(name)!.get(item)?.letters)),
    scoredBy: examinees.map((name) =>
      Object.fromEntries(
        [...rows.get(name)!].flatMap(([item, { scoredBy }]) =>
          scoredBy === undefined ? [] : [[item, scoredBy]],
        ),
      ),
    ),
    prompts: [...prompts].sort(),
    strategy: chosenBy(configuration) ?? 'unknown',
    missing,
    kinds: kinds.kinds(),
    absent: kinds.absent(),
    patterns: read.patterns(),
  };
}

/** What endpoints reported of each examinee, where they always reported the same. */
async function originsOf(
  store: Store,
  run: number,
  examinees: readonly string[],
): Promise<(ModelIdentity | null)[]> {
  const reported = Map.groupBy(await store.origins(run), ({ examinee }) => examinee);
  const simulated = await standInExaminees(store, run);
  return examinees.map((name) => {
    if (simulated.has(name)) return STAND_IN_ORIGIN;
    const models = new Set(reported.get(name)?.flatMap(({ model }) => model ?? []));
    return models.size === 1 ? { model: [...models][0] } : null;
  });
}

/** Models that were served under one of some names, if the bank has recorded answers under it: whose they are, nobody knows. */
async function sharedName(
  store: Store,
  bank: string,
  run: RunSummary,
  rows: ReadonlyMap<string, unknown>,
): Promise<readonly string[] | undefined> {
  if (isBuiltinBank(bank)) return undefined;
  const { recorded } = await store.answeredBy(bank);
  const isRecorded = new Set(recorded.map(sameName));
  const others = (await rankingRuns(store, bank)).filter(
    ({ id, finishedAt }) => finishedAt !== null && id !== run.id,
  );
  const { apart } = await modelsOfRuns(store, [...others, run]);
  const own = [...rows.keys()].map(sameName).filter((name) => isRecorded.has(name));
  return apart.find(([name]) => own.includes(sameName(name)));
}
