import { changedItems } from '../../item-bank/review/changed-items.ts';
import type { PretestSource, PretestTaker } from '../ranking/pretest/know-pretest.ts';
import { TOO_LONG } from '../scoring/absent.ts';
import type { Store } from '../store/store.ts';
import { isOfModel } from './is-of-model.ts';
import type { PretestBank } from './live-bank.ts';

/** Tests that ended, by run and examinee or by session: their answers do not change, so that a service reads them once. */
export type ReadTakers = Map<string, PretestTaker['counted']>;

/**
 * The pretest items of a bank with the answers that earlier tests of models gave to them, in the order of the tests: runs of
 * `rank --model`, and ended sessions of the service. Answers to an item whose key was corrected since are left out.
 * @param read tests that were read before; those that are read now are added
 */
export async function pretestSource(
  store: Store,
  name: string,
  { items, typeOf }: PretestBank,
  read: ReadTakers = new Map(),
): Promise<PretestSource> {
  const ids = items.map(({ id }) => id);
  const takers = [
    ...(await takersOfRuns(store, name, items, read)),
    ...(await takersOfSessions(store, name, ids, read)),
  ];
  return { items, typeOf, takers };
}

async function takersOfRuns(
  store: Store,
  bank: string,
  items: PretestBank['items'],
  read: ReadTakers,
): Promise<PretestTaker[]> {
  const runs = (await store.runs()).filter(
    ({ configuration }) =>
      configuration.format === 'thetarank-run' &&
      configuration.bank === bank &&
      configuration.pretest !== undefined,
  );
  const hashOf = new Map(items.map(({ id, hash }) => [id, hash]));
  const numbers = runs.map(({ id }) => id).sort((x, y) => x - y);
  const given = (await store.runAnswersTo(numbers, [...hashOf.keys()])).filter(
    ({ item, itemHash }) => hashOf.get(item) === itemHash,
  );
  const byRun = Map.groupBy(given, ({ run }) => run);
  const isFinished = new Set(runs.flatMap(({ id, finishedAt }) => (finishedAt ? [id] : [])));
  const takers: PretestTaker[] = [];
  for (const run of numbers) {
    const byExaminee = Map.groupBy(byRun.get(run) ?? [], ({ examinee }) => examinee);
    if (byExaminee.size === 0) continue;
    const countedOf = await countedOfRun(store, run, hashOf, [...byExaminee.keys()], read);
    for (const examinee of [...byExaminee.keys()].sort()) {
      const counted = countedOf.get(examinee) ?? [];
      if (isFinished.has(run)) read.set(keyOf(run, examinee), counted);
      takers.push({ counted, pretest: inOrder(byExaminee.get(examinee)!) });
    }
  }
  return takers;
}

const keyOf = (run: number, examinee: string) => `run ${run} ${examinee}`;

async function countedOfRun(
  store: Store,
  run: number,
  pretest: ReadonlyMap<string, unknown>,
  examinees: readonly string[],
  read: ReadTakers,
): Promise<Map<string, PretestTaker['counted']>> {
  const known = examinees.map((name) => [name, read.get(keyOf(run, name))] as const);
  if (known.every(([, counted]) => counted !== undefined))
    return new Map(known as (readonly [string, PretestTaker['counted']])[]);
  const found = new Map<string, [string, number][]>(examinees.map((name) => [name, []]));
  for await (const { examinee, item, score, reason } of store.answers(run, { texts: false }))
    if (!pretest.has(item) && reason !== TOO_LONG) found.get(examinee)?.push([item, score]);
  return found;
}

async function takersOfSessions(
  store: Store,
  bank: string,
  ids: readonly string[],
  read: ReadTakers,
): Promise<PretestTaker[]> {
  const isPretest = new Set(ids);
  const log = await store.reviewLog(bank);
  const changedAt = new Map<string, ReadonlySet<string>>();
  const isChanged = (item: string, since: string) => {
    if (log.length === 0) return false;
    const changed = changedAt.get(since) ?? new Set(changedItems(log, since));
    changedAt.set(since, changed);
    return changed.has(item);
  };
  const given = (await store.sessionAnswersTo(bank, ids)).filter(
    (answer) => isOfModel(answer) && !isChanged(answer.item, answer.startedAt),
  );
  const takers: PretestTaker[] = [];
  for (const [id, own] of [...Map.groupBy(given, ({ id }) => id)].sort(([x], [y]) =>
    x < y ? -1 : 1,
  )) {
    let counted = read.get(id);
    if (counted === undefined) {
      const session = await store.serviceSessions.byId(id);
      const answers =
        session === undefined ? [] : await store.serviceSessions.answers(session.number);
      counted = answers.flatMap(({ item, score }) =>
        isPretest.has(item) ? [] : [[item, score] as const],
      );
      read.set(id, counted);
    }
    takers.push({ counted, pretest: inOrder(own) });
  }
  return takers;
}

/** By item, because databases give rows in no order, and sums depend on it in their last digit. */
function inOrder(answers: readonly { readonly item: string; readonly score: number }[]) {
  return answers
    .map(({ item, score }) => [item, score] as const)
    .sort(([x], [y]) => (x < y ? -1 : 1));
}
