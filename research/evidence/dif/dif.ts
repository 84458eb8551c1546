import { wasmEngine } from 'thetarank';
import { study, table } from '../../study.ts';
import { difPage } from './page.ts';
import {
  CURVES,
  type DifCell,
  KINDS,
  type Kind,
  LEAK_FAMILIES,
  LEAK_RUNS,
  LEAKED,
  replicateDif,
  replicateLeak,
  runsOf,
  SHIFTS,
  SIZES,
} from './replicate.ts';

export const dif = study({
  question:
    'How often do DIF tests find items that are harder for one group, and leaked items, and how often do they err? On simulated banks with known truth. About half an hour.',
  page: 'dif.md',
  tables() {
    const engine = wasmEngine(1);
    return {
      dif: table(
        SIZES.flatMap((perGroup) =>
          SHIFTS.flatMap((shift) =>
            (Object.keys(KINDS) as Kind[]).map((kind): DifCell => ({ kind, perGroup, shift })),
          ),
        ),
        ({ perGroup }) => runsOf(perGroup),
        (cell, run) => replicateDif(cell, run, engine),
      ),
      leak: table(
        LEAK_FAMILIES.flatMap((familySize) =>
          LEAKED.flatMap((leaked) => CURVES.map((model) => ({ familySize, leaked, model }))),
        ),
        LEAK_RUNS,
        (cell, run) => replicateLeak(cell, run, engine),
      ),
    };
  },
  write: difPage,
});
