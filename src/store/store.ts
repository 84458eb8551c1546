import type { Item } from '../../item-bank/items/item.ts';
import type { ReplyCache } from '../examinee/examinee.ts';
import type { ResponseMatrix } from '../irt/responses.ts';
import type { RunStore } from '../run/run-record.ts';

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
  /** Family of each examinee; null where none were given. */
  readonly families: readonly string[] | null;
}

/** What is kept between commands: banks with their items and recorded answers, runs, replies that were paid for. */
export interface Store extends RunStore {
  readonly dialect: 'sqlite' | 'postgres';
  /** The file or address, without a password: for messages. */
  readonly location: string;
  readonly cache: ReplyCache;

  /** By name. */
  banks(): Promise<BankSummary[]>;
  bank(name: string): Promise<BankSummary | undefined>;
  /**
   * Adds items to a bank, which it makes where there is none: all of them, as a new version, or none if anything fails.
   * Items whose id the bank has must have been left out (`knownItems`); one content may have several ids. Takes items
   * as they come, in memory that does not grow with their number.
   * @returns the number added; no version is made for 0
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
  /** In the order they were added, as of the bank's newest version; with `ids` these only, in no order. */
  items(bank: string, ids?: readonly string[]): AsyncIterable<Item>;

  /** Keeps recorded answers, one packed blob an examinee; an examinee that has some is replaced. Absent items are not asked. */
  putResponses(
    bank: string,
    matrix: ResponseMatrix,
    families: readonly string[] | null,
    at: string,
  ): Promise<void>;
  /** Null where there are none. */
  responses(bank: string): Promise<StoredResponses | null>;

  close(): Promise<void>;
}
