import { createHash } from 'node:crypto';
import { isBuiltinBank } from '../../../../item-bank/builtin/names.ts';
import type { ResponseMatrix } from '../../../irt/responses.ts';
import { familiesOf } from '../../../ranking/families.ts';
import type { RunSummary } from '../../../run/run-record.ts';
import { TOO_LONG } from '../../../scoring/absent.ts';
import { readLetters } from '../../../scoring/read-letters.ts';
import { rescoreAnswer } from '../../../store/responses/rescore-responses.ts';
import type { ReviewedItems } from '../../../store/review/reviewed-items.ts';
import type { CalibrationLineage, Store } from '../../../store/store.ts';
import { isOfModel } from '../../../tested-bank/is-of-model.ts';
import type { LiveBank } from '../../../tested-bank/live-bank.ts';
import { sameName } from '../../../text/same-name.ts';
import { isOfWatch, rankingRuns } from '../../bank/review/ranking-runs.ts';
import { sessionAnswer } from '../../bank/review/session-answer.ts';
import { trainingStem } from '../../watch/checkpoint.ts';
import { ANSWER_SOURCES, type AnswerSource } from './answer-sources.ts';
import { endpointsInRun, knownBy } from './known-examinees.ts';
import { modelsOfRuns } from './models-of-runs.ts';

/** All answers to a bank: one row per model, NaN where it was not asked. */
export interface CollectedAnswers {
  readonly matrix: ResponseMatrix;
  /** Null if nothing tells models of one family. */
  readonly families: readonly string[] | null;
  /** 1 for models that the calibration was not made from. */
  readonly isNew: Uint8Array;
  readonly counts: AnswerCounts;
  /** SHA-256 of all of this. */
  readonly digest: string;
}

/** How the answers came together. */
export interface AnswerCounts {
  /** Answers that count, by where they are kept. */
  readonly answers: Readonly<Record<AnswerSource, number>>;
  /** Models with answers from more than one test or source. */
  readonly merged: readonly string[];
  /** Their later answers to an item that they had answered before: the first one counts. */
  readonly repeated: number;
  /** Answers to items that the bank does not have, or has with other content. */
  readonly unknown: number;
  /** Answers to items that are retired, or whose key was corrected where the chosen letter is not known. */
  readonly withoutScore: number;
  /** Runs that are not finished, which are left out; those without answers are not named. */
  readonly openRuns: readonly number[];
  /** Answers of runs that count, by the version of the prompt. */
  readonly prompts: Readonly<Record<string, number>>;
  /** Names under which one model at one address was tested: rows of their own, in one family. */
  readonly aliases: readonly (readonly string[])[];
  /** Models that were served under one display name at different times: rows of their own, in one family. */
  readonly apart: readonly (readonly string[])[];
  /** New models with tests whose names differ in their last number only, as of checkpoints: in one family. */
  readonly trainings: readonly (readonly string[])[];
  /** Names of one model in several letter cases, spaces or Unicode forms: one row. */
  readonly spellings?: readonly (readonly string[])[];
  /** Finished runs of `watch` that are left out. */
  readonly watchRuns: number;
}

interface Row {
  readonly name: string;
  readonly scores: Float32Array;
  readonly origins: Set<string>;
  readonly spellings: Set<string>;
  isNew: boolean;
}

/**
 * Collects the answers to a bank from wherever they are kept: recorded answers, then finished runs of `rank --model` and `compare`, and ended
 * sessions of the service, by their time. Series and runs of `watch` are left out: checkpoints of one training are nearly one model many times. Answers to one item by one model from several sources: the first counts. Scores are those that the tests
 * gave, also of answers that could not be read, as the review of the bank leaves them.
 * @param live the bank; retired items are left out
 * @param keep items that stay without an answer, such as those with parameters
 * @param sources to read; by default all
 */
