import { diagnoseBank } from '../calibration/diagnose/bank/diagnose-bank.ts';
import { type BenchmarkOptions, type Measured, measured, times } from './measure.ts';
import { simulatedItems, simulatedScores } from './simulated.ts';

const EXAMINEES = 500;
const ITEMS = 1000;
const DRAWS = 100;
const QUICK_DRAWS = 4;
const REPEATS = 3;
const TARGET = 10;
const DRAWS_TARGET = 120;
const PAIRS = (ITEMS * (ITEMS - 1)) / 2;
/** Products of one visit to all pairs: 500 examinees, and 500 with 49 nodes. */
const PRODUCTS = PAIRS * (2 * EXAMINEES + 49);

/** The diagnosis of a bank of 1,000 items by 500 examinees: without simulated answers, and what 100 sets of these add. */
export function diagnosis({ isQuick }: BenchmarkOptions): Measured[] {
  const items = simulatedItems('diagnosis', ITEMS);
  const scores = simulatedScores('diagnosis', items, EXAMINEES);
  const names = (count: number) => Array.from({ length: count }, (_, k) => `${k}`);
  const matrix = { examinees: names(EXAMINEES), items: names(ITEMS), scores };
  const all = { seed: 'diagnosis', products: Number.POSITIVE_INFINITY };
  const plain = times(REPEATS, 1, () => {
    diagnoseBank(matrix, items, { ...all, draws: 0 });
  });
  const draws = isQuick ? QUICK_DRAWS : DRAWS;
  const drawn = times(1, 0, () => {
    diagnoseBank(matrix, items, { ...all, draws, dimensions: [] });
  });
  const seconds = ({ clock }: { clock: readonly number[] }) => clock.map((ms) => ms / 1000);
  const bound = (visits: number) =>
    `${visits} visits to ${Math.round(PAIRS / 1000)}k pairs, ${(PRODUCTS / 1e9).toFixed(2)}G products of doubles each, half a nanosecond each = ${((visits * PRODUCTS) / 2e9).toFixed(1)} s`;
  const details = { examinees: EXAMINEES, items: ITEMS };
  return [
    measured('diagnosis, recorded answers', seconds(plain), 's', TARGET, bound(1.5), {
      cpu: plain.cpu / 1000,
      ...details,
    }),
    measured(
      `diagnosis, ${draws} draws`,
      seconds(drawn),
      's',
      (DRAWS_TARGET * draws) / DRAWS,
      bound(draws),
      { cpu: drawn.cpu / 1000, ...details },
    ),
  ];
}
