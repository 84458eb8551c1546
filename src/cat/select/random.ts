import { randomInteger } from '../../random.ts';
import type { Selector } from './selector.ts';

/** Blind draws before the eligible items are counted: enough unless nearly all are used up. */
const DRAWS = 32;

/** Any eligible item, each equally likely. */
export const random: Selector = ({ bank, eligible, chance }) => {
  const stream = chance();
  const size = bank.items.count;
  for (let draw = 0; draw < DRAWS; draw++) {
    const j = randomInteger(stream, size);
    if (eligible(j)) return j;
  }
  let count = 0;
  for (let j = 0; j < size; j++) if (eligible(j)) count++;
  if (count === 0) return -1;
  let left = randomInteger(stream, count);
  for (let j = 0; j < size; j++) if (eligible(j) && left-- === 0) return j;
  return -1;
};
