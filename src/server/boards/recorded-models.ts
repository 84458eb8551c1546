import { ThetarankError } from '../../errors.ts';
import {
  type RecordedStandings,
  standingsInSteps,
} from '../../ranking/board/recorded-standings.ts';
import { inTurns } from '../in-turns.ts';
import type { SessionBanks } from '../sessions/preparation/session-banks.ts';
import type { BoardProperties } from './board-of.ts';

/** The scale of a leaderboard, which determines the items of its scores. */
export type BoardScale = Pick<BoardProperties, 'bank' | 'bankVersion' | 'calibrationVersion'> & {
  /** Number of a kept calibration; null for one from the recorded answers, or none. */
  readonly calibration: number | null;
};

/**
 * The recorded models on the items of a leaderboard; null if these no longer exist.
 * @param mark changes with the bank
 */
export type RecordedOf = (scale: BoardScale, mark: string) => Promise<RecordedStandings | null>;

/** The items of a leaderboard; null if bank or calibration have changed since, or are gone. */
export type ItemsOf = (scale: BoardScale) => Promise<readonly string[] | null>;

/** Scales whose recorded models are kept in memory: a name and some numbers each. */
const MOST_KEPT = 256;

/**
 * Reads recorded models, once for each state of a bank and each kept calibration. Scores of a kept calibration are of the items
 * that it has parameters of, so those of the recorded models are too. Null where bank or calibration have changed, or are
 * gone.
 */
export function recordedModels(banks: Pick<SessionBanks, 'latest' | 'calibrated'>): RecordedOf {
  const known = new Map<string, Promise<RecordedStandings | null>>();
  const standings = async ({ bank, bankVersion, calibration, calibrationVersion }: BoardScale) => {
    try {
      const whole = await banks.latest(bank);
      if (whole.fingerprint !== bankVersion) return null;
      if (calibration === null) return await inTurns(standingsInSteps(whole.recorded));
      const { live, used } = await banks.calibrated(whole, calibration);
      if (used.fingerprint !== calibrationVersion) return null;
      return await inTurns(standingsInSteps(live.recorded));
    } catch (error) {
      if (error instanceof ThetarankError && GONE.includes(error.code)) return null;
      throw error;
    }
  };
  return (scale, mark) => {
    const { bank, bankVersion, calibration, calibrationVersion } = scale;
    const key = JSON.stringify([bank, mark, bankVersion, calibration, calibrationVersion]);
    const found = known.get(key) ?? standings(scale);
    known.delete(key);
    known.set(key, found);
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value as string);
    found.catch(() => known.delete(key));
    return found;
  };
}

/** Reads the items of leaderboards. */
export function boardItems(banks: Pick<SessionBanks, 'latest' | 'calibrated'>): ItemsOf {
  return async ({ bank, bankVersion, calibration, calibrationVersion }) => {
    try {
      const whole = await banks.latest(bank);
      if (whole.fingerprint !== bankVersion) return null;
      if (calibration === null) return whole.recorded.responses.items;
      const { live, used } = await banks.calibrated(whole, calibration);
      return used.fingerprint === calibrationVersion ? live.recorded.responses.items : null;
    } catch (error) {
      if (error instanceof ThetarankError && GONE.includes(error.code)) return null;
      throw error;
    }
  };
}

/** For a missing bank or calibration, or a number that now belongs to another bank. */
const GONE: readonly string[] = ['NAME_UNKNOWN', 'OPTIONS_CONFLICT'];
