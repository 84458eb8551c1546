import { createHash } from 'node:crypto';
import type { ItemParameters } from '../../irt/parameters.ts';
import { pickExaminees, type ResponseMatrix } from '../../irt/responses.ts';
import { flaggedItems } from '../../ranking/flagged-items.ts';
import { checkPool } from '../../ranking/live/live-calibration.ts';
import { divide, NO_FOLD } from '../../ranking/live/live-division.ts';
import {
  type Preparation,
  type PreparationInput,
  prepare,
  type TestPlan,
} from '../../ranking/live/preparation.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import type { LiveBank } from '../../tested-bank/live-bank.ts';
import type { RecordedCalibrations } from '../banks/recorded-calibration.ts';
import type { ServiceContext } from '../service-context.ts';
import { type HostedTest, localTest } from './hosted-test.ts';
import {
  type PreparationRequest,
  preparationQueue,
  requireWanted,
  SERVICE_REQUEST,
} from './preparation-queue.ts';
import type { SessionBanks } from './session-banks.ts';
import type { SessionEngine } from './session-engine.ts';
import { askableItems, needsText, type SessionSettings } from './session-request.ts';
import { isDear, sessionRules } from './session-rules.ts';

/** What the sessions of one bank, calibration and kind share. */
export interface SessionGround {
  /** Fingerprint of the item parameters that abilities and scores stand on. */
  readonly calibrationVersion: string;
  readonly recorded: RecordedBank;
  /** Items of the bank, with and without parameters. */
  readonly bankItems: number;
  /** Flagged items that adaptive choice leaves out. */
  readonly leftOut: number;
  /** By position of the item; null where there are none. */
  readonly parameters: ItemParameters | null;
  /** Of items, by their ids. */
  readonly positionOf: ReadonlyMap<string, number>;
  /** A test of a session that this ground is of. */
  test(settings: SessionSettings): Promise<HostedTest>;
}

/** Prepares tests: each calibration once, for all sessions that can share it. */
export interface Preparations {
  /**
   * @throws CALIBRATION_OF_TESTED, TOO_FEW_EXAMINEES, NAME_UNKNOWN, OPTIONS_CONFLICT, SESSION_INVALID, QUOTAS_IMPOSSIBLE where
   * the session cannot be; PREPARATIONS_WAITING where too many are being made, CLIENT_GONE where nobody waits any more
   * @param wish who waits; the service itself by default
   */
  of(bank: LiveBank, settings: SessionSettings, wish?: PreparationRequest): Promise<SessionGround>;
}

/** Preparations kept in memory: one of 33,735 items takes some 20 MB. */
const IN_MEMORY = 16;

