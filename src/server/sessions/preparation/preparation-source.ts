import { createHash } from 'node:crypto';
import { pickExaminees, type ResponseMatrix } from '../../../irt/responses.ts';
import { flaggedItems } from '../../../ranking/flagged-items.ts';
import { checkPool } from '../../../ranking/live/live-calibration.ts';
import { divide, NO_FOLD } from '../../../ranking/live/live-division.ts';
import type { PreparationInput } from '../../../ranking/live/preparation.ts';
import { isLearned, strategyOf } from '../../../ranking/live/strategies.ts';
import type { RecordedBank } from '../../../ranking/recorded-bank.ts';
import type { LiveBank } from '../../../tested-bank/live-bank.ts';
import type { RecordedCalibrations } from '../../banks/recorded-calibration.ts';
import type { ServiceContext } from '../../service-context.ts';
import { askableItems, needsText, type SessionSettings } from '../settings/session-request.ts';
import { isDear } from '../settings/session-rules.ts';
import type { SessionBanks } from './session-banks.ts';

/** The source of a session's preparation. */
export interface PreparationSource {
  /** Its key, the same for all sessions that can share it. */
  readonly key: string;
  /** True if its tests are cheap enough for this thread. */
  readonly isLocal: boolean;
  /** Makes its calibrations. @param isWanted false once no request waits for it any more */
  read(isWanted: () => boolean): Promise<PreparationData>;
}

export interface PreparationData {
  readonly input: PreparationInput;
  /** Fingerprint of the item parameters in it. */
  readonly calibrationVersion: string;
}

/** Finds the source of preparation of sessions, by their strategy and calibration. */
export class PreparationSources {
  readonly #context: Pick<ServiceContext, 'log'>;
  readonly #banks: SessionBanks;
  readonly #calibrations: RecordedCalibrations;

  constructor(
    context: Pick<ServiceContext, 'log'>,
    banks: SessionBanks,
    calibrations: RecordedCalibrations,
  ) {
    this.#context = context;
    this.#banks = banks;
    this.#calibrations = calibrations;
  }

  /** @throws CALIBRATION_OF_TESTED, TOO_FEW_EXAMINEES, NAME_UNKNOWN, OPTIONS_CONFLICT for an invalid session */
  async of(bank: LiveBank, settings: SessionSettings): Promise<PreparationSource> {
    const { strategy, calibration, adaptive } = settings;
    const isLocal = !isLearned(strategy) && !isDear(adaptive);
    const isTextNeeded = needsText(settings);
    const start: Start = {
      key: [bank.fingerprint, isTextNeeded, isLocal],
      isLocal,
      isTextNeeded,
      askable: askableItems(bank, isTextNeeded),
    };
    if (!strategyOf(strategy).isCalibrated) return withoutCalibration(bank, start);
    return calibration === null
      ? this.#onRecordedModels(bank, settings, start)
      : this.#onKeptCalibration(bank, settings, calibration, start);
  }

  async #onKeptCalibration(
    bank: LiveBank,
    { examinee, aliases, includeFlagged, person }: SessionSettings,
    number: number,
    { key, isLocal, isTextNeeded }: Start,
  ): Promise<PreparationSource> {
    const { live, calibration, used } = await this.#banks.calibrated(bank, number);
    // A person is none of the models, whatever they are called.
    checkPool(calibration, person ? [] : [[examinee, ...aliases]]);
    const flagged = includeFlagged ? undefined : calibration.flagged;
    return {
      key: hashOf([...key, 'kept', used.fingerprint, Array.from(flagged ?? [])]),
      isLocal,
      read: async () => ({
        input: {
          recorded: live.recorded,
          askable: askableItems(live, isTextNeeded),
          calibration: { kept: { ...calibration, flagged } },
        },
        calibrationVersion: used.fingerprint,
      }),
    };
  }

  /** Uses calibrations without the examinee, its family and other left-out models. */
  #onRecordedModels(
    bank: LiveBank,
    settings: SessionSettings,
    { key, isLocal, askable }: Start,
  ): PreparationSource {
    const { strategy, items, includeFlagged } = settings;
    const { kept, families, foldOf, folds } = divide({
      bank: bank.recorded,
      families: bank.families,
      models: settings.person ? [] : [settings.examinee],
      aliases: settings.person ? [] : [settings.aliases],
      leaveOut: settings.leaveOut,
      seed: settings.seed,
    });
    const fold = [...folds.keys()][0] ?? NO_FOLD;
    const seen = [...foldOf.keys()].filter((i) => foldOf[i] !== fold);
    const seed = `${settings.seed}/live/${fold}`;
    const rest = isLearned(strategy) ? [items, seed] : null;
    return {
      key: hashOf([...key, kept, seen, rest, includeFlagged]),
      isLocal,
      read: async (isWanted) => {
        this.#context.log('info', 'tests-preparing', { bank: bank.recorded.name, strategy });
        const responses = someExaminees(bank.recorded.responses, kept);
        const own: RecordedBank = { ...bank.recorded, responses, families: undefined };
        const whole = await this.#calibrations.of(responses, isWanted);
        const known = someExaminees(responses, seen);
        const { parameters, abilities } = await this.#calibrations.of(known, isWanted);
        const flagged = includeFlagged ? null : flaggedItems(known, parameters);
        const part = { parameters, abilities, seen, flagged };
        const { a, b, c, d } = whole.parameters;
        return {
          input: {
            recorded: bank.recorded,
            askable,
            calibration: { own, abilities: whole.abilities, part },
            learning: { strategy, families, items, seed },
          },
          calibrationVersion: hashOf([bank.fingerprint, a, b, c, d]),
        };
      },
    };
  }
}

/** The common properties of sources, from bank and settings. */
interface Start {
  /** The first parts of its key. */
  readonly key: readonly unknown[];
  readonly isLocal: boolean;
  readonly isTextNeeded: boolean;
  readonly askable: Uint8Array | null;
}

function withoutCalibration(
  { recorded, fingerprint }: LiveBank,
  { key, isLocal, askable }: Start,
): PreparationSource {
  return {
    key: hashOf([...key, 'random']),
    isLocal,
    read: async () => ({
      input: { recorded, askable, calibration: null },
      calibrationVersion: hashOf([fingerprint]),
    }),
  };
}

/** The matrix itself if no model is left out, so that values cached for it are found. */
function someExaminees(responses: ResponseMatrix, rows: readonly number[]): ResponseMatrix {
  return rows.length === responses.examinees.length ? responses : pickExaminees(responses, rows);
}

function hashOf(parts: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const part of parts)
    hash.update(
      part instanceof Float64Array
        ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
        : `${JSON.stringify(part)}\n`,
    );
  return hash.digest('hex').slice(0, 32);
}
