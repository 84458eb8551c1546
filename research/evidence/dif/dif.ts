import { wasmEngine } from 'thetarank';
import { study, table } from '../../study.ts';
import { difPage } from './page.ts';
import {
  FAMILY_RUNS,
  type FamilyCell,
  GROUP_SHIFTS,
  GROUPS,
  type GroupsCell,
  groupRuns,
  LEAK_FAMILIES,
  LEAK_RUNS,
  LEAKED,
  replicateFamilies,
  replicateGroups,
  replicateLeak,
  SIZES,
} from './replicate.ts';

export const dif = study({
  question:
    'How often do DIF tests find items that are harder for one group, and leaked items, and how often do they err? On simulated banks with known truth. About half an hour.',
  page: 'dif.md',
  tables() {
    const engine = wasmEngine(1);
    return {
      groups: table(
        GROUPS.flatMap((groups) => GROUP_SHIFTS.map((shift): GroupsCell => ({ ...groups, shift }))),
        groupRuns,
        (cell, run) => replicateGroups(cell, run, engine),
      ),
      families: table(
        SIZES.flatMap((perGroup) =>
          [false, true].map((isAllowedFor): FamilyCell => ({ perGroup, isAllowedFor })),
        ),
        FAMILY_RUNS,
        (cell, run) => replicateFamilies(cell, run, engine),
      ),
      leak: table(
        LEAK_FAMILIES.flatMap((familySize) => LEAKED.map((leaked) => ({ familySize, leaked }))),
        LEAK_RUNS,
        (cell, run) => replicateLeak(cell, run, engine),
      ),
    };
  },
  write: difPage,
});
