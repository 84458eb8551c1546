import type { ItemFlag } from '../../../calibration/diagnose/item-flags.ts';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { fail } from '../../errors.ts';
import { pickItems, type ResponseMatrix } from '../../irt/responses.ts';
import {
  doubtWarnings,
  type ExamineeDoubt,
  recordDoubts,
} from '../../scoring/doubts/examinee-doubts.ts';
import { singleChoiceOf } from '../../scoring/patterns/answer-pattern.ts';
import { calibrationFingerprint } from '../../store/calibrations/calibration-fingerprint.ts';
import { keptFlags } from '../../store/calibrations/calibration-flags.ts';
import { calibrationInForce } from '../../store/calibrations/calibration-in-force.ts';
import type {
  CalibrationLineage,
  CalibrationValues,
  Store,
  StoredResponses,
} from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import type { Fitted } from './fit-result.ts';
import { optionCounts } from './option-counts.ts';

/** Recorded answers of a bank of the database, for a fit. */
export interface BankAnswers {
  readonly matrix: ResponseMatrix;
  readonly families: readonly string[] | null;
  /** The version of the bank that they are answers to. */
  readonly version: number;
  /** Items of the bank that count and that no model has answered; none of a built-in bank, which has answers to all. */
  readonly unanswered: readonly string[];
  /** What guesses at the items are worth (`guessableAnswers`); undefined where it is known of none. */
  readonly optionCounts: readonly number[] | undefined;
  /** What is known of the examinees from the record. */
  readonly doubts: readonly ExamineeDoubt[];
}

/**
 * Reads the recorded answers of a bank. Items without answers are left out, because nothing can be learned about them,
 * and named.
 * @throws NAME_UNKNOWN; BANK_NOT_KEPT for a built-in bank that the database has not; BANK_WITHOUT_ANSWERS
 */
export async function bankAnswers(store: Store, name: string): Promise<BankAnswers> {
  const { version } = await keptBank(store, name);
  const recorded = isBuiltinBank(name)
    ? await builtinAnswers(store, name)
    : await store.responses(name);
  if (recorded === null)
    return fail('BANK_WITHOUT_ANSWERS', {
      bank: name,
      use: `Let models answer it: thetarank calibrate synthesize --bank ${name} --config FILE`,
    });
  const { matrix, families } = recorded;
  const width = matrix.items.length;
  const isAnswered = new Uint8Array(width);
  matrix.scores.forEach((score, k) => {
    if (!Number.isNaN(score)) isAnswered[k % width] = 1;
  });
  const positions = matrix.items.flatMap((_, j) => (isAnswered[j] === 1 ? [j] : []));
  const own = pickItems(matrix, positions);
  const { unanswered, options } = await itemsOf(store, name, own.items);
  const doubts = recordDoubts({ ...recorded, matrix: own, options });
  const counts = isBuiltinBank(name) ? [] : await optionCounts(store, name, own.items);
  return {
    ...{ matrix: own, families, version, unanswered, doubts },
    optionCounts: counts.some((count) => count > 0) ? counts : undefined,
  };
}

/** The items of a bank that count and are not among those with answers, and the options of its single choices; of a built-in bank none. */
async function itemsOf(store: Store, bank: string, answered: readonly string[]) {
  const has = new Set(answered);
  const unanswered: string[] = [];
  const options = new Map<string, number>();
  if (isBuiltinBank(bank)) return { unanswered, options };
  for await (const item of store.items(bank)) {
    if (item.status === 'active' && !has.has(item.id)) unanswered.push(item.id);
    options.set(item.id, singleChoiceOf(item)?.options ?? 0);
  }
  return { unanswered, options };
}

/** A bank that calibrations can be kept of: one of the database. */
async function keptBank(store: Store, name: string) {
  if (!isBuiltinBank(name)) return bankOf(store, name);
  const stored = await store.bank(name);
  return (
    stored ??
    fail('BANK_NOT_KEPT', {
      bank: name,
      why: 'A calibration is kept with the items of its bank, also one on recorded answers.',
    })
  );
}

/** Answers recorded with a built-in bank, to the items that the database has text of. */
async function builtinAnswers(store: Store, name: string): Promise<StoredResponses> {
  const { responses, families = null } = loadBuiltinBank(name);
  const known = await store.knownItems(name);
  const positions = responses.items.flatMap((item, j) => (known.has(item) ? [j] : []));
  return { matrix: pickItems(responses, positions), families };
}

/** A fit as the database has it. */
export interface KeptFit {
  readonly calibration: number;
  /** Whether an earlier fit with the same result was kept already. */
  readonly isKnown: boolean;
  readonly isInForce: boolean;
}

/** Keeps a fit as a calibration of a bank. The same fit is kept once. */
export async function keepFit(
  store: Store,
  bank: string,
  { matrix, version, doubts }: BankAnswers,
  fitted: Fitted,
  seed: number,
): Promise<KeptFit> {
  const { items, examinees } = matrix;
  const { parameters, errors } = fitted;
  const facts = {
    bank,
    bankVersion: version,
    method: fitted.mode,
    parent: null,
    examinees,
    options: {
      model: fitted.model,
      rung: fitted.rung,
      seed,
      priors: fitted.priors,
      converged: fitted.converged,
      iterations: fitted.iterations,
      ...fitted.fit,
      standardErrors: fitted.errorMethod,
      flags: keptFlags(items, fitted.flags),
      warnings: [
        ...(fitted.converged ? [] : ['the fit has not converged']),
        ...doubtWarnings(doubts, 'fitted'),
      ],
    },
  };
  const values = { items, parameters, standardErrors: errors };
  const known = await sameCalibration(store, facts, values);
  const calibration =
    known ?? (await store.putCalibration({ ...facts, ...values }, new Date().toISOString()));
  const isInForce = calibrationInForce(await store.calibrationLog(bank)) === calibration;
  return { calibration, isKnown: known !== null, isInForce };
}

/** The number of a kept calibration with the same facts and values; null if there is none. */
async function sameCalibration(
  store: Store,
  facts: CalibrationLineage,
  values: CalibrationValues,
): Promise<number | null> {
  const factsOf = (one: CalibrationLineage) =>
    JSON.stringify([one.bankVersion, one.method, one.parent, one.examinees, one.options]);
  const wanted = calibrationFingerprint(values);
  for (const one of await store.calibrations(facts.bank)) {
    if (factsOf(one) !== factsOf(facts)) continue;
    const kept = await store.calibration(one.id);
    if (kept !== undefined && calibrationFingerprint(kept) === wanted) return one.id;
  }
  return null;
}

/** Keeps external parameters as a calibration of a bank. @returns its number; @throws ITEM_UNKNOWN */
export async function keepParameters(
  store: Store,
  bank: string,
  values: CalibrationValues,
  flags: readonly (readonly ItemFlag[])[],
): Promise<number> {
  const { version } = await keptBank(store, bank);
  const lineage = { bank, bankVersion: version, method: 'given', parent: null };
  return store.putCalibration(
    { ...lineage, options: { flags: keptFlags(values.items, flags) }, examinees: [], ...values },
    new Date().toISOString(),
  );
}
