import { fail } from '../../errors.ts';
import { scoresOf } from '../../irt/responses.ts';
import { nearestNames } from '../../nearest.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import { TOO_LONG } from '../../scoring/absent.ts';
import { doubtsAbout, type ExamineeDoubt } from '../../scoring/doubts/examinee-doubts.ts';
import { shellWord } from '../../shell-word.ts';
import type { Store } from '../../store/store.ts';
import { EVALUATION_FORMAT } from '../evaluation/evaluation-run.ts';
import { recordedScores } from '../evaluation/recorded-scores.ts';
import { knownRun } from '../known-run.ts';
import { type AbsentAnswers, absentAnswers } from '../live/absent-answers.ts';
import { standInExaminees } from '../live/stand-in-examinees.ts';

/** What a word of `compare` names. */
export type ComparedWord =
  | { readonly kind: 'endpoint'; readonly text: string }
  | {
      readonly kind: 'run';
      readonly run: number;
      readonly examinee: string | null;
      readonly text: string;
    }
  | { readonly kind: 'recorded'; readonly text: string };

const ENDPOINT = /@[a-z][a-z0-9+.-]*:\/\//i;
const RUN = /^run[ :](?<run>[0-9]{1,15})(?:[/:](?<examinee>.+))?$/i;

/** Reads `NAME@ADDRESS`, `run:3`, `run:3/NAME`, or the name of a recorded model. */
export function comparedWord(text: string): ComparedWord {
  if (ENDPOINT.test(text)) return { kind: 'endpoint', text };
  const groups = RUN.exec(text)?.groups;
  if (groups === undefined) return { kind: 'recorded', text };
  return { kind: 'run', run: Number(groups.run), examinee: groups.examinee ?? null, text };
}

/**
 * The recorded answers of a model of the bank.
 * @param isOfFile whether the bank is a file of recorded answers
 * @throws NAME_UNKNOWN
 */
export function recordedAnswers(
  { responses, name: bank, doubts = [] }: RecordedBank,
  name: string,
  isOfFile = false,
): KnownAnswers {
  const { examinees } = responses;
  const row = examinees.indexOf(name);
  if (row < 0 && /:\d+(?:\/|$)|:\/\//.test(name))
    fail('OPTION_INVALID', {
      option: 'model',
      found: `"${name}"`,
      accepted: 'NAME@ADDRESS with the whole address, such as my-model@http://127.0.0.1:8000/v1',
    });
  if (row < 0)
    fail('NAME_UNKNOWN', {
      kind: 'recorded model',
      name,
      nearest: nearestNames(name, examinees),
      ...(!isOfFile && { list: `thetarank bank show ${shellWord(bank)} --list-models` }),
    });
  const answers = scoresOf(responses, row);
  const own = doubtsAbout(doubts, [name]);
  return {
    name,
    answers,
    source: 'recorded',
    absent: null,
    isStandIn: own.some(({ kind }) => kind === 'simulated'),
    doubts: own.filter(({ kind }) => kind !== 'simulated'),
  };
}

/** A model whose answers are known. */
export interface KnownAnswers {
  readonly name: string;
  /** Scores by item of the bank, NaN where there is none. */
  readonly answers: Float64Array;
  readonly source: string;
  /** Answers that count as 0 because none could be read or given; null where the record does not tell. */
  readonly absent: AbsentAnswers | null;
  /** Whether the stand-in answered for it; false where the record does not tell. */
  readonly isStandIn: boolean;
  /** What else is doubtful of its record. */
  readonly doubts?: readonly ExamineeDoubt[];
}

/** The answers of an examinee of a kept run; of an evaluation those under its usual condition, judged. @throws NAME_UNKNOWN, OPTIONS_CONFLICT */
export async function runAnswers(
  store: Store,
  { responses, name: bank }: RecordedBank,
  { run, examinee, text }: Extract<ComparedWord, { kind: 'run' }>,
): Promise<KnownAnswers> {
  const { configuration } = await knownRun(store, run);
  if (configuration.bank !== bank)
    fail('OPTIONS_CONFLICT', {
      options: `${text}, --bank ${bank}`,
      reason: `run ${run} is on bank ${configuration.bank}; compare models on one bank.`,
    });
  const position = new Map(responses.items.map((id, j) => [id, j]));
  const evaluated =
    configuration.format === EVALUATION_FORMAT
      ? await recordedScores(store, run, configuration, bank)
      : null;
  const byExaminee = new Map<string, Float64Array>();
  const givenBy = new Map<string, RunAnswer[]>();
  for await (const answer of store.answers(run, { texts: false })) {
    const { examinee: own, item, place } = answer;
    if (evaluated?.isOfModel(own) === false || answer.reason === TOO_LONG) continue;
    const answers = byExaminee.get(own) ?? new Float64Array(position.size).fill(Number.NaN);
    const j = position.get(item);
    if (j !== undefined) answers[j] = evaluated?.score(own, place) ?? answer.score;
    byExaminee.set(own, answers);
    const given = givenBy.get(own) ?? [];
    given.push(answer);
    givenBy.set(own, given);
  }
  const names = [...byExaminee.keys()];
  const name = examinee ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined)
    fail('OPTION_INVALID', {
      option: 'model',
      found: `"${text}", a run of ${names.length} models`,
      accepted: `run:${run}/NAME, NAME being ${names.join(', ')}`,
    });
  const answers = byExaminee.get(name);
  if (answers === undefined)
    fail('NAME_UNKNOWN', { kind: `model of run ${run}`, name, nearest: nearestNames(name, names) });
  return {
    name,
    answers,
    source: `run ${run}`,
    absent: absentAnswers(givenBy.get(name)!, position),
    isStandIn: (await standInExaminees(store, run)).has(name),
  };
}

/** Models with names that differ: those of runs and of the bank are named with their source if another model has the same name. */
export function distinctNames<Model extends { readonly name: string; readonly source: string }>(
  models: readonly Model[],
): Model[] {
  return models.map((model, k) => {
    const isShared = models.some(({ name }, other) => other !== k && name === model.name);
    return isShared && model.source !== 'endpoint'
      ? { ...model, name: `${model.name} (${model.source})` }
      : model;
  });
}
