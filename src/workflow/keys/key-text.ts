import { createHash } from 'node:crypto';

/** Bytes of the number and of the secret of a key. */
export const ID_BYTES = 6;
export const SECRET_BYTES = 32;

export interface KeyText {
  readonly id: string;
  readonly secret: string;
}

const SHAPE = /^tr_([0-9a-f]{12})_([0-9a-f]{64})_([0-9a-f]{8})$/;

/**
 * A key as people get it: `tr_<id>_<secret>_<checksum>`. The prefix lets scanners find keys that were published by mistake; the
 * checksum detects mistyped keys without a database query.
 */
export function keyText({ id, secret }: KeyText): string {
  return `tr_${id}_${secret}_${checksum(id, secret)}`;
}

/** The parts of a key; null if it is incomplete, mistyped or not a key. */
export function readKeyText(text: string): KeyText | null {
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const [, id, secret, given] = match;
  return given === checksum(id, secret) ? { id, secret } : null;
}

/** Not secret and no protection, because it can be computed from the key. */
function checksum(id: string, secret: string): string {
  return createHash('sha256').update(`tr_${id}_${secret}`).digest('hex').slice(0, 8);
}
