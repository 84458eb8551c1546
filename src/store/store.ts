import type { ParameterErrors } from '../../calibration/fit/calibrate.ts';
import type { ModelIdentity } from '../../item-bank/import/logs/model-identity.ts';
import type { Item } from '../../item-bank/items/item.ts';
import type { BankTaxonomy } from '../../item-bank/taxonomies/bank-taxonomy.ts';
import type { ItemParameters } from '../irt/parameters.ts';
import type { ResponseMatrix } from '../irt/responses.ts';
import type { RunStore } from '../run/run-record.ts';
import type { ReplyStore } from '../run/run-replies.ts';
import type { AbsentByModel } from '../scoring/absent.ts';
import type { SharedFileLimits, SharedFiles } from '../shared-files/shared-files.ts';
import type { ServiceClaim } from './access/claims.ts';
import type { AnnotationStore } from './annotations/annotation-store.ts';
import type { CalibrationLogStore } from './calibrations/calibration-log-store.ts';
import type { InstanceStore } from './instances/instance-store.ts';
import type { Notices } from './instances/notices.ts';
import type { RateStore } from './instances/rate-store.ts';
import type { PanelStore } from './panels/panels.ts';
import type { RatingStore } from './ratings/rating-store.ts';
import type { LetterAnswer } from './responses/pack-letters.ts';
import type { ReviewStore } from './review/review-store.ts';
import type { PersonTurnStore } from './service/person-turns.ts';
import type { JobStore } from './service/service-jobs.ts';
import type { KeyStore } from './service/service-keys.ts';
import type { ServiceSessionStore } from './service/service-session-store.ts';
import type { WorkStore } from './work/work-store.ts';
import type { WorkerStore } from './work/worker-store.ts';
import type { WritingStore } from './writing/writing-store.ts';

/** A bank as it is listed. */
export interface BankSummary {
  readonly name: string;
  /** Grows by one with each change of its items. */
  readonly version: number;
  readonly title: string;
  /** The built-in bank whose items it gives text to; null for a bank of its own. */
  readonly builtin: string | null;
  readonly items: number;
  /** Examinees with recorded answers. */
  readonly examinees: number;
  /** SHA-256 over ids and content hashes of its items, in order. */
  readonly fingerprint: string;
  readonly createdAt: string;
  readonly changedAt: string;
}

/** Recorded answers of a bank: the columns of the matrix are its items in their order. */
export interface StoredResponses {
  readonly matrix: ResponseMatrix;
  /** Family of each examinee; null if none were given. */
  readonly families: readonly string[] | null;
  /** The examinees whose answers come from the stand-in; absent if there are none. */
  readonly standIns?: readonly string[];
  /** Why answers are not there, as far as it is known; absent without any. */
  readonly absent?: AbsentByModel;
}

/** Recorded answers as they were kept, before the review of their bank changes scores. One entry per examinee. */
export interface KeptResponses extends StoredResponses {
  /** The letters of its answers, by position of the item; null if none are known. */
  readonly letters: readonly (readonly LetterAnswer[] | null)[];
  /** By item: the key a score was given by, where it is another than the item was imported with. */
  readonly scoredBy: readonly Readonly<Record<string, string>>[];
  /** Who answered, as an endpoint or a log says; null if it is not known. */
  readonly origins: readonly (ModelIdentity | null)[];
}

/** Where a calibration comes from. */
export interface CalibrationLineage {
  readonly bank: string;
  /** The version of the bank whose items it was made for. */
  readonly bankVersion: number;
  /** How it was made, such as `integrated`. */
  readonly method: string;
  /** Everything else that it depends on: JSON. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The calibration it started from or was linked to; null for a scale of its own. */
  readonly parent: number | null;
  /** Whose answers it was made from. */
  readonly examinees: readonly string[];
}

/** A calibration as it is listed. */
export interface CalibrationSummary extends CalibrationLineage {
  readonly id: number;
  /** Number of items with parameters. */
  readonly items: number;
  readonly createdAt: string;
}

/** The item parameters of a calibration: entry j of every array belongs to item j. */
export interface CalibrationValues {
  readonly items: readonly string[];
  readonly parameters: ItemParameters;
  /** Null if there are none. */
  readonly standardErrors: ParameterErrors | null;
}

/** A calibration as it is read. */
export interface StoredCalibration extends CalibrationValues, CalibrationLineage {
  readonly id: number;
  readonly createdAt: string;
}

/** What a bank has in a store. */
export interface BankHoldings {
  readonly items: number;
  /** Models with recorded answers. */
  readonly examinees: number;
  readonly calibrations: number;
  /** Sessions of the service that are not over. */
  readonly openSessions: number;
  /** Jobs of the service that wait or run. */
  readonly openJobs: number;
}

/** The final record of an examinee's test. */
export interface StoredSession {
  readonly examinee: string;
  readonly record: unknown;
}

