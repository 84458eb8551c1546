/**
 * One entry per item: 1 if it is a pretest item, which tests may ask and no score counts. A bank without an active item has none: its
 * items can only be what it measures with.
 */
export function pretestFlags(statuses: readonly (string | null)[]): Uint8Array {
  if (!statuses.includes('active')) return new Uint8Array(statuses.length);
  return Uint8Array.from(statuses, (status) => Number(status === 'pretest'));
}
