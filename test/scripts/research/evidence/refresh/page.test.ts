import { expect, test } from 'vitest';
import type { Kept } from '../../../../../scripts/research/evidence/refresh/cells.ts';
import { refreshPage } from '../../../../../scripts/research/evidence/refresh/page.ts';

const counts = (drifted: number, stable: number) => ({ drifted, stable });

/** @param off distance of the scale, on either side by turns */
function simulated(cell: string, run: number, found: number, off: number): Kept {
  const curve = { drifted: 0.0004, stable: 0.0001 };
  return {
    cell,
    run,
    outcome: {
      items: counts(10, 190),
      found: counts(found, 9),
      flagged: counts(found - 2, 1),
      byRobustZ: counts(5, 19),
      byOracle: counts(9, 10),
      scale: { anchors: run % 2 === 0 ? off : -off, all: -0.08, median: -0.05 },
      link: { slope: 1, intercept: 0.001 },
      moved: 0.002,
      curves: { kept: curve, old: curve, alone: curve, pooled: curve },
      bias: 0,
      rounds: 3,
      settled: true,
    },
  };
}

test('shares are over all items of all banks, distances are absolute, and the bound is judged', () => {
  const kept = [
    simulated('few 500', 1, 8, 0),
    simulated('few 500', 2, 9, 0),
    simulated('many 500', 1, 8, 0.012),
    simulated('many 500', 2, 8, 0.016),
  ];
  const page = refreshPage(kept);
  // 17 of 20, 18 of 380; (0.012 + 0.016)/2.
  expect(page).toContain('85% of the drifted items are found at .047 false alarms');
  expect(page).toContain('The oracle finds 90%');
  // 6 + 7 of 20 are flagged, with one false flag each: 2 of 15.
  expect(page).toContain(
    'with 500 new examinees: 65% of the drifted items are flagged, and a share of .13 of all flags is false',
  );
  expect(page).toContain(
    '0.0140 from the truth on average over 2 of 100 intended banks (below the bound of 0.02)',
  );
  expect(refreshPage([simulated('many 500', 1, 8, 0.03)])).toContain('not below the bound of 0.02');
});

test('what is not there is a dash', () => {
  expect(refreshPage([])).toContain('– of the drifted items are found');
});
