import { study, table } from '../../study.ts';
import { CASES, CELLS, SHARED } from './cells.ts';
import { humansPage } from './page.ts';
import { type HumanCell, simulateHumans } from './simulate.ts';

export const humans = study({
  question:
    'Do intervals of the accuracy of people hold, and those of a model minus people? On simulated figures with known truth. A few minutes.',
  page: 'humans.md',
  settings: { banks: 2000 },
  tables({ banks }) {
    const all = (cells: readonly HumanCell[]) =>
      table(cells, 1, (cell) => simulateHumans(cell, banks));
    return { cells: all(CELLS), cases: all(CASES), shared: all(SHARED) };
  },
  write: humansPage,
});
