import { fail } from '../../src/errors.ts';
import { randomInteger, randomStream, shuffle } from '../../src/random.ts';
import type { DesignRule } from './configuration.ts';
import { balancePairs } from './design-balance.ts';

/** Which participants answer which items, by their positions. */
export interface SynthesisDesign {
  readonly participants: number;
  readonly items: number;
  /** The participants of item j are `members[starts[j]]` … `members[starts[j + 1] − 1]`, ascending. */
  readonly starts: Uint32Array;
  readonly members: Uint16Array;
}

/** The participants of one item, ascending. */
export function participantsOfItem(
  { starts, members }: SynthesisDesign,
  item: number,
): Uint16Array {
  return members.subarray(starts[item], starts[item + 1]);
}

/**
 * The design of a rule: complete, or balanced and incomplete. In an incomplete design, all items have the same number of
 * participants and all participants the same number of items, give or take one if they do not divide. Each pair of participants
 * shares about the same number of items, so that all are linked equally well (partially balanced incomplete blocks: Bose & Nair
 * 1939; the items are the blocks).
 *
 * Items come in random order. Each item takes participants one by one: among those with the fewest items, the one that shares
 * the fewest items with the item's other participants. Exchanges then even out the pairs (design-balance.ts). Only the seed
 * decides ties. O(items × participants × participants per item) and the exchanges: under a second for 20 × 33,735.
 * @throws OPTION_INVALID if the rule asks for more participants than exist, or for fewer than two per item, which would leave
 * participants unlinked
 */
export function designOf(
  rule: DesignRule,
  participants: number,
  items: number,
  seed: number | string,
): SynthesisDesign {
  const total = answersOf(rule, participants, items);
  if (total === participants * items) return completeDesign(participants, items);
  const random = randomStream(seed, 'synthesis', 'design');
  const order = shuffle(
    Uint32Array.from({ length: items }, (_, j) => j),
    random,
  );
  const starts = new Uint32Array(items + 1);
  const least = Math.floor(total / items);
  const larger = total - least * items;
  for (const [k, item] of order.entries()) starts[item + 1] = least + (k < larger ? 1 : 0);
  for (let j = 0; j < items; j++) starts[j + 1] += starts[j];
  const members = new Uint16Array(total);
  const shared = new Int32Array(participants * participants);
  const loads = new Uint32Array(participants);
  for (const item of order) {
    const chosen = members.subarray(starts[item], starts[item + 1]);
    chooseParticipants(chosen, loads, shared, random);
  }
  balancePairs({ participants, items, starts, members }, shared, random);
  for (let j = 0; j < items; j++) members.subarray(starts[j], starts[j + 1]).sort();
  return { participants, items, starts, members };
}

/** Total number of answers under a rule. */
function answersOf(rule: DesignRule, participants: number, items: number): number {
  if (rule === 'complete') return participants * items;
  const [option, found, least, most, one] =
    'participantsPerItem' in rule
      ? (['participantsPerItem', rule.participantsPerItem, 2, participants, items] as const)
      : ([
          'itemsPerParticipant',
          rule.itemsPerParticipant,
          Math.ceil((2 * items) / participants),
          items,
          participants,
        ] as const);
  if (found > most || found < Math.min(least, most))
    fail('OPTION_INVALID', {
      option: `design.${option}`,
      found: `${found} with ${participants} participants and ${items} items`,
      accepted: `${Math.min(least, most)} to ${most}: at least two participants per item, so that participants are linked`,
    });
  return found * one;
}

/** Every participant at every item. */
export function completeDesign(participants: number, items: number): SynthesisDesign {
  const starts = Uint32Array.from({ length: items + 1 }, (_, j) => j * participants);
  const members = new Uint16Array(items * participants);
  for (let k = 0; k < members.length; k++) members[k] = k % participants;
  return { participants, items, starts, members };
}

/**
 * Fills `chosen` with the participants of one item, and updates the counts. Loads differ by at most one: participants with the
 * fewest items come first, others only when all of these are taken.
 */
function chooseParticipants(
  chosen: Uint16Array,
  loads: Uint32Array,
  shared: Int32Array,
  random: () => number,
): void {
  const participants = loads.length;
  const isChosen = new Uint8Array(participants);
  const met = new Float64Array(participants);
  for (let k = 0; k < chosen.length; k++) {
    let best = -1;
    let ties = 0;
    for (let x = 0; x < participants; x++) {
      if (isChosen[x] === 1) continue;
      const order =
        best === -1 ? -1 : Math.sign(loads[x] - loads[best]) || Math.sign(met[x] - met[best]);
      if (order > 0) continue;
      ties = order === 0 ? ties + 1 : 1;
      // Among n equal candidates, each is kept with probability 1/n.
      if (order < 0 || randomInteger(random, ties) === 0) best = x;
    }
    chosen[k] = best;
    isChosen[best] = 1;
    for (let x = 0; x < participants; x++) met[x] += shared[best * participants + x];
  }
  for (const x of chosen) {
    loads[x]++;
    for (const y of chosen) if (x !== y) shared[x * participants + y]++;
  }
}