/** The data kept between commands: banks with their items and recorded answers, runs, and paid replies. */
export interface Store extends RunStore, KeyStore, ServiceClaim, ReviewStore, CalibrationLogStore {
  readonly dialect: 'sqlite' | 'postgres';
  /** The file or address, without a password: for messages. */
  readonly location: string;
  readonly replies: ReplyStore;
  readonly jobs: JobStore;
  readonly panels: PanelStore;
  /** Answers to single questions of cases that a person has not finished. */
  readonly personTurns: PersonTurnStore;
  readonly annotations: AnnotationStore;
  readonly writing: WritingStore;
  readonly ratings: RatingStore;
  readonly serviceSessions: ServiceSessionStore;
  /** Files in the database, for processes that share it. */
  sharedFiles(limits: SharedFileLimits): SharedFiles;
  /** The processes that share the database, their notices to each other, and the limits that they share; null on SQLite. */
  readonly instances: InstanceStore | null;
  readonly notices: Notices | null;
  readonly rates: RateStore | null;
  /** Computations that workers share, and the workers; null on SQLite. */
  readonly work: WorkStore | null;
  readonly workers: WorkerStore | null;

  /** By name. */
  banks(): Promise<BankSummary[]>;
  bank(name: string): Promise<BankSummary | undefined>;
  /** Changes with the items, the recorded answers, and the taxonomy of a bank; null if there is none. */
  bankMark(name: string): Promise<string | null>;
  /** The version of a bank that had this fingerprint; items are only added, so that it has them still. */
  bankVersion(name: string, fingerprint: string): Promise<number | undefined>;
  /**
   * Adds items to a bank, which it makes if there is none: all of them, as a new version, or none if anything fails. Items
   * whose id the bank has must have been left out (`knownItems`); one content may have several ids. Takes items as they come,
   * in memory that does not grow with their number. On SQLite no other process can write until the last one has arrived, so
   * they should come from a file, not from a model. Their source may read the store but not write to it.
   * @returns the number added; no version is made for 0
   * @throws ITEM_EXISTS; what `items` throws
   */
  addItems(
    bank: { readonly name: string; readonly title: string; readonly builtin: string | null },
    items: AsyncIterable<Item> | Iterable<Item>,
    at: string,
  ): Promise<number>;
  /** The first id of every content by its hash, and all ids: for an import to tell what is new. */
  knownItems(bank: string): Promise<{
    idOfHash(hash: string): string | undefined;
    has(id: string): boolean;
    add(item: Item): void;
  }>;
  /** Gives a bank a taxonomy in place of one that it has. @throws NAME_UNKNOWN */
  putTaxonomy(bank: string, taxonomy: BankTaxonomy): Promise<void>;
  /** The taxonomy of a bank; null if it has none, or if there is no such bank. */
  taxonomy(bank: string): Promise<BankTaxonomy | null>;
  /** What a bank has, and what is under way with it; undefined if there is none. */
  bankHoldings(name: string): Promise<BankHoldings | undefined>;
  /**
   * Removes a bank with its items, recorded answers and calibrations. Runs and sessions stay with their answers and results.
   * @throws NAME_UNKNOWN; BANK_IN_USE while sessions or jobs of the bank are open
   */
  removeBank(name: string): Promise<void>;
  /**
   * In the order they were added, as of the bank's newest version and as its review leaves them; with `ids` these only, in no order.
   */
  items(bank: string, ids?: readonly string[]): AsyncIterable<Item>;

  /**
   * Keeps recorded answers, one packed blob an examinee; an examinee that has some is replaced. Absent items are not asked.
   * @param details the letters of the answers, why some are not there, the keys they were scored by, and who gave them; by default no letters, not known, the keys the items have now, and not known
   */
  putResponses(
    bank: string,
    matrix: ResponseMatrix,
    families: readonly string[] | null,
    at: string,
    details?: Partial<Pick<KeptResponses, 'letters' | 'absent' | 'scoredBy' | 'origins'>>,
  ): Promise<void>;
  /** As the review of the bank leaves them (rescore-responses.ts); null if there are none. */
  responses(bank: string): Promise<StoredResponses | null>;
  /** As they were kept; null if there are none. */
  keptResponses(bank: string): Promise<KeptResponses | null>;
  /** Names of the examinees with recorded answers to a bank, and of those of its ended sessions; not of a removed bank. */
  answeredBy(
    bank: string,
  ): Promise<{ readonly recorded: readonly string[]; readonly sessions: readonly string[] }>;
  /** When recorded answers of a bank were last kept, ISO 8601; null if there are none. */
  answersChangedAt(bank: string): Promise<string | null>;

  /**
   * Keeps a calibration; it never changes.
   * @returns its number
   * @throws NAME_UNKNOWN for the bank, ITEM_UNKNOWN for an item that this version of it does not have
   */
  putCalibration(
    calibration: CalibrationLineage &
      CalibrationValues & {
        /** What it changes, if it refreshes its parent: JSON. Kept in the same row. */
        readonly report?: unknown;
      },
    at: string,
  ): Promise<number>;
  /** Of a bank, newest first, without parameters. */
  calibrations(bank: string): Promise<CalibrationSummary[]>;
  calibration(id: number): Promise<StoredCalibration | undefined>;
  /** What a refreshed calibration changes; null for others. */
  calibrationReport(id: number): Promise<unknown>;

  /** Keeps the final record of an examinee's test in a run (JSON), in place of one that is there. */
  putSession(run: number, examinee: string, record: unknown): Promise<void>;
  /** By examinee. */
  sessions(run: number): Promise<StoredSession[]>;

  /** Asks the database once whether it answers. @throws STORE_UNAVAILABLE */
  ping(): Promise<void>;
  /** Writes what changes nothing; it is on the disk once this resolves. @throws STORE_UNAVAILABLE */
  touch(): Promise<void>;
  /** Waits for what is being written; gives back all claims. */
  close(): Promise<void>;
}
