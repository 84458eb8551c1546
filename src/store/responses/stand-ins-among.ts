import type { ModelIdentity } from '../../../item-bank/import/logs/model-identity.ts';
import { STAND_IN_FINGERPRINT } from '../../examinee/stand-in-fingerprint.ts';

/** The origin of answers that a file marks as simulated. */
export const STAND_IN_ORIGIN: ModelIdentity = { system_fingerprint: STAND_IN_FINGERPRINT };

/** The examinees whose answers come from the stand-in, if there are any. */
export function standInsAmong(
  examinees: readonly string[],
  originOf: (m: number) => ModelIdentity | null | undefined,
): { readonly standIns?: readonly string[] } {
  const standIns = examinees.filter(
    (_, m) => originOf(m)?.system_fingerprint === STAND_IN_FINGERPRINT,
  );
  return standIns.length === 0 ? {} : { standIns };
}
