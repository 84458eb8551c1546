import { isNoSpace } from '../../store/access/store-failure.ts';
import type { ServiceContext } from '../service-context.ts';
import { soon } from './soon.ts';

export const STORE_STATES = ['ok', 'no database', 'no space', 'cannot write'] as const;
type StoreState = (typeof STORE_STATES)[number];

/** The result of an attempt is of all who ask within this time after it began, in ms. */
const AGE = 1000;

/** Tries whether the database answers and keeps what is written: one attempt at a time, for all who ask meanwhile. */
export function storeProbe({
  store,
  elapsed,
}: Pick<ServiceContext, 'store' | 'elapsed'>): () => Promise<StoreState> {
  let answers = false;
  let isOver = true;
  let begunAt = Number.NEGATIVE_INFINITY;
  let attempt: Promise<StoreState>;
  const tried = async (): Promise<StoreState> => {
    try {
      await store.ping();
      answers = true;
      await store.touch();
      return 'ok';
    } catch (error) {
      return isNoSpace(error) ? 'no space' : late();
    } finally {
      isOver = true;
    }
  };
  const late = () => (answers ? 'cannot write' : 'no database');
  return async () => {
    if (isOver && elapsed() - begunAt >= AGE) {
      [answers, isOver, begunAt] = [false, false, elapsed()];
      attempt = tried();
    }
    return (await soon(attempt, null)) ?? late();
  };
}
