/**
 * Makes the golden file of this folder from the recorded output of mirt:
 *
 *     node test/golden/diagnose-bank/make.ts <oracles>
 *
 * where <oracles> holds `scoring/mirt_SAT12.json`. The answers and the item parameters are in `test/golden/irt/mirt-sat12.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Model {
  readonly M2: Record<'M2' | 'df' | 'p' | 'RMSEA' | 'RMSEA_5' | 'RMSEA_95' | 'SRMSR', number>;
  readonly Q3: number[][];
  readonly marginal_rxx: number;
}

const oracles = process.argv[2];
if (oracles === undefined) throw new Error('node test/golden/diagnose-bank/make.ts <oracles>');
const { versions, models } = JSON.parse(
  readFileSync(join(oracles, 'scoring/mirt_SAT12.json'), 'utf8'),
) as { versions: object; models: Record<string, Model> };
/** A thousand times finer than the tolerance of the test. */
const short = (value: number) => Number(value.toFixed(7));
const out = {
  versions,
  models: Object.fromEntries(
    Object.entries(models).map(([name, { M2, Q3, marginal_rxx }]) => [
      name,
      {
        m2: M2,
        // Of each item with those after it.
        q3: Q3.map((row, j) => row.slice(j + 1).map(short)),
        marginalReliability: marginal_rxx,
      },
    ]),
  ),
};
writeFileSync(join(import.meta.dirname, 'mirt-sat12.json'), `${JSON.stringify(out)}\n`);
