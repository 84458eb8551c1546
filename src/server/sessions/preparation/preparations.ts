import { prepare } from '../../../ranking/live/preparation.ts';
import type { LiveBank } from '../../../tested-bank/live-bank.ts';
import type { ServiceContext } from '../../service-context.ts';
import { localTest } from '../engine/hosted-test.ts';
import type { SessionEngine } from '../engine/session-engine.ts';
import type { SessionSettings } from '../settings/session-request.ts';
import {
  type PreparationRequest,
  preparationQueue,
  requireWanted,
  SERVICE_REQUEST,
} from './preparation-queue.ts';
import type {
  PreparationData,
  PreparationSource,
  PreparationSources,
} from './preparation-source.ts';
import { type PreparedBank, preparedBank } from './prepared-bank.ts';

/** Preparations kept in memory: one of 33,735 items takes some 20 MB. */
const IN_MEMORY = 16;

/** Prepares banks for sessions: each calibration once, for all sessions that can share it. */
export class Preparations {
  readonly #context: Pick<ServiceContext, 'log'>;
  readonly #sources: PreparationSources;
  readonly #engine: SessionEngine;
  /** By the key of their source; the most recently used comes last. */
  readonly #known = new Map<string, Promise<PreparedBank>>();
  readonly #wanted = preparationQueue();
  /** The last preparation on the thread. They run in turn, so that one without waiting requests never starts. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    context: Pick<ServiceContext, 'log'>,
    sources: PreparationSources,
    engine: SessionEngine,
  ) {
    this.#context = context;
    this.#sources = sources;
    this.#engine = engine;
  }

  /**
   * @throws CALIBRATION_OF_TESTED, TOO_FEW_EXAMINEES, NAME_UNKNOWN, OPTIONS_CONFLICT, SESSION_INVALID, QUOTAS_IMPOSSIBLE for an
   * invalid session; PREPARATIONS_WAITING if too many are running, CLIENT_GONE if no request waits any more
   * @param wish the waiting request; the service itself by default
   */
  async of(
    bank: LiveBank,
    settings: SessionSettings,
    wish: PreparationRequest = SERVICE_REQUEST,
  ): Promise<PreparedBank> {
    const source = await this.#sources.of(bank, settings);
    return this.#shared(source, wish, bank.hashes.length);
  }

  #shared(
    source: PreparationSource,
    wish: PreparationRequest,
    bankItems: number,
  ): Promise<PreparedBank> {
    const { key } = source;
    this.#wanted.join(key, wish);
    const found =
      this.#known.get(key) ??
      this.#wanted.make(key, wish, async (isWanted) =>
        this.#prepare(source, await source.read(isWanted), bankItems, isWanted),
      );
    this.#known.delete(key);
    this.#known.set(key, found);
    if (this.#known.size > IN_MEMORY) this.#known.delete(this.#known.keys().next().value as string);
    found.catch(() => {
      if (this.#known.get(key) === found) this.#known.delete(key);
    });
    return found;
  }

  async #prepare(
    { key, isLocal }: PreparationSource,
    { input, calibrationVersion }: PreparationData,
    bankItems: number,
    isWanted: () => boolean,
  ): Promise<PreparedBank> {
    const begun = performance.now();
    const local = isLocal ? prepare(input) : null;
    if (local === null) await this.#inTurn(isWanted, () => this.#engine.prepare(key, input));
    this.#context.log('info', 'tests-prepared', {
      bank: input.recorded.name,
      milliseconds: Math.round(performance.now() - begun),
    });
    return preparedBank(input, { calibrationVersion, bankItems }, (plan) =>
      local === null ? this.#engine.test(key, input, plan) : localTest(local, plan),
    );
  }

  async #inTurn(isWanted: () => boolean, work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(() => {
      requireWanted(isWanted);
      return work();
    });
    this.#last = turn.catch(() => {});
    await turn;
  }
}