export async function collectAnswers(
  store: Store,
  live: LiveBank,
  calibration: Pick<CalibrationLineage, 'examinees' | 'options'>,
  {
    keep = new Set(),
    sources = ANSWER_SOURCES,
    runs: wanted = null,
    hasWatch = false,
  }: {
    readonly keep?: ReadonlySet<string>;
    readonly sources?: readonly AnswerSource[];
    /** Only these runs; null: all. */
    readonly runs?: readonly number[] | null;
    /** Whether runs of `watch` are taken too: for scores of their models, not for parameters of items. */
    readonly hasWatch?: boolean;
  } = {},
): Promise<CollectedAnswers> {
  const { name: bank, responses } = live.recorded;
  const isUsed = (j: number) => !live.retired[j];
  // Pretest items count in no score, and are calibrated from these answers.
  const pretest = live.pretest?.items ?? [];
  const items = [...responses.items.filter((_, j) => isUsed(j)), ...pretest.map(({ id }) => id)];
  const place = new Map(items.map((item, j) => [item, j]));
  const reviewed: ReviewedItems =
    isBuiltinBank(bank) || (await store.bank(bank)) === undefined
      ? new Map()
      : await store.reviewed(bank);
  const isKnown = knownBy(calibration);
  const rows = new Map<string, Row>();
  const answers = { recorded: 0, runs: 0, sessions: 0 };
  let [repeated, unknown, withoutScore] = [0, 0, 0];

  const rowOf = (names: readonly string[], origin: string): Row => {
    const key = sameName(names[0]);
    const row = rows.get(key) ?? {
      name: names[0],
      scores: new Float32Array(items.length).fill(Number.NaN),
      origins: new Set(),
      spellings: new Set(),
      isNew: true,
    };
    rows.set(key, row);
    row.origins.add(origin);
    row.spellings.add(names[0]);
    if (isKnown(names)) row.isNew = false;
    return row;
  };
  /** @returns whether it counts */
  const add = (row: Row, source: AnswerSource, item: string, score: number): boolean => {
    const j = place.get(item);
    if (j === undefined || Number.isNaN(score)) {
      withoutScore++;
      return false;
    }
    if (!Number.isNaN(row.scores[j])) {
      repeated++;
      return false;
    }
    row.scores[j] = score;
    answers[source]++;
    return true;
  };

  if (sources.includes('recorded'))
    for (const [i, examinee] of responses.examinees.entries()) {
      const row = rowOf([examinee], 'recorded');
      const width = responses.items.length;
      for (const [j, item] of responses.items.entries()) {
        const score = responses.scores[i * width + j];
        if (!Number.isNaN(score) && isUsed(j)) add(row, 'recorded', item, score);
      }
    }

  const all = await rankingRuns(store, bank);
  const asked = wanted === null ? all : all.filter(({ id }) => wanted.includes(id));
  const chosen = hasWatch ? asked : asked.filter((run) => !isOfWatch(run));
  const isOfRuns = sources.includes('runs');
  const watchRuns =
    isOfRuns && !hasWatch
      ? asked.filter((run) => isOfWatch(run) && run.finishedAt !== null).length
      : 0;
  const prompts = new Map<string, number>();
  const openRuns = isOfRuns
    ? chosen
        .flatMap((run) => (run.finishedAt === null && run.answers > 0 ? [run.id] : []))
        .sort((x, y) => x - y)
    : [];
  const tests: {
    readonly at: string;
    readonly name: string;
    readonly read: () => Promise<void> | void;
  }[] = [];
  const hashes = new Map([
    ...responses.items.map((item, j) => [item, live.hashes[j]] as const),
    ...pretest.map(({ id, hash }) => [id, hash] as const),
  ]);
  const finished = isOfRuns ? chosen.filter(({ finishedAt }) => finishedAt !== null) : [];
  const models = await modelsOfRuns(
    store,
    all.filter(({ finishedAt }) => finishedAt !== null),
  );
  for (const run of finished) {
    const read = async () => {
      for await (const answer of store.answers(run.id, { texts: false })) {
        const { item, itemHash, score, extracted, examinee, prompt } = answer;
        if (answer.reason === TOO_LONG) continue;
        const change = reviewed.get(item);
        const scoredBy = change?.keyOf.get(itemHash);
        const isSame =
          hashes.get(item) === itemHash ||
          scoredBy !== undefined ||
          change?.imported.hash === itemHash;
        if (!isSame) {
          unknown++;
          continue;
        }
        const row = rowOf(models.names(run.id, examinee), `run ${run.id}`);
        const given = { score, letters: readLetters(extracted), scoredBy };
        const current = change === undefined ? score : rescoreAnswer(change, given);
        if (add(row, 'runs', item, current)) prompts.set(prompt, (prompts.get(prompt) ?? 0) + 1);
      }
    };
    tests.push({ at: run.startedAt, name: `0 ${String(run.id).padStart(12, '0')}`, read });
  }
  if (sources.includes('sessions')) {
    const given = sessionAnswer(await store.reviewLog(bank));
    const found = (
      await store.sessionAnswersTo(bank, [...hashes.keys(), ...retiredOf(reviewed)])
    ).filter(isOfModel);
    for (const own of Map.groupBy(found, ({ id }) => id).values()) {
      const read = () => {
        for (const answer of own) {
          const change = reviewed.get(answer.item);
          const score = change === undefined ? answer.score : rescoreAnswer(change, given(answer));
          add(rowOf([answer.examinee], answer.id), 'sessions', answer.item, score);
        }
      };
      tests.push({ at: own[0].startedAt, name: `1 ${own[0].id}`, read });
    }
  }
  // Where times are equal, runs come first, and names decide: databases give rows in no order.
  const keyOf = ({ at, name }: (typeof tests)[number]) => `${at} ${name}`;
  tests.sort((x, y) => (keyOf(x) < keyOf(y) ? -1 : 1));
  for (const { read } of tests) await read();

  const answered = [...rows.values()].filter(({ scores }) =>
    scores.some((score) => !Number.isNaN(score)),
  );
  const columns = items.flatMap((item, j) =>
    keep.has(item) || answered.some(({ scores }) => !Number.isNaN(scores[j])) ? [j] : [],
  );
  const matrix: ResponseMatrix = {
    examinees: answered.map(({ name }) => name),
    items: columns.map((j) => items[j]),
    scores: picked(answered, columns),
  };
  const aliases = aliasesOf(chosen, matrix.examinees);
  const isRow = new Set(matrix.examinees);
  const apart = models.apart.flatMap((labels) => {
    const own = labels.filter((label) => isRow.has(label));
    return own.length > 1 ? [own] : [];
  });
  const trainings = trainingsOf(
    answered.flatMap(({ name, isNew, origins }) =>
      isNew && [...origins].some((origin) => origin !== 'recorded') ? [name] : [],
    ),
  );
  const isNew = Uint8Array.from(answered, (row) => (row.isNew ? 1 : 0));
  return {
    matrix,
    families: oneFamilyEach(families(live, matrix.examinees), matrix.examinees, [
      ...aliases,
      ...apart,
      ...trainings,
    ]),
    isNew,
    counts: {
      answers,
      merged: answered.flatMap(({ name, origins }) => (origins.size > 1 ? [name] : [])),
      repeated,
      unknown,
      withoutScore,
      openRuns,
      prompts: Object.fromEntries([...prompts].sort(([x], [y]) => (x < y ? -1 : 1))),
      aliases,
      apart,
      trainings,
      spellings: answered.flatMap((row) => (row.spellings.size > 1 ? [[...row.spellings]] : [])),
      watchRuns,
    },
    digest: digestOf(matrix, isNew),
  };
}

