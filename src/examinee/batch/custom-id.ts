import { createHash } from 'node:crypto';

const MOST_TURNS = 1000;
const MOST_ATTEMPTS = 1000;
const MOST_PLACES = 1e9;

/** The request of a line of a batch. */
export interface RequestId {
  /** `idTag` of the run and of the call. */
  readonly run: string;
  readonly call: string;
  /** Place of the item in the record, from 1. */
  readonly place: number;
  /** The question of a conversation, from 0. */
  readonly turn: number;
  /** How often it has been written, this time included. */
  readonly attempt: number;
  /** `requestTag` of what is sent. */
  readonly request: string;
}

const FORM =
  /^([0-9a-f]{10})-([0-9a-f]{10})-([1-9]\d{0,8})-(0|[1-9]\d{0,2})-([1-9]\d{0,2})-([0-9a-f]{20})$/;

/**
 * A `custom_id`, at most 62 characters, where all servers take 64: a result says by it what it answers, in whichever file and order it comes.
 * @throws RangeError beyond 999 turns, 999 attempts or 999,999,999 items
 */
export function customId({ run, call, place, turn, attempt, request }: RequestId): string {
  if (turn >= MOST_TURNS || attempt >= MOST_ATTEMPTS || place >= MOST_PLACES)
    throw new RangeError(`place ${place}, turn ${turn}, attempt ${attempt}: no custom_id holds it`);
  return [run, call, place, turn, attempt, request].join('-');
}

/** The parsed `custom_id`; null if it is not one of these. */
export function readCustomId(text: string): RequestId | null {
  const found = FORM.exec(text);
  if (found === null) return null;
  const [, run, call, place, turn, attempt, request] = found;
  return {
    run,
    call,
    request,
    place: Number(place),
    turn: Number(turn),
    attempt: Number(attempt),
  };
}

/** 40 bits of a hash, as 10 hexadecimal digits: for a run or a call. */
export function idTag(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 10);
}

/** 80 bits of the key of a reply (`replyKey`): of the address, the request, the headers and the repeat. */
export function requestTag(replyKey: string): string {
  return replyKey.slice(0, 20);
}
