import { fail } from '../../errors.ts';
import { type ResponseMatrix, scoresOf } from '../../irt/responses.ts';
import { answeredCount } from '../../ranking/recorded-test.ts';
import { STAND_IN_ORIGIN } from '../../store/responses/stand-ins-among.ts';
import type { KeptResponses, Store, StoredResponses } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { refuseAbsent } from './refuse-absent.ts';

/**
 * Stores recorded answers with a bank. Answers of known models replace their earlier ones.
 * @param mayShrink whether a known model may have fewer answers afterwards
 * @param mayLack whether half or more of a model's answers may be not there
 * @param ifKnown null: known models are replaced; else nothing is kept if there are some, and this says what to do
 * @returns the known models, and the total number of models with recorded answers
 * @throws NAME_UNKNOWN, ANSWERS_RECORDED, ANSWERS_FEWER, ANSWERS_ABSENT
 */
export async function recordAnswers(
  store: Store,
  bank: string,
  {
    matrix,
    families,
    letters,
    absent,
    scoredBy,
    standIns,
    origins,
  }: StoredResponses & Partial<KeptResponses>,
  {
    ifKnown,
    mayShrink,
    mayLack,
  }: {
    readonly ifKnown: string | null;
    readonly mayShrink: boolean;
    readonly mayLack: boolean;
  },
): Promise<{ readonly replaced: readonly string[]; readonly all: number }> {
  await bankOf(store, bank);
  const kept = (await store.responses(bank))?.matrix;
  const before = new Map(kept?.examinees.map((examinee, m) => [examinee, m]));
  const replaced = matrix.examinees.filter((examinee) => before.has(examinee));
  if (ifKnown !== null && replaced.length > 0)
    fail('ANSWERS_RECORDED', { bank, models: replaced, todo: ifKnown });
  const models = matrix.examinees.flatMap((model, m) => {
    const row = before.get(model);
    const [old, now] = [row === undefined ? 0 : answersOf(kept!, row), answersOf(matrix, m)];
    return now < old ? [{ model, before: old, now }] : [];
  });
  if (!mayShrink && models.length > 0) fail('ANSWERS_FEWER', { bank, models });
  if (!mayLack) refuseAbsent(bank, { matrix, absent });
  await store.putResponses(bank, matrix, families, new Date().toISOString(), {
    ...(letters === undefined ? {} : { letters }),
    ...(absent === undefined ? {} : { absent }),
    ...(scoredBy === undefined ? {} : { scoredBy }),
    origins:
      origins ??
      matrix.examinees.map((name) => (standIns?.includes(name) === true ? STAND_IN_ORIGIN : null)),
  });
  return { replaced, all: (await bankOf(store, bank)).examinees };
}

/** How many items examinee `m` answered. */
function answersOf(matrix: ResponseMatrix, m: number): number {
  return answeredCount({ scores: scoresOf(matrix, m) });
}
