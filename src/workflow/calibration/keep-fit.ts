import type { ItemFlag } from '../../../calibration/diagnose/item-flags.ts';
import { isBuiltinBank, loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { fail } from '../../errors.ts';
import { pickItems, type ResponseMatrix } from '../../irt/responses.ts';
import { keptFlags } from '../../store/calibrations/calibration-flags.ts';
import type { CalibrationValues, Store, StoredResponses } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import type { Fitted } from './fit-result.ts';

/** Recorded answers of a bank of the database, for a fit. */
export interface BankAnswers {
  readonly matrix: ResponseMatrix;
  readonly families: readonly string[] | null;
  /** The version of the bank that they are answers to. */
  readonly version: number;
}

/**
 * Reads the recorded answers of a bank. Items without answers are left out, because nothing can be learned about them.
 * @throws NAME_UNKNOWN; BANK_WITHOUT_TEXT for a built-in bank that the database has not; BANK_WITHOUT_ANSWERS
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
  return { matrix: pickItems(matrix, positions), families, version };
}

/** A bank that calibrations can be kept of: one of the database. */
async function keptBank(store: Store, name: string) {
  if (!isBuiltinBank(name)) return bankOf(store, name);
  const { items } = loadBuiltinBank(name);
  const stored = await store.bank(name);
  return stored ?? fail('BANK_WITHOUT_TEXT', { bank: name, item: items[0], count: items.length });
}

/** Answers recorded with a built-in bank, to the items that the database has text of. */
async function builtinAnswers(store: Store, name: string): Promise<StoredResponses> {
  const { responses, families = null } = loadBuiltinBank(name);
  const known = await store.knownItems(name);
  const positions = responses.items.flatMap((item, j) => (known.has(item) ? [j] : []));
  return { matrix: pickItems(responses, positions), families };
}

/** Keeps a fit as a calibration of a bank. @returns its number */
export function keepFit(
  store: Store,
  bank: string,
  { matrix, version }: BankAnswers,
  fitted: Fitted,
  seed: number,
): Promise<number> {
  const { items, examinees } = matrix;
  const { parameters, errors } = fitted;
  return store.putCalibration(
    {
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
        warnings: fitted.converged ? [] : ['the fit has not converged'],
      },
      items,
      parameters,
      standardErrors: errors,
    },
    new Date().toISOString(),
  );
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