function picked(rows: readonly Pick<Row, 'scores'>[], columns: readonly number[]): Float32Array {
  const scores = new Float32Array(rows.length * columns.length);
  for (const [i, row] of rows.entries())
    for (const [k, j] of columns.entries()) scores[i * columns.length + k] = row.scores[j];
  return scores;
}

/** Items that the bank of a test is without, because they are retired. */
function retiredOf(reviewed: ReviewedItems): string[] {
  return [...reviewed].flatMap(([item, { current }]) =>
    current.status === 'retired' ? [item] : [],
  );
}

/** Those that the bank knows, of other models by their names; null if neither tells models apart. */
function families(
  { recorded: { responses }, families: known }: LiveBank,
  examinees: readonly string[],
): readonly string[] | null {
  if (known !== null) {
    const of = new Map(responses.examinees.map((name, i) => [sameName(name), known[i]]));
    return examinees.map((name) => of.get(sameName(name)) ?? name);
  }
  if (examinees.length === 0) return null;
  const { of, source } = familiesOf(examinees, null, 2);
  return source === 'each its own' ? null : of;
}

/** Those of some examinees that are one model at one address. */
function aliasesOf(
  runs: readonly Pick<RunSummary, 'id' | 'configuration'>[],
  examinees: readonly string[],
): string[][] {
  const known = new Set(examinees);
  const byEndpoint = new Map<string, Set<string>>();
  for (const run of runs.toSorted((x, y) => x.id - y.id))
    for (const { name, endpoint } of endpointsInRun(run)) {
      if (!known.has(name)) continue;
      byEndpoint.set(endpoint, (byEndpoint.get(endpoint) ?? new Set()).add(name));
    }
  return [...byEndpoint.values()].flatMap((names) => (names.size > 1 ? [[...names]] : []));
}

/** Names that may be those of checkpoints of one training. */
function trainingsOf(names: readonly string[]): string[][] {
  const byStem = Map.groupBy(names, (name) => sameName(trainingStem(name)));
  return [...byStem.values()].filter((own) => own.length > 1);
}

/** The families, with each group of names in one of them. */
function oneFamilyEach(
  known: readonly string[] | null,
  examinees: readonly string[],
  groups: readonly (readonly string[])[],
): readonly string[] | null {
  if (groups.length === 0) return known;
  const place = new Map(examinees.map((name, i) => [name, i]));
  const own = [...(known ?? examinees)];
  for (const [first, ...others] of groups) {
    const family = own[place.get(first)!];
    const joined = new Set(others.map((name) => own[place.get(name)!]));
    for (const [i, one] of own.entries()) if (joined.has(one)) own[i] = family;
  }
  return own;
}

function digestOf({ examinees, items, scores }: ResponseMatrix, isNew: Uint8Array): string {
  return createHash('sha256')
    .update(JSON.stringify([examinees, items]))
    .update(new Uint8Array(scores.buffer, scores.byteOffset, scores.byteLength))
    .update(isNew)
    .digest('hex');
}
