import { fullScoreWeights } from '../../../../item-bank/full-score.ts';
import { fixedForm } from '../../../cat/fixed-form.ts';
import { randomStream, shuffle } from '../../../random.ts';
import { scoreTag } from '../../../ranking/recorded-bank.ts';
import type { PreparedBank } from '../preparation/prepared-bank.ts';
import type { SessionSettings } from '../settings/session-request.ts';

/**
 * The items of a fixed form that is drawn, in the order in which they are asked: by the seed and not by the examinee, so that everyone
 * gets the same form.
 * @param askable one entry per item, 1 if it can be asked; null if all can
 * @throws TOO_MANY_ITEMS
 */
export function drawnForm(
  { recorded, parameters }: Pick<PreparedBank, 'recorded' | 'parameters'>,
  { form, items, seed }: Pick<SessionSettings, 'form' | 'items' | 'seed'>,
  askable: Uint8Array | null,
): string[] {
  const ids = recorded.responses.items;
  const draw = form?.draw ?? 'representative';
  const weights = fullScoreWeights(
    recorded.fullScore,
    recorded.tags,
    (j) => askable === null || askable[j] === 1,
    ids.length,
  );
  const chance = randomStream(`${seed}`, 'form', draw);
  if (draw === 'random') {
    const can = ids.flatMap((id, j) => (weights[j] > 0 ? [id] : []));
    shuffle(can, chance);
    return can.slice(0, items);
  }
  const tag = scoreTag(recorded);
  const groups = tag === undefined ? new Uint8Array(ids.length) : recorded.tags[tag].codes;
  const chosen = fixedForm(parameters!, groups, weights, items, chance);
  // Not by subject or difficulty: a person would notice.
  const order = Array.from(chosen, (j) => ids[j]);
  shuffle(order, chance);
  return order;
}
