/**
 * Makes the golden file of this folder from the recorded output of mirt:
 *
 *     node test/golden/diagnose/make.ts <oracles>
 *
 * where <oracles> holds `scoring/mirt_SAT12.json`. Only what the tests read is kept, to eight digits.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const oracles = process.argv[2];
if (oracles === undefined) throw new Error('node test/golden/diagnose/make.ts <oracles>');
interface Model {
  readonly itemfit: Record<string, number[]>;
  readonly personfit: Record<string, number[]>;
}
const { versions, models } = JSON.parse(
  readFileSync(join(oracles, 'scoring/mirt_SAT12.json'), 'utf8'),
) as { versions: unknown; models: Record<string, Model> };
const ITEM = ['Zh', 'outfit', 'z.outfit', 'infit', 'z.infit', 'S_X2', 'df.S_X2', 'p.S_X2'];
const PERSON = ['Zh'];
const digits = (value: number | null) => (value === null ? null : Number(value.toPrecision(8)));
const pick = (from: Record<string, number[]>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name].map(digits)]));
const out = {
  versions,
  models: Object.fromEntries(
    Object.entries(models).map(([name, { itemfit, personfit }]) => [
      name,
      { itemfit: pick(itemfit, ITEM), personfit: pick(personfit, PERSON) },
    ]),
  ),
};
writeFileSync(join(import.meta.dirname, 'mirt-sat12-fit.json'), `${JSON.stringify(out)}\n`);
