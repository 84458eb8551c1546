import { study, table } from '../../study.ts';
import { agreementHeld, RATERS, SIZES } from './agreement.ts';
import { EQUAL_DESIGNS, EQUAL_RUNS, replicateEqual } from './assignments.ts';
import { DESIGNS } from './designs.ts';
import { RUNS, ratersPage, SPREAD_RATERS, SPREAD_RUNS } from './page.ts';
import { replicate, replicateSpread } from './replicate.ts';
import { SEVERAL, severalHeld } from './several.ts';

export const raters = study({
  question:
    'Does taking raters’ severity out of scores help, when does it not, and do its intervals hold? On simulated ratings with known truth. About 15 minutes.',
  page: 'raters.md',
  tables: () => ({
    found: table(DESIGNS, RUNS, (design, run) => replicate(design, run - 1)),
    spread: table(SPREAD_RATERS, SPREAD_RUNS, (raters, run) => replicateSpread(raters, run - 1)),
    equal: table(EQUAL_DESIGNS, EQUAL_RUNS, (design, run) => replicateEqual(design, run - 1)),
    agreement: table(
      RATERS.flatMap((who) => SIZES.map((size) => ({ who, size }))),
      1,
      ({ who, size }) => agreementHeld(who, size),
    ),
    several: table(SEVERAL, 1, severalHeld),
  }),
  write: ratersPage,
});
