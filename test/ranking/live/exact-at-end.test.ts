import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIVE_STRATEGIES, prepareLive } from '../../../src/ranking/live/prepare-live.ts';
import { placedScore } from '../../../src/ranking/placed-score.ts';
import { FIXTURE_CACHE, fixtureBank } from '../../fixtures/bank/bank.ts';
import { bankFor } from '../simulated-bank.ts';

const ITEMS = 40;
const bank = fixtureBank(ITEMS, ['alpha-1', 'alpha-2', 'beta-1', 'beta-2', 'gamma-1', 'delta']);

test.each(LIVE_STRATEGIES)(
  '%s: of all items the score is exact, verified and without alarm; before, its interval holds it',
  (strategy) => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<number>(0, 1, 0.3), { minLength: ITEMS, maxLength: ITEMS }),
        (answers) => {
          const { tests, recorded } = prepareLive({
            bank: bankFor(strategy, bank),
            families: null,
            models: ['newcomer'],
            items: ITEMS,
            strategy,
            lag: 1,
            seed: 1,
            leaveOut: [],
            isAskable: null,
            cacheFolder: FIXTURE_CACHE,
          });
          const known = recorded.map(({ actual }) => actual);
          const [live] = tests;
          for (let count = 1; count <= ITEMS; count++) {
            const [j] = live.next(1);
            live.record(j, answers[j]);
            if (count % 20 !== 0 && count < ITEMS - 1) continue;
            const own = live.score()!;
            // The random items of a test that goes on are no sample as planned.
            expect(own.ownRandom ?? null).toBeNull();
            expect(own.low).toBeLessThanOrEqual(own.score);
            expect(own.score).toBeLessThanOrEqual(own.high);
            const { place, bestPlace, worstPlace } = placedScore(known, own);
            expect(bestPlace).toBeLessThanOrEqual(place);
            expect(place).toBeLessThanOrEqual(worstPlace);
          }
          const { score, ...own } = live.score()!;
          expect(own).toMatchObject({
            low: score,
            high: score,
            verified: true,
            unverified: null,
            alarm: null,
            misfit: null,
            ownRandom: null,
          });
          const right = answers.reduce((sum, answer) => sum + answer, 0);
          // Ten decimals: sums of fortieths are not exact.
          expect(score).toBeCloseTo((100 * right) / ITEMS, 9);
          if (Number.isInteger(right) && (100 * right) % ITEMS === 0)
            expect(score).toBe((100 * right) / ITEMS);
          for (const values of Object.values(own.tags))
            for (const tag of Object.values(values))
              expect(tag).toMatchObject({ low: tag.score, high: tag.score, verified: true });
        },
      ),
      { numRuns: 2, seed: 1 },
    );
  },
);
