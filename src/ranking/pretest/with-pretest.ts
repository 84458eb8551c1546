import { randomStream } from '../../random.ts';
import type { LiveFold } from '../live/live-fold.ts';
import type { LiveTest } from '../live/live-test.ts';
import { AbilitySoFar } from './ability-so-far.ts';
import { choosePretest } from './choose-pretest.ts';
import { pretestPlaces } from './pretest-places.ts';
import type { PretestPlan } from './pretest-plan.ts';

/** Where the wrapped test comes from. */
interface PretestedTest {
  /** Items of the bank that count; the pretest items follow them. */
  readonly items: number;
  /** For abilities; null for tests without a calibration, which choose by the number of answers alone. */
  readonly fold: Pick<LiveFold, 'bank' | 'scale'> | null;
  readonly lag: number;
  readonly seed: string;
}

/** Before any answer. */
const UNKNOWN = { ability: 0, se: 1 };

/**
 * Asks pretest items among the items of a test, at random places. The test itself never hears of them: its items, ability, score,
 * interval and length are those that it would have without. A pretest item at a place is chosen from the same answers as the item of the
 * test that follows there, so that it depends on neither the time nor the order in which answers arrive. If the test ends before its
 * full length, the pretest items after that place are not asked.
 */
export function withPretest(
  test: LiveTest,
  plan: PretestPlan,
  { items, fold, lag, seed }: PretestedTest,
): LiveTest {
  const random = randomStream(seed, 'pretest');
  const count = Math.min(plan.count, plan.items.length, test.length);
  const places = pretestPlaces(count, test.length, random);
  const order = Float64Array.from(plan.items, () => random());
  const isAsked = new Uint8Array(plan.items.length);
  const ability = fold === null ? null : new AbilitySoFar(fold.bank.items, fold.scale);
  /** Items of the test in its order, and their scores. */
  const own: number[] = [];
  const scores = new Map<number, number>();
  let folded = 0;
  let asked = 0;

  /** Counts the answers that the next item may be chosen from. @returns false if one of them is awaited */
  const isKnown = () => {
    while (folded < own.length + 1 - lag) {
      const score = scores.get(own[folded]);
      if (score === undefined) return false;
      ability?.add(own[folded], score);
      folded++;
    }
    return true;
  };
  const choose = () => {
    const k = choosePretest(plan, isAsked, ability?.estimate ?? UNKNOWN, order);
    isAsked[k] = 1;
    asked++;
    return items + k;
  };
  return {
    model: test.model,
    get length() {
      return test.length + (test.isOver ? asked : count);
    },
    get asked() {
      return test.asked + asked;
    },
    get isOver() {
      return test.isOver;
    },
    get reason() {
      return test.reason ?? null;
    },
    get cost() {
      return test.cost ?? null;
    },
    next(most) {
      const next: number[] = [];
      while (next.length < most) {
        if (asked < count && places[asked] === own.length) {
          if (!isKnown() || test.isOver) break;
          next.push(choose());
          continue;
        }
        const [item] = test.next(1);
        if (item === undefined) break;
        own.push(item);
        next.push(item);
      }
      return next;
    },
    record(item, score) {
      if (item >= items) return;
      scores.set(item, score);
      test.record(item, score);
    },
    ...(test.miss && {
      miss(item) {
        if (item >= items) return;
        // As the test itself takes it where it chooses what follows.
        scores.set(item, 0);
        test.miss!(item);
      },
    }),
    score: () => test.score(),
    ...(test.scoreWithout && { scoreWithout: (items) => test.scoreWithout!(items) }),
  };
}
