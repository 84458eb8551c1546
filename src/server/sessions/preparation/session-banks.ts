import type { Store } from '../../../store/store.ts';
import { type CalibratedBank, calibratedBank } from '../../../tested-bank/calibrated-bank.ts';
import { type LiveBank, readLiveBank } from '../../../tested-bank/live-bank.ts';

/** The present banks of sessions. */
export interface SessionBanks {
  /** A bank, at most CHECKED ms old. @throws NAME_UNKNOWN */
  current(name: string): LiveBank | Promise<LiveBank>;
  /** A bank as it is now. @throws NAME_UNKNOWN */
  latest(name: string): Promise<LiveBank>;
  /** The part of a bank that a kept calibration has parameters of. @throws as calibratedBank */
  calibrated(bank: LiveBank, number: number): Promise<CalibratedBank>;
}

/** A bank is checked again after this many ms, because other processes may change it. */
const CHECKED = 1000;
/** Number of banks, and of their parts, in memory: with 12,032 items and 34 models one takes 5 MB. */
const IN_MEMORY = 8;

interface Known {
  readonly bank: LiveBank;
  readonly mark: string | null;
  checkedAt: number;
  checking: Promise<LiveBank> | null;
}

/** @param now in ms, never going back */
export function sessionBanks(store: Store, now: () => number): SessionBanks {
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<LiveBank>>();
  const parts = new Map<string, Promise<CalibratedBank>>();

  const read = async (name: string): Promise<LiveBank> => {
    // Read the mark first, so that the next check sees changes made while the bank is read.
    const checkedAt = now();
    const mark = await store.bankMark(name);
    const bank = await readLiveBank(store, name, false);
    known.delete(name);
    known.set(name, { bank, mark, checkedAt, checking: null });
    if (known.size > IN_MEMORY) known.delete(known.keys().next().value as string);
    return bank;
  };
  const readOnce = (name: string): Promise<LiveBank> => {
    const promise = reading.get(name) ?? read(name).finally(() => reading.delete(name));
    reading.set(name, promise);
    return promise;
  };
  const check = async (name: string, entry: Known): Promise<LiveBank> => {
    const at = now();
    if ((await store.bankMark(name)) !== entry.mark) return readOnce(name);
    entry.checkedAt = at;
    return entry.bank;
  };

  const checked = (name: string, entry: Known): Promise<LiveBank> => {
    entry.checking ??= check(name, entry).finally(() => {
      entry.checking = null;
    });
    return entry.checking;
  };

  return {
    current(name) {
      const entry = known.get(name);
      if (entry === undefined) return readOnce(name);
      if (now() - entry.checkedAt < CHECKED) return entry.bank;
      return checked(name, entry);
    },

    async latest(name) {
      const entry = known.get(name);
      return entry === undefined ? readOnce(name) : check(name, entry);
    },

    calibrated(bank, number) {
      const key = `${bank.fingerprint} ${number}`;
      const part = parts.get(key) ?? calibratedBank(store, bank, number);
      parts.delete(key);
      parts.set(key, part);
      if (parts.size > IN_MEMORY) parts.delete(parts.keys().next().value as string);
      part.catch(() => parts.delete(key));
      return part;
    },
  };
}