export function preparations(
  context: Pick<ServiceContext, 'log'>,
  banks: SessionBanks,
  calibrations: RecordedCalibrations,
  engine: SessionEngine,
): Preparations {
  const known = new Map<string, Promise<SessionGround>>();
  const wanted = preparationQueue();
  const shared = (
    key: string,
    wish: PreparationRequest,
    make: (isWanted: () => boolean) => Promise<SessionGround>,
  ) => {
    wanted.join(key, wish);
    const found = known.get(key) ?? wanted.make(key, wish, make);
    known.delete(key);
    known.set(key, found);
    if (known.size > IN_MEMORY) known.delete(known.keys().next().value as string);
    found.catch(() => {
      if (known.get(key) === found) known.delete(key);
    });
    return found;
  };
  /** The last preparation on the thread: they take turns, so that one that nobody waits for is never begun. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async (isWanted: () => boolean, work: () => Promise<void>) => {
    const turn = last.then(() => {
      requireWanted(isWanted);
      return work();
    });
    last = turn.catch(() => {});
    await turn;
  };

  const ground = async (
    key: string,
    input: PreparationInput,
    calibrationVersion: string,
    isLocal: boolean,
    bankItems: number,
    isWanted: () => boolean,
  ): Promise<SessionGround> => {
    let local: Preparation | null = null;
    const begun = performance.now();
    if (isLocal) local = prepare(input);
    else await inTurn(isWanted, () => engine.prepare(key, input));
    context.log('info', 'tests-prepared', {
      bank: input.recorded.name,
      milliseconds: Math.round(performance.now() - begun),
    });
    return {
      calibrationVersion,
      recorded: input.recorded,
      bankItems,
      leftOut: leftOutOf(input),
      parameters: parametersOf(input),
      positionOf: positionsOf(input.recorded.responses),
      async test(settings) {
        const plan = planOf(settings);
        return local === null ? engine.test(key, input, plan) : localTest(local, plan);
      },
    };
  };

  return {
    async of(bank, settings, wish = SERVICE_REQUEST) {
      const { strategy, calibration: number, adaptive, includeFlagged } = settings;
      const isLocal = strategy !== 'robust' && !isDear(adaptive);
      const isTextNeeded = needsText(settings);
      const all = bank.hashes.length;
      const key = [bank.fingerprint, isTextNeeded, isLocal];
      const plain = { recorded: bank.recorded, askable: askableItems(bank, isTextNeeded) };
      if (strategy === 'random') {
        const input = { ...plain, calibration: null, robust: null };
        const name = hashOf([...key, 'random']);
        return shared(name, wish, (isWanted) =>
          ground(name, input, hashOf([bank.fingerprint]), true, all, isWanted),
        );
      }
      if (number !== null) {
        const { live, calibration, used } = await banks.calibrated(bank, number);
        checkPool(calibration, [[settings.examinee, ...settings.aliases]]);
        const flagged = includeFlagged ? undefined : calibration.flagged;
        const name = hashOf([...key, 'kept', used.fingerprint, Array.from(flagged ?? [])]);
        const input = {
          recorded: live.recorded,
          askable: askableItems(live, isTextNeeded),
          calibration: { kept: { ...calibration, flagged } },
          robust: null,
        };
        return shared(name, wish, (isWanted) =>
          ground(name, input, used.fingerprint, isLocal, all, isWanted),
        );
      }
      const { kept, families, foldOf, folds } = divide({
        bank: bank.recorded,
        families: bank.families,
        models: [settings.examinee],
        aliases: [settings.aliases],
        leaveOut: settings.leaveOut,
        seed: settings.seed,
      });
      const fold = [...folds.keys()][0] ?? NO_FOLD;
      const seen = [...foldOf.keys()].filter((i) => foldOf[i] !== fold);
      const seed = `${settings.seed}/live/${fold}`;
      const robust = strategy === 'robust' ? { families, items: settings.items, seed } : null;
      const rest = robust === null ? null : [robust.items, robust.seed];
      const name = hashOf([...key, kept, seen, rest, includeFlagged]);
      const make = async (isWanted: () => boolean) => {
        context.log('info', 'tests-preparing', { bank: bank.recorded.name, strategy });
        const responses = someExaminees(bank.recorded.responses, kept);
        const own: RecordedBank = { ...bank.recorded, responses, families: undefined };
        const whole = await calibrations.of(responses, isWanted);
        const known = someExaminees(responses, seen);
        const part = await calibrations.of(known, isWanted);
        const flagged = includeFlagged ? null : flaggedItems(known, part.parameters);
        const input = {
          ...plain,
          calibration: {
            own,
            abilities: whole.abilities,
            part: { ...partOf(part), seen, flagged },
          },
          robust,
        };
        const { a, b, c, d } = whole.parameters;
        const version = hashOf([bank.fingerprint, a, b, c, d]);
        return ground(name, input, version, isLocal, all, isWanted);
      };
      return shared(name, wish, make);
    },
  };
}

const positions = new WeakMap<ResponseMatrix, ReadonlyMap<string, number>>();

function positionsOf(responses: ResponseMatrix): ReadonlyMap<string, number> {
  const found = positions.get(responses) ?? new Map(responses.items.map((id, j) => [id, j]));
  positions.set(responses, found);
  return found;
}

function parametersOf({ calibration }: PreparationInput): ItemParameters | null {
  if (calibration === null) return null;
  return 'kept' in calibration ? calibration.kept.parameters : calibration.part.parameters;
}

/** How many items adaptive choice leaves out. */
function leftOutOf({ calibration }: PreparationInput): number {
  if (calibration === null) return 0;
  const flagged = 'kept' in calibration ? calibration.kept.flagged : calibration.part.flagged;
  return flagged?.reduce((sum, one) => sum + one, 0) ?? 0;
}

function partOf({ parameters, abilities }: Awaited<ReturnType<RecordedCalibrations['of']>>) {
  return { parameters, abilities };
}

/** The matrix itself where nobody is left out: what is known of it is known by it. */
function someExaminees(responses: ResponseMatrix, rows: readonly number[]): ResponseMatrix {
  return rows.length === responses.examinees.length ? responses : pickExaminees(responses, rows);
}

function planOf(settings: SessionSettings): TestPlan {
  const { strategy, examinee, items: length, lag, seed, adaptive } = settings;
  const rules = strategy === 'adaptive' ? sessionRules(adaptive, length) : null;
  return { strategy, examinee, length, lag, seed: `${seed}/${examinee}`, rules };
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
