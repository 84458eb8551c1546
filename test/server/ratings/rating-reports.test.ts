import { expect, test } from 'vitest';
import { ratingReports } from '../../../src/server/ratings/rating-reports.ts';
import type { PanelRatings } from '../../../src/workflow/ratings/grade-table.ts';
import type { RatingReport } from '../../../src/workflow/ratings/rating-report.ts';
import { serviceForTest } from '../service.ts';
import { PANEL, seedPanel } from './rating-case.ts';

test('of a panel at most one report waits, however many readers come; the last reader gets the last ratings', async () => {
  const service = await serviceForTest();
  const { store } = service.parts.context;
  await seedPanel(store);
  const panel = (await store.panels.get(PANEL))!;
  const begun: number[] = [];
  const finish: (() => void)[] = [];
  const compute = ({ ratings }: PanelRatings) => {
    begun.push(ratings.length);
    return new Promise<RatingReport>((resolve) => {
      finish.push(() => resolve({ ratings: ratings.length } as RatingReport));
    });
  };
  const reportOf = ratingReports(store, new AbortController().signal, compute);
  const grades = { fluency: 3, relevance: 3, completeness: 3, proficiency: 3 };
  const rate = (answer: number) =>
    store.ratings.rate({
      ...{ panel: PANEL, answer, rater: 'anna', grades, comment: null },
      at: new Date(0).toISOString(),
    });
  const reached = async (n: number) => {
    while (finish.length < n) await new Promise((next) => setImmediate(next));
  };

  const first = reportOf(panel);
  await reached(1);
  await rate(0);
  const early = Array.from({ length: 5 }, () => reportOf(panel));
  // They came before this one, and get it all the same: their report has not begun.
  await Promise.all([rate(1), new Promise((next) => setTimeout(next, 20))]);
  const late = reportOf(panel);
  await new Promise((next) => setTimeout(next, 20));
  expect(begun).toEqual([0]);
  finish[0]();
  expect((await first).ratings).toBe(0);
  await reached(2);
  finish[1]();
  const found = await Promise.all([...early, late]);
  expect(found.map(({ ratings }) => ratings)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(begun).toEqual([0, 2]);
  // Nothing has changed: no further computation.
  expect((await reportOf(panel)).ratings).toBe(2);
  expect(begun).toEqual([0, 2]);
});
