import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../errors.ts';
import { randomStream, shuffle } from '../random.ts';

/** The tags that say what an item is about, as the importers name them, narrow ones first. */
const SUBJECT_TAGS = [
  'subject',
  'category',
  'exam_subject',
  'exam_class',
  'scenario',
  'icd11_group',
  'clinical_department',
  'medical_discipline',
] as const;

export interface ShotOptions {
  /** How many: at least 1. */
  readonly count: number;
  /** The development split, `tag=value`: only items with this tag become shots. */
  readonly from: string;
  readonly seed: string | number;
}

/** Chooses the shots of an item. */
export type ShotChooser = (item: Item) => readonly Item[];

/**
 * A chooser of shots among the items of a development split. They have the type of the item asked, and are those that
 * share the most subject tags with it; where several share as many, chance decides, once for the whole bank. So items
 * of one subject are asked with the same shots, whose tokens an endpoint may then keep. It is never the item
 * itself, nor one of the same content. The order of `items` does not matter.
 * @throws OPTION_INVALID for a `from` that is no `tag=value`; the chooser throws OPTION_INVALID where the split has no
 * item of that type, and TOO_MANY_ITEMS where it has too few
 */
export function shotChooser(
  items: Iterable<Item>,
  { count, from, seed }: ShotOptions,
): ShotChooser {
  const [tag, value] = shotSplit(from);
  const split = [...items]
    .filter((item) => item.tags[tag] === value && item.status !== 'retired' && item.type !== 'case')
    .sort((x, y) => (x.id < y.id ? -1 : 1));
  shuffle(split, randomStream(seed, 'shots', from));
  return (item) => {
    const fitting = split
      .filter((shot) => shot.type === item.type && shot.id !== item.id && shot.hash !== item.hash)
      .map((shot) => ({ shot, shared: sharedSubjects(shot, item) }));
    if (fitting.length === 0) {
      const [own] = Object.entries(item.tags);
      fail('OPTION_INVALID', {
        option: 'shots-from',
        found: `${from}, which no other item of type ${item.type} has`,
        accepted: `TAG=VALUE of items of the bank${own === undefined ? '' : `, such as ${own.join('=')}`}`,
      });
    }
    if (fitting.length < count)
      fail('TOO_MANY_ITEMS', {
        asked: count,
        available: fitting.length,
        where: `the set of items of type ${item.type} with ${from}`,
      });
    // A stable sort: chance has ordered those that share as many.
    fitting.sort((x, y) => y.shared - x.shared);
    return fitting.slice(0, count).map(({ shot }) => shot);
  };
}

/** The shots of one item: `shotChooser` for more than one. */
export function chooseShots(
  items: Iterable<Item>,
  item: Item,
  options: ShotOptions,
): readonly Item[] {
  return shotChooser(items, options)(item);
}

/** Tag and value of `tag=value`. @throws OPTION_INVALID */
export function shotSplit(from: string): [tag: string, value: string] {
  const at = from.indexOf('=');
  if (at <= 0 || at === from.length - 1)
    fail('OPTION_INVALID', {
      option: 'shots-from',
      found: JSON.stringify(from),
      accepted: 'tag=value, such as split=dev',
    });
  return [from.slice(0, at), from.slice(at + 1)];
}

function sharedSubjects(x: Item, y: Item): number {
  return SUBJECT_TAGS.filter((tag) => x.tags[tag] !== undefined && x.tags[tag] === y.tags[tag])
    .length;
}
