import { STAND_IN_FINGERPRINT } from '../../examinee/stand-in-fingerprint.ts';
import type { Store } from '../../store/store.ts';

/** The examinees of a run that the stand-in answered for. */
export async function standInExaminees(
  store: Pick<Store, 'origins'>,
  run: number,
): Promise<ReadonlySet<string>> {
  return new Set(
    (await store.origins(run))
      .filter(({ fingerprint }) => fingerprint === STAND_IN_FINGERPRINT)
      .map(({ examinee }) => examinee),
  );
}
