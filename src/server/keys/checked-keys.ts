import { hash } from 'node:crypto';
import { fail } from '../../errors.ts';
import type { StoredKey } from '../../store/service/service-keys.ts';
import { readKeyText } from '../../workflow/keys/key-text.ts';
import { isSecretOf } from '../../workflow/keys/secret-hash.ts';
import type { Caller } from '../caller.ts';
import type { ServiceContext } from '../service-context.ts';
import { callerOf } from './key-caller.ts';

/** Time until a checked key is looked up again, in ms: another process may have revoked it. */
const FRESH = 10_000;
/** How often the last use of a key is written down, in ms. */
const WRITE_USE = 600_000;
/** The most checked keys in memory. */
const MOST_REMEMBERED = 10_000;

export interface CheckedKeys {
  /**
   * The caller of a key, if it is known and recent; undefined if `check` must look it up.
   * @throws KEY_INVALID for one that has expired
   */
  remembered(text: string): Caller | undefined;
  /**
   * The cost of a check: nothing for an invalid form, little if the key was checked before or is being checked, otherwise a
   * hash.
   */
  costOf(text: string): 'none' | 'little' | 'hash';
  /** @throws KEY_INVALID */
  check(text: string): Promise<Caller>;
  /** Whether the key of a caller is still valid, for long-running requests. */
  isGood(id: string): Promise<boolean>;
  /** Forgets a key that was revoked, and tells those who listen. */
  forget(id: string): void;
  /** Calls the listener when a key is revoked here, or elsewhere where others can tell. @returns a function that stops it */
  onRevoked(listener: (id: string) => void): () => void;
  /** Looks up every key again when it is used next: one may have been revoked. */
  recheck(): void;
}

interface Remembered {
  readonly caller: Caller;
  /** In ms since 1970. */
  readonly expires: number;
  /** These two on the clock that only goes on. */
  freshUntil: number;
  usedAt: number;
}

/**
 * Checks keys. A hash takes some milliseconds, so a valid key is remembered, as a digest. It is looked up again every ten
 * seconds, and forgotten when revoked. Invalid forms and unknown keys cost no hash.
 */
export function checkedKeys(context: ServiceContext): CheckedKeys {
  const { store } = context;
  const byDigest = new Map<string, Remembered>();
  const underway = new Map<string, Promise<Caller>>();
  const { elapsed } = context;
  const listeners = new Set<(id: string) => void>();
  /** Counts what was forgotten: a key that is revoked while it is checked must not be remembered after that. */
  let forgotten = 0;

  const find = async (text: string, digest: string): Promise<Caller> => {
    const parts = readKeyText(text);
    if (parts === null) return refuse('it is mistyped, incomplete, or not a key of this service');
    const before = forgotten;
    const kept = await store.key(parts.id);
    if (kept === undefined) return refuse('this service does not know it');
    const known = byDigest.get(digest);
    if (known === undefined && !(await isSecretOf(parts.secret, kept.hash)))
      return refuse('this service does not know it');
    if (kept.revokedAt !== null) byDigest.delete(digest);
    refuseEnded(kept, context.now());
    if (before !== forgotten) return find(text, digest);
    const now = elapsed();
    const remembered: Remembered = {
      caller: callerOf(kept),
      expires: kept.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(kept.expiresAt),
      freshUntil: now + FRESH,
      usedAt: known?.usedAt ?? Number.NEGATIVE_INFINITY,
    };
    // The oldest goes first: a map keeps the order in which its keys came.
    byDigest.delete(digest);
    for (const oldest of byDigest.keys()) {
      if (byDigest.size < MOST_REMEMBERED) break;
      byDigest.delete(oldest);
    }
    byDigest.set(digest, remembered);
    if (now - remembered.usedAt >= WRITE_USE) {
      remembered.usedAt = now;
      store.keyUsed(parts.id, context.now()).catch((error: Error) => {
        context.log('warn', 'use of a key not written down', {
          key: parts.id,
          error: error.message,
        });
      });
    }
    return remembered.caller;
  };

  return {
    remembered(text) {
      const known = byDigest.get(hash('sha256', text, 'base64'));
      if (known === undefined) return undefined;
      if (Date.parse(context.now()) >= known.expires) refuse('it has expired');
      return elapsed() < known.freshUntil ? known.caller : undefined;
    },
    costOf(text) {
      const digest = hash('sha256', text, 'base64');
      if (byDigest.has(digest) || underway.has(digest)) return 'little';
      return readKeyText(text) === null ? 'none' : 'hash';
    },
    check(text) {
      const digest = hash('sha256', text, 'base64');
      // Requests that come together with one key wait for one check.
      let check = underway.get(digest);
      if (check === undefined) {
        check = find(text, digest).finally(() => underway.delete(digest));
        underway.set(digest, check);
      }
      return check;
    },
    async isGood(id) {
      const kept = await store.key(id);
      return kept !== undefined && endOf(kept, context.now()) === null;
    },
    forget(id) {
      forgotten++;
      for (const [digest, { caller }] of byDigest) if (caller.id === id) byDigest.delete(digest);
      for (const listener of listeners) listener(id);
    },
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recheck() {
      for (const known of byDigest.values()) known.freshUntil = Number.NEGATIVE_INFINITY;
    },
  };
}

function refuseEnded(key: StoredKey, now: string): void {
  const end = endOf(key, now);
  if (end !== null) refuse(end);
}

/** Why a key is no longer valid; null if it is valid. */
function endOf({ revokedAt, expiresAt }: StoredKey, now: string): string | null {
  if (revokedAt !== null) return 'it was revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.parse(now) ? 'it has expired' : null;
}

function refuse(reason: string): never {
  return fail('KEY_INVALID', { reason });
}
