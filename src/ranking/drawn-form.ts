import { fullScoreWeights } from '../../item-bank/full-score.ts';
import { fixedForm } from '../cat/fixed-form.ts';
import type { ItemParameters } from '../irt/parameters.ts';
import { randomStream, shuffle } from '../random.ts';
import type { FormDraw } from './live/fixed-live-test.ts';
import { type RecordedBank, scoreTag } from './recorded-bank.ts';

/**
 * The items of a fixed form that is drawn, in the order in which they are asked: by the seed and not by the examinee, so that everyone
 * gets the same form. The order is random, so that the first answers are a random part of the form.
 * @param parameters of the items of the bank; `random` needs none
 * @param askable one entry per item, 1 if it can be asked; null if all can
 * @returns their ids
 * @throws TOO_MANY_ITEMS
 */
export function drawnForm(
  { recorded, parameters }: { recorded: RecordedBank; parameters: ItemParameters | null },
  { draw, items, seed }: { draw: FormDraw; items: number; seed: number },
  askable: Uint8Array | null,
): string[] {
  const ids = recorded.responses.items;
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
