import { pickExaminees } from '../irt/responses.ts';
import { bankFingerprint } from './bank-fingerprint.ts';
import type { LiveBank } from './live-bank.ts';

/**
 * The bank as it was when it had this fingerprint: without the models that were recorded since, so that what was begun then can go on. Recorded
 * models stand in the order in which they were first recorded, so those of then are the first ones; the fingerprint shows how many they are.
 * @returns null if something else has changed: items, tags, or the answers of models that were recorded then
 */
export function bankAsOf(live: LiveBank, fingerprint: string): LiveBank | null {
  if (live.fingerprint === fingerprint) return live;
  const { recorded, families } = live;
  const { examinees } = recorded.responses;
  for (let count = examinees.length - 1; count >= 0; count--) {
    const responses = pickExaminees(recorded.responses, [...examinees.keys()].slice(0, count));
    const own = families?.slice(0, count) ?? null;
    // Models without a family count as one of their own as soon as a later one has a family.
    const isUnnamed = own?.every((family, i) => family === examinees[i]) === true;
    for (const given of isUnnamed ? [null, own] : [own]) {
      const bank = { ...live, recorded: { ...recorded, responses }, families: given };
      if (bankFingerprint(bank) === fingerprint) return { ...bank, fingerprint };
    }
  }
  return null;
}
